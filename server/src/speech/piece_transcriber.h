// One piece, from sound to text that may be kept: posted, judged, posted once more when something is wrong with it.
#pragma once

#include <stop_token>
#include <string>

#include "platform/result.h"
#include "speech/cutter.h"
#include "speech/engine_client.h"
#include "speech/transcript.h"

namespace scriba::speech {

/// Thread-safe.
class PieceTranscriber {
 public:
  PieceTranscriber(EngineClient& engine, std::string prompt) : engine_(engine), prompt_(std::move(prompt)) {}

  /// A piece without speech is answered at once and never sent. Errors: those of EngineClient::Transcribe.
  platform::Result<PieceTranscript> Transcribe(const Piece& piece, const platform::Turn& turn,
                                               const std::stop_token& stop);

 private:
  EngineClient& engine_;
  const std::string prompt_;
};

}  // namespace scriba::speech
