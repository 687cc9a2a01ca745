// The words for units, as they are spoken and written.
#pragma once

#include <string_view>

#include "clinical/reading/text.h"

namespace scriba::clinical {

/// The canonical short unit of a lower-case word ("chili" is "kg"); empty when it is none.
std::string_view UnitOf(std::string_view word);

/// The unit that begins at a place, also one of two words ("per cento", "kilo pascal"), and where it ends; empty where
/// none does.
struct SaidUnit {
  std::string_view unit;
  TokenIndex next = 0;
};
SaidUnit UnitAt(const Text& text, TokenIndex at);

}  // namespace scriba::clinical
