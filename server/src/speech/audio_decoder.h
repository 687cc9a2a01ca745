// From any file a doctor may have to mono 16 kHz samples, by libav*. Runs inside the decoding child (decode_worker.h).
//
// Only the containers and codecs on our lists are opened, and no addresses: an uploaded "audio" file can be a play list
// that names other files. What a header says of its length is not believed; samples are counted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "speech/audio.h"

namespace scriba::speech {

/// Bytes for the decoder. `Read` returns how many it put at the front of `into`, 0 at the end, nothing on failure.
class DecoderInput {
 public:
  virtual ~DecoderInput() = default;
  virtual std::optional<std::uint64_t> Size() const = 0;
  virtual std::optional<std::size_t> Read(std::uint64_t offset, std::span<std::byte> into) = 0;
};

enum class DecodeOutcome : std::uint32_t {
  kDecoded = 0,
  kEmpty,        // no bytes at all
  kNotAudio,     // not one of the accepted containers, or without sound
  kVideo,        // moving pictures (the cover of an album is none)
  kUnreadable,   // a known container without a single sample that can be decoded
  kTooLong,      // more samples than allowed
  kInputFailed,  // `Read` failed
  kStopped,      // the receiver wanted no more
};

struct DecodeReport {
  DecodeOutcome outcome = DecodeOutcome::kUnreadable;
  std::int64_t samples = 0;
  bool is_cut_off = false;  // damaged, or shorter than its container says
};

/// Hands decoded samples on in order; false ends the decoding.
using SampleReceiver = std::function<bool(std::span<const Sample>)>;

/// Decodes until the input ends. A cut-off file gives what stands before the cut.
DecodeReport DecodeAudio(DecoderInput& input, std::int64_t max_samples, const SampleReceiver& receive);

}  // namespace scriba::speech
