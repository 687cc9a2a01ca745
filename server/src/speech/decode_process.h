// Decoding in a child process, seen from the server: a source in, samples out, a refusal when it is no audio.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>

#include "platform/result.h"
#include "speech/audio.h"
#include "speech/byte_source.h"
#include "speech/settings.h"

namespace scriba::speech {

struct DecodedAudio {
  std::int64_t samples = 0;
  bool is_cut_off = false;
};

/// Decodes `source` in a child of its own and hands the samples on in order, on the calling thread; `receive` may fail,
/// which ends the decoding with its error. Blocks until the source ends. Errors: kEmptyFile, kNotAudio,
/// kVideoNotAccepted, kAudioUnreadable (also when the child died: a broken file must not be tried for ever),
/// kAudioTooLong, kBusy (stopped), kInternal (no child could be started), and those of source and receiver.
platform::Result<DecodedAudio> DecodeInChild(ByteSource& source, double max_seconds, const DecoderSettings& settings,
                                             const std::function<platform::Result<>(std::span<const Sample>)>& receive,
                                             std::stop_token stop);

}  // namespace scriba::speech
