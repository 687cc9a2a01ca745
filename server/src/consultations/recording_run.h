// What every part of the work on a recording stands on: its settings, and its way to the row.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "consultations/recording.h"

namespace scriba::consultations {

struct RecordingJobOptions {
  double max_recording_hours = 4;
  /// Growing recordings that are followed at once. The others are heard when they are complete, and their rows say so.
  int most_live = 256;
  /// Recordings of any kind that are worked on at once.
  std::size_t most_at_once = SIZE_MAX;
  /// How long a growing recording may stand still before its thread does something else.
  std::chrono::milliseconds live_patience{60'000};
  /// How long until a recording beyond `most_live` asks for a place again. Hundreds may stand in that line.
  std::chrono::milliseconds again_without_room{30'000};
  /// Wait before an engine that could not be reached is tried again; doubles up to five minutes.
  std::chrono::milliseconds first_back_off{5'000};
};

/// Runs that may fail by a fault of ours before a person is asked: two minutes and a half.
inline constexpr int kRunsOfOurFault = 6;

inline constexpr auto kUnfinished = {RecordingState::kReceived, RecordingState::kTranscribing,
                                     RecordingState::kAnalysing, RecordingState::kWriting, RecordingState::kWaiting};

/// Whether the row says that the recording is not heard while it is made.
bool IsWithoutRoom(const Recording& recording);

/// The row, as a run finds and moves it. Safe on every thread; blocks.
class RecordingRow {
 public:
  RecordingRow(platform::Database& database, const platform::Clock& clock) : database_(database), clock_(clock) {}

  platform::Result<std::optional<Recording>> Find(const std::string& id) const;

  /// Every step of a run asks whether it is still the one that is wanted, on whatever node a text was typed. Errors:
  /// kRecordingStateConflict when it is not.
  platform::Result<> Move(const Recording& recording, std::vector<RecordingState> from, RecordingChange change) const;

 private:
  platform::Database& database_;
  const platform::Clock& clock_;
};

}  // namespace scriba::consultations
