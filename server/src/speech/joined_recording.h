// Recordings joined in one file: when the microphone is changed or the page comes back, a new recorder goes on where
// the former stopped, and its file begins with a header of its own. libavformat reads on through a second webm or ogg
// header; of joined mp4 (Safari's recorder) it gives the first part only and no error, half a consultation lost. So mp4
// is split here, at every top-level `ftyp` box (ISO/IEC 14496-12, 4.2 and 4.3), and decoded part by part.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "speech/audio_decoder.h"

namespace scriba::speech {

/// The recording that begins at a byte of the input and ends where the next one begins.
class RecordingPart final : public DecoderInput {
 public:
  RecordingPart(DecoderInput& input, std::uint64_t begin);

  /// Walks the boxes to the part's end when the input's size is known.
  std::optional<std::uint64_t> Size() const override { return size_; }
  std::optional<std::size_t> Read(std::uint64_t offset, std::span<std::byte> into) override;

  /// Where the next recording begins, once that is known.
  std::optional<std::uint64_t> next_begin() const { return next_begin_; }

 private:
  enum class Step { kWalkedOn, kAtEnd, kFailed };
  Step WalkBox();
  std::optional<std::size_t> ReadWhole(std::uint64_t offset, std::span<std::byte> into);

  DecoderInput& input_;
  const std::uint64_t begin_;
  std::uint64_t boundary_;  // of the first box not yet looked at; beyond any offset when there are no boxes to look at
  std::optional<std::uint64_t> next_begin_;
  std::optional<std::uint64_t> size_;
};

}  // namespace scriba::speech
