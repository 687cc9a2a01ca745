#include "speech/cutter.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace scriba::speech {
namespace {

constexpr std::size_t Frames(double seconds) { return static_cast<std::size_t>(seconds / kFrameSeconds + 0.5); }

constexpr std::size_t kShortestPiece = Frames(12), kLongestPiece = Frames(28);
constexpr std::size_t kPatientUntil = kShortestPiece, kHastyFrom = Frames(22);
constexpr std::size_t kLongPause = Frames(1), kShortPause = Frames(0.3);
constexpr std::size_t kLastResort = Frames(8), kQuietStretch = Frames(0.2);

constexpr std::size_t kHangOver = Frames(0.24), kPad = Frames(0.1);
// A voice: pitch for 60 ms at a stretch, 120 ms in all. A single short "sì" has it; an hour of typing does not.
constexpr std::size_t kVoicedRun = Frames(0.06), kVoicedInAll = Frames(0.12);
// Bursts of 80 ms to 3 s, three of them and 1.2 s in all: the rhythm of words without their pitch.
constexpr std::size_t kShortestBurst = Frames(0.08), kLongestBurst = Frames(3);
constexpr std::size_t kBursts = 3, kBurstsInAll = Frames(1.2);

// The pause that a piece of this length asks for.
std::size_t PauseWanted(std::size_t length) {
  if (length <= kPatientUntil) return kLongPause;
  if (length >= kHastyFrom) return kShortPause;
  return kLongPause - (kLongPause - kShortPause) * (length - kPatientUntil) / (kHastyFrom - kPatientUntil);
}

struct FrameRun {
  std::size_t begin, end;
  std::size_t Length() const { return end - begin; }
};

// Stretches where `is_on` holds, those closer than `bridge` taken together.
template <typename Predicate>
std::vector<FrameRun> RunsOf(std::span<const Frame> frames, Predicate is_on, std::size_t bridge) {
  std::vector<FrameRun> runs;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    if (!is_on(frames[i])) continue;
    if (!runs.empty() && i - runs.back().end <= bridge) {
      runs.back().end = i + 1;
    } else {
      runs.push_back({i, i + 1});
    }
  }
  return runs;
}

std::size_t TotalLength(std::span<const FrameRun> runs) {
  return std::accumulate(runs.begin(), runs.end(), std::size_t{0},
                         [](std::size_t sum, const FrameRun& run) { return sum + run.Length(); });
}

std::vector<FrameRun> VoicedRuns(std::span<const Frame> frames) {
  auto runs = RunsOf(
      frames, [](const Frame& frame) { return frame.is_voiced; }, 0);
  std::erase_if(runs, [](const FrameRun& run) { return run.Length() < kVoicedRun; });
  return runs;
}

Evidence Judge(std::span<const Frame> frames, std::span<const FrameRun> voiced) {
  if (TotalLength(voiced) >= kVoicedInAll) return Evidence::kVoice;
  auto bursts = RunsOf(
      frames, [](const Frame& frame) { return frame.is_strong; }, 0);
  std::erase_if(bursts,
                [](const FrameRun& run) { return run.Length() < kShortestBurst || run.Length() > kLongestBurst; });
  return bursts.size() >= kBursts && TotalLength(bursts) >= kBurstsInAll ? Evidence::kDoubtful : Evidence::kNone;
}

// The active stretches in which a voice was heard, with the consonants around them.
std::vector<Span> SpeechIn(std::span<const Frame> frames, std::span<const FrameRun> voiced, std::int64_t begin) {
  std::vector<Span> speech;
  for (const FrameRun& run : RunsOf(
           frames, [](const Frame& frame) { return frame.is_active; }, kHangOver)) {
    const bool has_voice = std::ranges::any_of(
        voiced, [&run](const FrameRun& voice) { return voice.begin < run.end && run.begin < voice.end; });
    if (!has_voice) continue;
    const std::size_t from = run.begin - std::min(run.begin, kPad), to = std::min(run.end + kPad, frames.size());
    speech.push_back({begin + static_cast<std::int64_t>(from) * kFrameSamples,
                      begin + static_cast<std::int64_t>(to) * kFrameSamples});
  }
  return speech;
}

}  // namespace

double Piece::SpeechSeconds() const {
  return std::accumulate(speech.begin(), speech.end(), 0.0,
                         [](double sum, const Span& span) { return sum + ToSeconds(span.Length()); });
}

void Cutter::Push(std::span<const Sample> samples) {
  pushed_ += static_cast<std::int64_t>(samples.size());
  while (!samples.empty()) {
    const std::size_t count = std::min(samples.size(), kFrameSamples - open_samples_);
    std::ranges::copy(samples.first(count), open_.begin() + static_cast<std::ptrdiff_t>(open_samples_));
    open_samples_ += count;
    samples = samples.subspan(count);
    if (open_samples_ == kFrameSamples) PushFrame();
  }
}

void Cutter::PushFrame() {
  sound_.push_back(open_);
  open_samples_ = 0;
  const Frame frame = detector_.Push(open_);
  const bool was_quiet = quiet_from_ < frames_.size();
  if (frame.is_active && was_quiet) {
    if (const auto cut = CutInPause(true)) CutAt(*cut);
  }
  frames_.push_back(frame);
  if (frame.is_active) {
    quiet_from_ = frames_.size();
  } else if (const auto cut = CutInPause(false)) {
    CutAt(*cut);
  }
  if (frames_.size() >= kLongestPiece) CutAt(QuietestPlace());
}

// Where to cut in the present pause: its middle when speech sets in again, half a second into it when it is long.
std::optional<std::size_t> Cutter::CutInPause(bool is_onset) const {
  const std::size_t length = frames_.size() - std::min(quiet_from_, frames_.size());
  const std::size_t middle = quiet_from_ + length / 2;
  if (middle < kShortestPiece) return std::nullopt;
  if (is_onset ? length < PauseWanted(middle) : length < kLongPause) return std::nullopt;
  return middle;
}

std::size_t Cutter::QuietestPlace() const {
  const auto level = [this](std::size_t from) {
    return std::accumulate(frames_.begin() + static_cast<std::ptrdiff_t>(from),
                           frames_.begin() + static_cast<std::ptrdiff_t>(from + kQuietStretch), 0.0F,
                           [](float sum, const Frame& frame) { return sum + frame.level_db; });
  };
  std::size_t best = frames_.size() - kLastResort;
  float best_level = level(best);
  for (std::size_t from = best + 1; from + kQuietStretch <= frames_.size(); ++from) {
    if (const float here = level(from); here < best_level) {
      best = from;
      best_level = here;
    }
  }
  return best + kQuietStretch / 2;
}

void Cutter::CutAt(std::size_t frame) {
  ready_.push_back(MakePiece(frame));
  frames_.erase(frames_.begin(), frames_.begin() + static_cast<std::ptrdiff_t>(frame));
  quiet_from_ -= std::min(quiet_from_, frame);
}

// Of the first `frames` frames.
Piece Cutter::MakePiece(std::size_t frames) {
  const std::span<const Frame> seen(frames_.data(), frames);
  const auto voiced = VoicedRuns(seen);
  Piece piece;
  piece.samples = TakeSound(frames);
  const std::int64_t end = begin_ + static_cast<std::int64_t>(piece.samples.size());
  piece.place = {next_ordinal_++, {begin_, end}};
  piece.evidence = Judge(seen, voiced);
  if (piece.evidence == Evidence::kVoice) piece.speech = SpeechIn(seen, voiced, begin_);
  begin_ = end;
  return piece;
}

// That of the first `frames` frames; at the end of the recording with what never became a frame.
Samples Cutter::TakeSound(std::size_t frames) {
  Samples samples;
  samples.reserve((frames + 1) * kFrameSamples);
  for (; frames > 0; --frames) {
    samples.insert(samples.end(), sound_.front().begin(), sound_.front().end());
    sound_.pop_front();
  }
  const auto open = std::span(open_).first(std::exchange(open_samples_, 0));
  samples.insert(samples.end(), open.begin(), open.end());
  return samples;
}

void Cutter::Finish() {
  if (pushed_ > begin_) ready_.push_back(MakePiece(frames_.size()));
  frames_.clear();
  quiet_from_ = 0;
}

std::optional<Piece> Cutter::Take() {
  if (ready_.empty()) return std::nullopt;
  Piece piece = std::move(ready_.front());
  ready_.pop_front();
  return piece;
}

}  // namespace scriba::speech
