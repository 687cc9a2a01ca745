#include "speech/piece_transcriber.h"

#include <algorithm>
#include <cmath>

#include "platform/log.h"
#include "speech/guards.h"

namespace scriba::speech {
namespace {

using platform::Forward;
using platform::Result;

// At zero an engine repeats itself word for word; a little warmth lets it leave a loop.
constexpr double kSecondTemperature = 0.2;

PieceTranscript ToTranscript(const Piece& piece, Judgement judgement) {
  PieceTranscript transcript{
      .piece = piece.place, .has_speech = true, .segments = {}, .marks = std::move(judgement.marks)};
  const double offset = piece.place.span.StartSeconds();
  for (HeardSegment& heard : judgement.text) {
    std::optional<double> confidence;
    if (heard.avg_logprob) confidence = std::clamp(std::exp(*heard.avg_logprob), 0.0, 1.0);
    transcript.segments.push_back(
        {offset + heard.start_seconds, offset + heard.end_seconds, std::move(heard.text), confidence});
  }
  return transcript;
}

}  // namespace

Result<PieceTranscript> PieceTranscriber::Transcribe(const Piece& piece, const platform::Turn& turn,
                                                     const std::stop_token& stop) {
  if (piece.evidence == Evidence::kNone)
    return PieceTranscript{.piece = piece.place, .has_speech = false, .segments = {}, .marks = {}};

  Result<HeardText> heard = engine_.Transcribe(piece, {.prompt = prompt_, .temperature = 0}, turn, stop);
  if (!heard) return Forward(heard);
  Judgement judgement = JudgeAnswer(piece, std::move(*heard), prompt_);
  if (judgement.wants_another_try) {
    Result<HeardText> again = engine_.Transcribe(piece, {.prompt = {}, .temperature = kSecondTemperature}, turn, stop);
    // The first answer is there: a failure of the second post must not lose it.
    if (again) judgement = BetterOf(std::move(judgement), JudgeAnswer(piece, std::move(*again), {}));
  }
  for (const Mark mark : judgement.marks) {
    platform::LogInfo("speech_piece_marked", {{"mark", WireName(mark)}, {"piece", std::int64_t{piece.place.ordinal}}});
  }
  return ToTranscript(piece, std::move(judgement));
}

}  // namespace scriba::speech
