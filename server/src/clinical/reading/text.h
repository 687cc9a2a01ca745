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

template <std::size_t N>
class WordSet;
template <std::size_t N>
constexpr bool StartsWithAny(std::string_view word, const std::array<std::string_view, N>& stems);

class Text {
 public:
  /// Invalid UTF-8 becomes U+FFFD, so every input has a reading.
  explicit Text(std::string_view utf8);

  const icu::UnicodeString& utf16() const { return utf16_; }
  const std::vector<Token>& tokens() const { return tokens_; }
  const Token& operator[](TokenIndex index) const { return tokens_[index]; }
  TokenIndex size() const { return static_cast<TokenIndex>(tokens_.size()); }

  /// Folded form of a token, or the empty string past either end.
  std::string_view Word(std::int64_t index) const {
    return IsInside(index) ? std::string_view(tokens_[static_cast<std::size_t>(index)].folded) : std::string_view();
  }
  /// Past either end as well.
  bool IsMark(std::int64_t index) const {
    return !IsInside(index) || tokens_[static_cast<std::size_t>(index)].kind == TokenKind::kMark;
  }
  /// Whether a folded word, or one of a set, stands inside a range.
  bool HasWord(TokenRange range, std::string_view word) const {
    for (TokenIndex at = range.first; at < range.last; ++at) {
      if (Word(at) == word) return true;
    }
    return false;
  }
  template <std::size_t N>
  bool HasAny(TokenRange range, const WordSet<N>& words) const {
    for (TokenIndex at = range.first; at < range.last; ++at) {
      if (words.Has(Word(at))) return true;
    }
    return false;
  }
  /// Whether a word that begins with one of the stems stands inside a range.
  template <std::size_t N>
  bool HasStem(TokenRange range, const std::array<std::string_view, N>& stems) const {
    for (TokenIndex at = range.first; at < range.last; ++at) {
      if (StartsWithAny(Word(at), stems)) return true;
    }
    return false;
  }
  /// The first word or number from a place on; the end of the text where only marks follow.
  TokenIndex AfterMarks(TokenIndex at) const {
    while (at < size() && IsMark(at)) ++at;
    return at;
  }
  /// Words and numbers between two places, marks left out.
  TokenIndex WordsBetween(TokenIndex first, TokenIndex last) const {
    TokenIndex words = 0;
    for (TokenIndex at = first; at < last; ++at) words += IsMark(at) ? 0U : 1U;
    return words;
  }
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
  bool IsInside(std::int64_t index) const { return index >= 0 && index < static_cast<std::int64_t>(tokens_.size()); }

  icu::UnicodeString utf16_;
  std::vector<Token> tokens_;
};

/// Lower case without accents, with typographic apostrophes made plain.
std::string Fold(std::string_view utf8);

/// Folded words that are looked for. Most words of a text have a length and a first letter that none of these has.
template <std::size_t N>
class WordSet {
 public:
  template <typename... Words>
  consteval explicit WordSet(Words... words) : WordSet(std::array<std::string_view, N>{words...}) {}
  consteval explicit WordSet(std::array<std::string_view, N> words) : words_(words) {
    std::sort(words_.begin(), words_.end(), [](std::string_view a, std::string_view b) { return a.size() < b.size(); });
    for (const std::string_view word : words_) {
      firsts_.at(LengthOf(word)) |= FirstOf(word);
      for (std::size_t longer = LengthOf(word) + 1; longer <= kLengths; ++longer) ++begins_.at(longer);
    }
  }

  constexpr bool Has(std::string_view word) const {
    const std::size_t length = LengthOf(word);
    if (firsts_[length] == 0 || (firsts_[length] & FirstOf(word)) == 0) return false;
    for (std::size_t i = begins_[length]; i < begins_[length + 1]; ++i) {
      if (words_[i].front() == word.front() && words_[i] == word) return true;
    }
    return false;
  }
  constexpr auto begin() const { return words_.begin(); }
  constexpr auto end() const { return words_.end(); }

 private:
  static constexpr std::size_t kLengths = 16;
  static constexpr std::size_t LengthOf(std::string_view word) { return std::min(word.size(), kLengths - 1); }
  static constexpr std::uint32_t FirstOf(std::string_view word) {
    return std::uint32_t{1} << (static_cast<unsigned char>(word.front()) % 32);
  }

  /// The shorter first.
  std::array<std::string_view, N> words_;
  /// By length: the first letters of its words, a bit each.
  std::array<std::uint32_t, kLengths> firsts_{};
  /// By length: where its words begin.
  std::array<std::uint16_t, kLengths + 1> begins_{};
};
template <typename... Words>
WordSet(Words...) -> WordSet<sizeof...(Words)>;

/// The words of several sets, by which those that are in none are told at once.
template <std::size_t... N>
consteval auto Union(const WordSet<N>&... sets) {
  std::array<std::string_view, (N + ...)> words;
  auto next = words.begin();
  ((next = std::copy(sets.begin(), sets.end(), next)), ...);
  return WordSet<(N + ...)>(words);
}

/// Whether a folded word is one of a set.
template <std::size_t N>
constexpr bool IsAny(std::string_view word, const WordSet<N>& words) {
  return words.Has(word);
}

/// Whether a folded word begins with one of the stems.
template <std::size_t N>
constexpr bool StartsWithAny(std::string_view word, const std::array<std::string_view, N>& stems) {
  return std::any_of(stems.begin(), stems.end(), [&](std::string_view stem) {
    return word.size() >= stem.size() && word.front() == stem.front() && word.starts_with(stem);
  });
}

}  // namespace scriba::clinical
