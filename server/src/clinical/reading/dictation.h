// Punctuation that a doctor dictates: "virgola", "punto", "punto a capo", "due punti", "aperta parentesi".
#pragma once

#include <vector>

#include "clinical/reading/token.h"

namespace scriba::clinical {

/// The tokens of a text with the dictated marks as marks, where the words are one: only in a text in which they are
/// many and written marks few, never inside a number ("sei virgola cinque") nor where "punto" is a noun ("il punto").
std::vector<Token> WithDictatedMarks(std::vector<Token> tokens);

}  // namespace scriba::clinical
