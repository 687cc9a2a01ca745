// Second thoughts that reach over other words and values: another sheet, the scales without a coat, what was admitted.
#pragma once

#include <vector>

#include "clinical/reading/lexicon.h"
#include "clinical/reading/numbers.h"

namespace scriba::clinical {

/// Words that say a value for which another one is said some sentences later, in reading order, not overlapping. "Ho
/// letto glicata sette e nove, mi sono spaventata. … No, signora, quello è il foglio di luglio. Questo è il nuovo:
/// glicata sette e quattro" withdraws all before the second name.
std::vector<TokenRange> FindSecondReadings(const Text& text, const std::vector<Number>& numbers,
                                           const std::vector<TermHit>& terms);

}  // namespace scriba::clinical
