#include "speech/voice_activity.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace scriba::speech {
namespace {

constexpr float kLowestHz = 200, kHighestHz = 4000;
constexpr float kActiveDb = 9, kStrongDb = 12;
// Below this a microphone is muted or gated: its residue is no floor to measure speech against.
constexpr float kLowestFloorDb = -70;
constexpr std::size_t kFloorPercentile = 10;

// A voice's pitch, children included, and how alike two periods must be. Typing and knocks ring for less than the
// 40 ms that are compared.
constexpr float kLowestPitchHz = 70, kHighestPitchHz = 400;
constexpr float kPeriodLikeness = 0.5F;
// A vowel holds its level from frame to frame; the thump of a hand on the table has a pitch, too, but dies away.
constexpr float kSteadyDb = 5;

float SmoothingOf(float hz) {
  const float step = 2 * std::numbers::pi_v<float> * hz / kSampleRate;
  return step / (1 + step);
}

}  // namespace

VoiceActivityDetector::VoiceActivityDetector() { recent_levels_.reserve(kFloorFrames); }

Frame VoiceActivityDetector::Push(std::span<const Sample, kFrameSamples> samples) {
  Frame frame;
  frame.level_db = FilteredLevel(samples);
  const float above = frame.level_db - std::max(MovingFloor(frame.level_db), kLowestFloorDb);
  frame.is_active = above >= kActiveDb;
  frame.is_strong = above >= kStrongDb;
  const bool is_sustained = previous_level_db_ - frame.level_db <= kSteadyDb;
  frame.is_voiced = frame.is_strong && is_sustained && HasPitch();
  previous_level_db_ = frame.level_db;
  return frame;
}

float VoiceActivityDetector::FilteredLevel(std::span<const Sample, kFrameSamples> samples) {
  static const float kKeepHigh = 1 - SmoothingOf(kLowestHz);
  static const float kTakeLow = SmoothingOf(kHighestHz);
  std::copy(pitch_window_.begin() + kPitchFrame, pitch_window_.end(), pitch_window_.begin());
  float energy = 0, sum = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const float sample = static_cast<float>(samples[i]) / 32768;
    high_pass_ = kKeepHigh * (high_pass_ + sample - previous_);
    previous_ = sample;
    low_pass_ += kTakeLow * (high_pass_ - low_pass_);
    energy += low_pass_ * low_pass_;
    sum += low_pass_;
    if (i % kDecimation == kDecimation - 1) {
      pitch_window_[kPitchFrame + i / kDecimation] = sum;
      sum = 0;
    }
  }
  return 10 * std::log10(energy / kFrameSamples + 1e-10F);
}

float VoiceActivityDetector::MovingFloor(float level_db) {
  const auto step = static_cast<std::uint8_t>(std::clamp(level_db + 100, 0.0F, 100.0F));
  if (recent_levels_.size() < kFloorFrames) {
    recent_levels_.push_back(step);
  } else {
    --histogram_[recent_levels_[next_]];
    recent_levels_[next_] = step;
    next_ = (next_ + 1) % kFloorFrames;
  }
  ++histogram_[step];
  const std::size_t wanted = recent_levels_.size() * kFloorPercentile / 100 + 1;
  std::size_t seen = 0, level = 0;
  while ((seen += histogram_[level]) < wanted) ++level;
  return static_cast<float>(level) - 100;
}

bool VoiceActivityDetector::HasPitch() const {
  constexpr float kRate = static_cast<float>(kSampleRate) / kDecimation;
  constexpr auto kShortest = static_cast<std::size_t>(kRate / kHighestPitchHz);
  constexpr auto kLongest = static_cast<std::size_t>(kRate / kLowestPitchHz);
  float energy = 0;
  for (const float value : pitch_window_) energy += value * value;
  // The whole window's energy is the measure, so that a knock, which rings like a tone but dies away, falls short.
  for (std::size_t lag = kShortest; lag <= kLongest; ++lag) {
    float likeness = 0;
    for (std::size_t i = lag; i < pitch_window_.size(); ++i) likeness += pitch_window_[i] * pitch_window_[i - lag];
    const float overlap = static_cast<float>(pitch_window_.size() - lag) / static_cast<float>(pitch_window_.size());
    if (likeness > kPeriodLikeness * energy * overlap) return true;
  }
  return false;
}

}  // namespace scriba::speech
