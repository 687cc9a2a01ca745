// The units that are placed into sections: sentences, or the pieces of a long or unpunctuated one.
#pragma once

#include <cstdint>
#include <vector>

#include "clinical/reading/lexicon.h"
#include "clinical/reading/marks.h"
#include "clinical/reading/numbers.h"
#include "clinical/reading/text.h"

namespace scriba::clinical {

/// A piece of speech small enough to belong to one section.
struct Clause {
  TokenRange range;
  /// Number of the sentence it is part of.
  std::uint32_t sentence = 0;
  bool is_question = false;
  /// Speech surely pauses before it, though no mark says so.
  bool follows_pause = false;
};

/// Cuts a text into clauses. Sentences come from ICU's Italian rules; a sentence of more than a breath is cut at its
/// commas, and text without punctuation (a poor recogniser) where speech pauses (marks.h). Never inside what is bound,
/// which may reach over the end of a sentence.
std::vector<Clause> FindClauses(const Text& text, const std::vector<Number>& numbers, const std::vector<TermHit>& terms,
                                const std::vector<TokenRange>& bound, const MarkModel& marks, bool is_unmarked);

}  // namespace scriba::clinical
