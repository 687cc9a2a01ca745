// What one says and another, or he himself, then says not to have been so.
#pragma once

#include <vector>

#include "clinical/reading/lexicon.h"
#include "clinical/reading/numbers.h"

namespace scriba::clinical {

/// Values and illnesses that a "non sono otto", "non era infarto, era lo scompenso" denies soon after they were said:
/// only what was said before; the denial stays. In reading order.
std::vector<TokenRange> FindDeniedLater(const Text& text, const std::vector<Number>& numbers,
                                        const std::vector<TermHit>& terms);

}  // namespace scriba::clinical
