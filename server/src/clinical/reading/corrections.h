// Second thoughts: values that the speaker took back.
#pragma once

#include <vector>

#include "clinical/reading/lexicon.h"
#include "clinical/reading/numbers.h"

namespace scriba::clinical {

/// Words that say a value which the next words replace, the words of the second thought included: in "ottanta… no, mi
/// scusi, ottantotto" everything before "ottantotto". In reading order, not overlapping. A value said twice
/// ("sessantaquattro, sessantaquattro e tre") counts as replaced by its fuller form, and a dose by the one to which it
/// was changed ("cinque milligrammi… no, me l'hanno alzato, dieci"). The words taken back are among them.
std::vector<TokenRange> FindWithdrawn(const Text& text, const std::vector<Number>& numbers,
                                      const std::vector<TermHit>& terms, const std::vector<TokenRange>& words);

}  // namespace scriba::clinical
