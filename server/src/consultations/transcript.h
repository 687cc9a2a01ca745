// The text of a whole recording with the seconds at which each part was said.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "speech/transcript.h"

namespace scriba::consultations {

/// A day of dictation, in bytes; bounds the analyser's work.
inline constexpr std::size_t kLongestTranscript = 1 << 20;

/// A stretch of the text, in UTF-16 code units (what JavaScript's `slice` takes), and when it was said.
struct TimedSpan {
  std::size_t begin = 0;
  std::size_t end = 0;
  double start_seconds = 0;
  double end_seconds = 0;
};

struct Transcript {
  std::string text;
  std::vector<TimedSpan> spans;  // in order; empty when the text was typed
  /// Marks of the speech room and the seconds they are about.
  struct Remark {
    double start_seconds = 0;
    double end_seconds = 0;
    speech::Mark mark = speech::Mark::kLoop;
  };
  std::vector<Remark> remarks;

  /// The seconds of a stretch of the text, in proportion where it begins or ends inside a timed one. Nothing when no
  /// time is known.
  std::optional<std::pair<double, double>> SecondsOf(std::size_t begin, std::size_t end) const;
};

/// The pieces' text in order, one space between what was said.
Transcript JoinPieces(const std::vector<speech::PieceTranscript>& pieces);

/// The number of UTF-16 code units of a UTF-8 text.
std::size_t Utf16Length(std::string_view text);

/// Whether the text has anything but white space.
bool IsBlank(std::string_view text);

/// Adds to an evidence document when each statement was said (`audio`: [[start, end], ...] in seconds, beside
/// `evidence`) and the timed text itself (`transcript`).
void AddTimes(nlohmann::json& evidence, const Transcript& transcript);

/// How long a consultation of this text takes when nobody measured it: the larger of words / 150 and characters / 750
/// minutes, times 1.2, at least 30 s (SPEC, minutes and durations).
std::int64_t EstimatedSeconds(std::string_view text);

}  // namespace scriba::consultations
