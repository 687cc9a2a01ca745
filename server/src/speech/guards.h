// Keeps out of a medical report what speech engines are known to make up: text out of silence, loops, their own prompt,
// another language. Every rule has been met in the field (issues of whisper.cpp, faster-whisper and the programs built
// on them); each has tests from real answers.
//
// What somebody may have said is never dropped: only text where nobody spoke, the repetition of a loop, and the
// prompt's own words. The rest is tried once more and then kept, with a mark for the doctor.
#pragma once

#include <string_view>
#include <vector>

#include "speech/cutter.h"
#include "speech/engine_answer.h"
#include "speech/transcript.h"

namespace scriba::speech {

struct Judgement {
  HeardText text;
  std::vector<Mark> marks;  // each at most once
  /// Something is wrong that a second try may mend.
  bool wants_another_try = false;
};

/// Judges an engine's answer to a piece that was posted with `prompt`.
Judgement JudgeAnswer(const Piece& piece, HeardText heard, std::string_view prompt);

/// Of two answers to the same piece, the one to keep.
Judgement BetterOf(Judgement first, Judgement second);

}  // namespace scriba::speech
