// A transcript as tokens: words, numbers and marks, each with its place in the transcript.
#pragma once

#include <unicode/unistr.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "clinical/reading/token.h"
#include "clinical/report.h"

namespace scriba::clinical {

class Text {
 public:
  /// Invalid UTF-8 becomes U+FFFD, so every input has a reading.
  explicit Text(std::string_view utf8);

  const icu::UnicodeString& utf16() const { return utf16_; }
  const std::vector<Token>& tokens() const { return tokens_; }
  const Token& operator[](TokenIndex index) const { return tokens_[index]; }
  TokenIndex size() const { return static_cast<TokenIndex>(tokens_.size()); }

  /// Folded form of a token, or the empty string past either end.
  std::string_view Word(std::int64_t index) const;
  bool IsMark(std::int64_t index) const;
  /// Whether a token begins with a small letter.
  bool IsSmall(TokenIndex index) const;
  /// Whether a mark was said in words ("virgola").
  bool IsDictatedMark(TokenIndex index) const;
  Span SpanOf(TokenRange range) const;
  /// The same words at the same places, with blanks for marks.
  Text WithoutMarks() const;
  /// The words as they stand in the transcript, in UTF-8.
  std::string Original(TokenIndex index) const;
  std::string Original(Span span) const;

 private:
  void Tokenize();

  icu::UnicodeString utf16_;
  std::vector<Token> tokens_;
};

/// Lower case without accents, with typographic apostrophes made plain.
std::string Fold(std::string_view utf8);

/// Whether a folded word is one of a list.
template <std::size_t N>
bool IsAny(std::string_view word, const std::array<std::string_view, N>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace scriba::clinical
