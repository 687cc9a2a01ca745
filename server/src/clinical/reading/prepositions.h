// Prepositions that rules look for.
#pragma once

#include "clinical/reading/text.h"

namespace scriba::clinical {

/// "Allergica alle noci", "la mamma, alle ovaie", "dalle otto alle nove".
inline constexpr WordSet kTo{"al", "allo", "alla", "all'", "ai", "agli", "alle"};

}  // namespace scriba::clinical
