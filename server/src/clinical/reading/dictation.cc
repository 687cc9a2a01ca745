#include "clinical/reading/dictation.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "clinical/reading/cardinals.h"

namespace scriba::clinical {
namespace {

/// Fewer dictated marks than these are words of the talk.
constexpr std::size_t kFewestDictated = 4;
/// Words after which "punto" is a noun: "il punto", "a che punto".
constexpr std::array<std::string_view, 14> kBeforeNoun{"il",  "un",  "al",  "del",   "dal",    "nel",   "sul",
                                                       "che", "mio", "suo", "certo", "questo", "primo", "ogni"};

struct Phrase {
  std::array<std::string_view, 4> words;
  std::string_view mark;
};
constexpr std::array kPhrases{
    Phrase{{"punto", "e", "a", "capo"}, "."},
    Phrase{{"punto", "a", "capo"}, "."},
    Phrase{{"punto", "e", "virgola"}, ";"},
    Phrase{{"due", "punti"}, ":"},
    Phrase{{"aperta", "parentesi"}, "("},
    Phrase{{"aperta", "la", "parentesi"}, "("},
    Phrase{{"chiusa", "parentesi"}, ")"},
    Phrase{{"chiusa", "la", "parentesi"}, ")"},
    Phrase{{"punto"}, "."},
    Phrase{{"virgola"}, ","},
};

bool IsValue(const Token& token) {
  return token.kind == TokenKind::kNumber || token.folded == "uno" || ReadCardinal(token.folded).has_value();
}

class Dictation {
 public:
  explicit Dictation(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}

  std::vector<Token> Punctuated() {
    std::vector<Token> result;
    std::size_t dictated = 0;
    std::size_t written = 0;
    for (std::size_t at = 0; at < tokens_.size();) {
      written += tokens_[at].kind == TokenKind::kMark ? 1U : 0U;
      const Phrase* phrase = PhraseAt(at);
      const std::size_t length = phrase ? LengthOf(*phrase) : 1;
      Token token = tokens_[at];
      if (phrase) {
        ++dictated;
        token.end = tokens_[at + length - 1].end;
        token.kind = TokenKind::kMark;
        token.folded = phrase->mark;
      }
      result.push_back(std::move(token));
      at += length;
    }
    return dictated >= kFewestDictated && written < dictated ? std::move(result) : std::move(tokens_);
  }

 private:
  static std::size_t LengthOf(const Phrase& phrase) {
    return static_cast<std::size_t>(
        std::count_if(phrase.words.begin(), phrase.words.end(), [](std::string_view word) { return !word.empty(); }));
  }

  const Phrase* PhraseAt(std::size_t at) const {
    for (const Phrase& phrase : kPhrases) {
      if (tokens_[at].folded != phrase.words[0]) continue;
      const std::size_t length = LengthOf(phrase);
      if (at + length > tokens_.size()) continue;
      bool fits = true;
      for (std::size_t i = 0; fits && i < length; ++i) fits = tokens_[at + i].folded == phrase.words[i];
      if (fits && (length > 1 || StandsAlone(at))) return &phrase;
    }
    return nullptr;
  }

  bool StandsAlone(std::size_t at) const {
    if (at == 0) return false;
    const Token& before = tokens_[at - 1];
    if (at + 1 < tokens_.size() && IsValue(before) && IsValue(tokens_[at + 1])) return false;
    return std::find(kBeforeNoun.begin(), kBeforeNoun.end(), before.folded) == kBeforeNoun.end();
  }

  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> WithDictatedMarks(std::vector<Token> tokens) { return Dictation(std::move(tokens)).Punctuated(); }

}  // namespace scriba::clinical
