// Words, numbers and marks of a transcript, each with its place in it.
#pragma once

#include <cstdint>
#include <string>

namespace scriba::clinical {

enum class TokenKind : std::uint8_t { kWord, kNumber, kMark };

/// One word, number or punctuation mark. `l'altezza` is two words, `l'` and `altezza`; `130/85` is one number.
struct Token {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  TokenKind kind = TokenKind::kWord;
  bool space_before = false;
  /// Lower case without accents, one apostrophe: the form in which every rule compares.
  std::string folded;
};

/// Index of a token, and a half-open range of tokens.
using TokenIndex = std::uint32_t;
struct TokenRange {
  TokenIndex first = 0;
  TokenIndex last = 0;
  bool empty() const { return first >= last; }
  bool operator==(const TokenRange&) const = default;
};

}  // namespace scriba::clinical
