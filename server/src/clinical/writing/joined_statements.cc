#include "clinical/writing/joined_statements.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "clinical/reading/lexicon.h"
#include "clinical/writing/capitals.h"

namespace scriba::clinical {
namespace {

/// Whoever signs reads a sentence of so many words at a glance.
constexpr std::size_t kMostWords = 25;
/// A statement of no more words is a scrap.
constexpr std::size_t kWordsOfScrap = 8;
/// Between two statements of one breath stands no more than a mark.
constexpr std::size_t kMostBetween = 3;

std::size_t WordsOf(std::string_view text) {
  return text.empty() ? 0 : 1U + static_cast<std::size_t>(std::count(text.begin(), text.end(), ' '));
}

/// The tokens of a span of the transcript.
TokenRange TokensOf(const Text& text, Span span) {
  const auto& tokens = text.tokens();
  const auto from = [&](std::size_t offset) {
    const auto at = std::lower_bound(tokens.begin(), tokens.end(), offset,
                                     [](const Token& token, std::size_t place) { return token.begin < place; });
    return static_cast<TokenIndex>(at - tokens.begin());
  };
  return {from(span.begin), from(span.end)};
}

class Joiner {
 public:
  explicit Joiner(const Reading& reading) : reading_(reading) {}

  /// Whether the second may go on the sentence of the first.
  bool MayJoin(const Statement& first, const Statement& second) const {
    if (first.source != Source::kSaid || second.source != Source::kSaid) return false;
    if (!IsOneBreath(first, second)) return false;
    if (IsDeniedNext(first, second)) return true;
    const std::size_t words = WordsOf(first.text);
    const std::size_t more = WordsOf(second.text);
    if (words + more > kMostWords || std::min(words, more) > kWordsOfScrap) return false;
    return !WouldDeny(first, second) && !WouldChangeOwner(first, second) && !NamesAnother(first, second);
  }

 private:
  bool IsOneBreath(const Statement& first, const Statement& second) const {
    const std::size_t begin = second.evidence.front().begin;
    // From the back, where what was joined last stands: a chain of scraps is not walked through for each of them.
    const auto end = std::find_if(first.evidence.rbegin(), first.evidence.rend(),
                                  [begin](Span span) { return span.end <= begin && begin - span.end <= kMostBetween; });
    if (end == first.evidence.rend()) return false;
    const TokenRange before = TokensOf(reading_.text, *end);
    const TokenRange after = TokensOf(reading_.text, second.evidence.front());
    return !reading_.IsQuestion(after.first) && (before.empty() || !reading_.IsQuestion(before.last - 1));
  }

  template <std::size_t N>
  bool Names(const Statement& statement, const std::array<TagIndex, N>& tags) const {
    return std::any_of(statement.evidence.begin(), statement.evidence.end(),
                       [&](Span span) { return reading_.HasAnyOf(TokensOf(reading_.text, span), tags); });
  }

  bool NamesIllness(const Statement& statement) const {
    static const std::array kIllness{BuiltInLexicon().Tag("condition"), BuiltInLexicon().Tag("allergy"),
                                     BuiltInLexicon().Tag("surgery"), BuiltInLexicon().Tag("red_flag")};
    return Names(statement, kIllness);
  }
  static const std::array<TagIndex, 1>& Drugs() {
    static const std::array kDrug{BuiltInLexicon().Tag("drug")};
    return kDrug;
  }
  bool NamesDrug(const Statement& statement) const { return Names(statement, Drugs()); }

  bool WouldDeny(const Statement& first, const Statement& second) const {
    static const std::array kDeniable{BuiltInLexicon().Tag("food"),
                                      BuiltInLexicon().Tag("drink"),
                                      BuiltInLexicon().Tag("smoking"),
                                      BuiltInLexicon().Tag("activity"),
                                      BuiltInLexicon().Tag("eating_disorder"),
                                      BuiltInLexicon().Tag("mood"),
                                      BuiltInLexicon().Tag("self_harm"),
                                      BuiltInLexicon().Tag("bowel")};
    return first.negated && !second.negated && (NamesIllness(second) || NamesDrug(second) || Names(second, kDeniable));
  }

  bool SpeaksOfKin(const Statement& statement) const {
    static const std::array kKin{BuiltInLexicon().Tag("relative"), BuiltInLexicon().Tag("other_person")};
    return Names(statement, kKin);
  }

  bool WouldChangeOwner(const Statement& first, const Statement& second) const {
    constexpr std::size_t kBareWords = 3;
    const bool kin = SpeaksOfKin(first);
    if (kin == SpeaksOfKin(second)) return false;
    const bool ill = NamesIllness(first) || NamesDrug(first);
    const bool more = NamesIllness(second) || NamesDrug(second);
    if (!kin) return ill || more;
    const bool is_bare = !ill && WordsOf(first.text) <= kBareWords;
    return !is_bare && more;
  }

  /// "In gravidanza la metformina" "io non gliela do": alone the first would say the contrary.
  bool IsDeniedNext(const Statement& first, const Statement& second) const {
    constexpr WordSet kIt{"la", "lo", "le", "li", "l'", "gliela", "glielo", "gliele", "glieli", "gliel'"};
    constexpr TokenIndex kFirstWords = 3;
    const TokenIndex begin = TokensOf(reading_.text, second.evidence.front()).first;
    for (TokenIndex at = begin; at < begin + kFirstWords; ++at) {
      if (reading_.text.Word(at) != "non" || !IsAny(reading_.text.Word(at + 1), kIt)) continue;
      return NamesDrug(first) && !reading_.HasAnyOf({begin, at}, Drugs());
    }
    return false;
  }

  /// Two drugs or two illnesses: what is said of one would be read of the other.
  bool NamesAnother(const Statement& first, const Statement& second) const {
    return (NamesDrug(first) && NamesDrug(second)) || (NamesIllness(first) && NamesIllness(second));
  }

  const Reading& reading_;
};

void Join(Statement& first, Statement&& second) {
  constexpr std::string_view kOpen = "«";
  constexpr std::string_view kClose = "»";
  if (first.text.ends_with('.')) first.text.pop_back();
  if (first.text.ends_with(kClose) && second.text.starts_with(kOpen)) {
    first.text.resize(first.text.size() - kClose.size());
    first.text += ", " + GoingOn(std::string_view(second.text).substr(kOpen.size()));
  } else {
    first.text += ", " + GoingOn(second.text);
  }
  first.evidence.insert(first.evidence.end(), second.evidence.begin(), second.evidence.end());
  if (second.support == Support::kToVerify) first.support = Support::kToVerify;
  first.negated = first.negated || second.negated;
  if (first.who.empty()) first.who = std::move(second.who);
}

}  // namespace

void JoinScraps(const Reading& reading, Report& report) {
  const Joiner joiner(reading);
  for (const Section section : AllSections()) {
    std::vector<Statement> joined;
    for (Statement& statement : report[section]) {
      if (!joined.empty() && joiner.MayJoin(joined.back(), statement)) {
        Join(joined.back(), std::move(statement));
      } else {
        joined.push_back(std::move(statement));
      }
    }
    report[section] = std::move(joined);
  }
}

}  // namespace scriba::clinical
