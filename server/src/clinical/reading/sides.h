// Sides of the body.
#pragma once

#include <array>
#include <string_view>

#include "clinical/reading/text.h"

namespace scriba::clinical {

/// Whether a folded word is "destro", "sinistra", …; two that begin with another letter are of two sides.
inline bool IsSide(std::string_view word) {
  constexpr std::array<std::string_view, 2> kSides{"destr", "sinistr"};
  return StartsWithAny(word, kSides);
}

}  // namespace scriba::clinical
