// Values that were read in the line of another measure.
#pragma once

#include <vector>

#include "clinical/reading/lexicon.h"
#include "clinical/reading/numbers.h"

namespace scriba::clinical {

/// What was misread, with the name before it and the words that say so: "ferritina trentuno… no, quella è la sideremia.
/// Ferritina undici", "ALT ottantotto, no, ottantotto è la gamma GT". In reading order.
std::vector<TokenRange> FindMisreadLines(const Text& text, const std::vector<Number>& numbers,
                                         const std::vector<TermHit>& terms);

}  // namespace scriba::clinical
