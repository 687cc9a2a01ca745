// Words that somebody else in the room puts right: "calcolo a destra." "Sinistra, dottore."
#pragma once

#include <vector>

#include "clinical/reading/exchange.h"
#include "clinical/reading/text.h"

namespace scriba::clinical {

/// Sides of the body, weeks by their ordinals and what somebody is allergic to, each with the words that hold, in no
/// order. The words taken back before are left alone.
std::vector<Exchange> FindWordsPutRight(const Text& text, const std::vector<TokenRange>& withdrawn);

}  // namespace scriba::clinical
