// The words with which a speaker takes something back.
#pragma once

#include "clinical/reading/text.h"

namespace scriba::clinical {

inline constexpr WordSet kCues{"no",       "anzi",   "scusi", "scusate",   "scusa",     "scusami",
                               "correggo", "pardon", "male",  "sbagliato", "rettifico", "macche"};

inline bool IsCue(std::string_view word) { return IsAny(word, kCues); }

}  // namespace scriba::clinical
