// What engines answer to a post, in the three shapes that they know: verbose_json, json, plain text. We ask for the
// first; an engine that does not know it sends another, with status 200.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platform/result.h"

namespace scriba::speech {

/// A stretch of text as the engine heard it. Seconds from the start of the piece.
struct HeardSegment {
  double start_seconds = 0;
  double end_seconds = 0;
  std::string text;
  std::optional<double> avg_logprob;     // mean natural logarithm of the tokens' probabilities
  std::optional<double> no_speech_prob;  // the engine's own doubt whether anybody spoke
};

using HeardText = std::vector<HeardSegment>;

/// Reads the body of an answer with status 200. Without times the whole piece is one segment. Texts are repaired, empty
/// ones left out, times kept within the piece. Errors: kTranscriptInvalid when it is no transcription at all.
platform::Result<HeardText> ParseEngineAnswer(std::string_view content_type, std::string_view body,
                                              double piece_seconds);

}  // namespace scriba::speech
