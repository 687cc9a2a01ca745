// The one form of sound that this room works on: mono, 16 kHz, signed 16 bit. Times are counted in samples, so that
// minutes and cuts are exact; containers' own clocks are never trusted (a recorded webm has no duration at all, and
// two recordings joined in one file start their time stamps again).
#pragma once

#include <cstdint>
#include <vector>

namespace scriba::speech {

inline constexpr int kSampleRate = 16'000;

using Sample = std::int16_t;
using Samples = std::vector<Sample>;

inline constexpr double ToSeconds(std::int64_t samples) { return static_cast<double>(samples) / kSampleRate; }
inline constexpr std::int64_t ToSampleCount(double seconds) {
  return static_cast<std::int64_t>(seconds * kSampleRate + 0.5);
}

/// A stretch of a recording: samples [begin, end) counted from its first one.
struct Span {
  std::int64_t begin = 0;
  std::int64_t end = 0;

  constexpr std::int64_t Length() const { return end - begin; }
  constexpr double StartSeconds() const { return ToSeconds(begin); }
  constexpr double EndSeconds() const { return ToSeconds(end); }
  friend constexpr bool operator==(const Span&, const Span&) = default;
};

}  // namespace scriba::speech
