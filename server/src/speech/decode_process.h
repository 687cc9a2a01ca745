// Decoding in a child process, seen from the server: a source in, samples out, a refusal when it is no audio.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>

#include "platform/result.h"
#include "speech/audio.h"
#include "speech/byte_source.h"
#include "speech/decoder_pool.h"

namespace scriba::speech {

struct DecodeRequest {
  double max_seconds = 4 * 3600;
  /// For whom: when more is to be decoded than there are processors, owners take turns.
  platform::Turn turn;
};

struct DecodedAudio {
  std::int64_t samples = 0;
  bool is_cut_off = false;
};

/// Decodes `source` in a child of its own and hands the samples on in order, on the calling thread; `receive` may
/// block, and may fail, which ends the decoding with its error. Blocks until the source ends; a child that waits for
/// bytes, or for `receive`, leaves its turn to others. Errors: kEmptyFile, kNotAudio, kVideoNotAccepted,
/// kAudioUnreadable (also when the child died: a broken file must not be tried for ever), kAudioTooLong, kBusy
/// (stopped), kInternal (no child could be started), and those of source and receiver.
platform::Result<DecodedAudio> DecodeInChild(ByteSource& source, const DecodeRequest& request, DecoderPool& decoders,
                                             const std::function<platform::Result<>(std::span<const Sample>)>& receive,
                                             std::stop_token stop);

}  // namespace scriba::speech
