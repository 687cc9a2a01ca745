#include "clinical/reading/dictation.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "clinical/reading/cardinals.h"
#include "clinical/reading/text.h"

namespace scriba::clinical {
namespace {

/// Fewer dictated marks than these are words of the talk.
constexpr std::size_t kFewestDictated = 4;
/// Words after which "punto" is a noun: "il punto", "a che punto".
constexpr WordSet kBeforeNoun{"il",  "un",  "al",  "del",   "dal",    "nel",   "sul",
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

constexpr WordSet kFirstOfPhrase{"punto", "due", "aperta", "chiusa", "virgola"};

bool IsValue(const Token& token) {
  return token.kind == TokenKind::kNumber || token.folded == "uno" || ReadCardinal(token.folded).has_value();
}

class Dictation {
 public:
  explicit Dictation(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}

  std::vector<Token> Punctuated() {
    FindMarks();
    if (marks_.size() < kFewestDictated || written_ >= marks_.size()) return std::move(tokens_);
    std::vector<Token> result;
    result.reserve(tokens_.size());
    auto mark = marks_.begin();
    for (std::size_t at = 0; at < tokens_.size();) {
      const bool is_mark = mark != marks_.end() && mark->first == at;
      const std::size_t next = at + (is_mark ? LengthOf(*mark->phrase) : 1);
      const std::uint32_t end = tokens_[next - 1].end;
      Token token = std::move(tokens_[at]);
      if (is_mark) {
        token.end = end;
        token.kind = TokenKind::kMark;
        token.folded = mark->phrase->mark;
        ++mark;
      }
      result.push_back(std::move(token));
      at = next;
    }
    return result;
  }

 private:
  struct Mark {
    std::size_t first = 0;
    const Phrase* phrase = nullptr;
  };

  /// The dictated marks, and how many there are already.
  void FindMarks() {
    for (std::size_t at = 0; at < tokens_.size();) {
      written_ += tokens_[at].kind == TokenKind::kMark ? 1U : 0U;
      const Phrase* phrase = IsAny(tokens_[at].folded, kFirstOfPhrase) ? PhraseAt(at) : nullptr;
      if (phrase) marks_.push_back({at, phrase});
      at += phrase ? LengthOf(*phrase) : 1;
    }
  }

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
    return !IsAny(before.folded, kBeforeNoun);
  }

  std::vector<Token> tokens_;
  std::vector<Mark> marks_;
  std::size_t written_ = 0;
};

}  // namespace

std::vector<Token> WithDictatedMarks(std::vector<Token> tokens) { return Dictation(std::move(tokens)).Punctuated(); }

}  // namespace scriba::clinical
