// Integers of a transcript: digits, or number words that a recogniser may have split ("cento trenta").
#pragma once

#include <optional>

#include "clinical/reading/text.h"

namespace scriba::clinical {

struct Integer {
  double value = 0;
  /// The token after it.
  TokenIndex next = 0;
  /// Written with a decimal point or comma: not an integer after all.
  bool is_decimal = false;
  /// "un", "uno": a number only where a tail follows.
  bool is_article = false;
};

/// The integer that begins at a token; none where the word only looks like one ("tu sei stanca").
std::optional<Integer> ReadInteger(const Text& text, TokenIndex at);

/// Whether a word is a thing that is counted ("volte", "mesi", "compresse"): the number before it is its own.
bool IsCounted(std::string_view word);

}  // namespace scriba::clinical
