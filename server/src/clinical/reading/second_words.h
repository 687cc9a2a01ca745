// Second thoughts about words: a relative, a side or a time of day that the speaker exchanges.
#pragma once

#include <vector>

#include "clinical/reading/lexicon.h"
#include "clinical/reading/text.h"

namespace scriba::clinical {

/// What of a text was taken back in words.
struct SecondWords {
  /// The words taken back and those that take them back, in reading order.
  std::vector<TokenRange> withdrawn;
  /// From what was taken back to what holds: one statement, in which nothing is cut.
  std::vector<TokenRange> bound;
};

/// A relative in whose place another is named ("il papà era diabetico, ehm, no, il papà no, il nonno": "era diabetico,
/// il nonno") or a side of the body ("l'anca destra, anzi sinistra"), and words that are begun again with more ("una
/// intera il mercoledì. No, aspetti, il mercoledì e la domenica") or set in the past ("due volte. No, pardon: due volte
/// era al principio. Adesso una").
SecondWords FindSecondWords(const Text& text, const std::vector<TermHit>& terms);

}  // namespace scriba::clinical
