// A recording: the row that a doctor's screen follows from the first second to the saved report.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platform/clock.h"
#include "platform/crypto/sealing.h"
#include "platform/db/database.h"

namespace scriba::consultations {

/// The queue's name for the work on a recording; the key is the recording's id.
inline constexpr std::string_view kRecordingJob = "recording";

enum class RecordingState {
  kRecording,     ///< bytes still arrive
  kReceived,      ///< all bytes are here
  kTranscribing,  ///< sound becomes text
  kAnalysing,     ///< text becomes statements
  kWriting,       ///< statements become the report
  kSaved,         ///< the consultation exists
  kWaiting,       ///< for a speech engine; `error_code` says why, the sound is safe
  kFailed,        ///< for a person's decision; `error_code` says why
};

/// The state's name in the table and on the wire.
std::string_view StateName(RecordingState state);

struct Recording {
  std::string id;
  std::string user_id;
  std::string patient_id;
  std::string visita;
  std::string mime;
  /// Recorded here, or an uploaded file.
  bool is_live = false;
  RecordingState state = RecordingState::kRecording;
  /// How much there is of it, once all bytes are here.
  std::optional<std::int64_t> bytes;
  std::optional<std::int64_t> duration_seconds;
  /// What the doctor typed or pasted in place of the sound; sealed.
  std::optional<std::string> typed_transcript;
  std::string error_code;
  std::string created_at;

  bool HasAllBytes() const { return state != RecordingState::kRecording; }
  bool IsAtRest() const { return state == RecordingState::kSaved || state == RecordingState::kFailed; }
};

/// What changes with a step. Fields without a value stay as they are.
struct RecordingChange {
  RecordingState state = RecordingState::kRecording;
  /// Empty: no error any more.
  std::string error_code;
  std::optional<std::int64_t> bytes = std::nullopt;
  std::optional<std::int64_t> duration_seconds = std::nullopt;
  std::optional<std::int64_t> pieces_total = std::nullopt;
};

platform::Task<platform::Result<std::optional<Recording>>> FindRecording(platform::Connection& connection,
                                                                         std::string id);

/// Moves a recording that is in one of `from` and says whether it was.
platform::Task<platform::Result<bool>> MoveRecording(platform::Connection& connection, std::string id,
                                                     std::vector<RecordingState> from, RecordingChange change,
                                                     platform::Instant now);

/// A run that began before a text was typed must not end in its place: it would throw away what was acknowledged.
/// `known` is the recording as the run took it. Errors: kRecordingStateConflict.
platform::Result<> CheckSameText(const Recording& known, const Recording& present);

/// Where a sealed column of a row belongs (platform/crypto/sealing.h).
std::string PlaceOf(std::string_view table, std::string_view column, std::string_view row_id);

}  // namespace scriba::consultations
