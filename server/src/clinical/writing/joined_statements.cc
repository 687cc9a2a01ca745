#include "clinical/writing/joined_statements.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "clinical/reading/demonstratives.h"
#include "clinical/reading/lexicon.h"
#include "clinical/writing/capitals.h"

namespace scriba::clinical {
namespace {

/// Whoever signs reads a sentence of so many words at a glance.
constexpr std::size_t kMostWords = 25;
/// Where the second part would not say of what it speaks, the whole may have so many.
constexpr std::size_t kMostPointing = 32;
/// A statement of no more words is a scrap.
constexpr std::size_t kWordsOfScrap = 8;
/// Between two statements of one breath stands no more than a mark.
constexpr std::size_t kMostBetween = 3;
/// Of what was taken back, or is left out before what points back, so many characters may.
constexpr std::size_t kMostTakenBack = 50;

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
    if (IsSoonAfter(first, second) && PointsBack(first, second)) return true;
    if (!IsOneBreath(first, second)) return false;
    if (IsDeniedNext(first, second)) return true;
    const std::size_t words = WordsOf(first.text);
    const std::size_t more = WordsOf(second.text);
    if (words + more > kMostWords || std::min(words, more) > kWordsOfScrap) return false;
    return !WouldDeny(first, second) && !WouldChangeOwner(first, second) && !NamesAnother(first, second);
  }

 private:
  bool IsOneBreath(const Statement& first, const Statement& second) const {
    const TokenRange after = TokensOf(reading_.text, second.evidence.front());
    // From the back, where what was joined last stands: a chain of scraps is not walked through for each of them.
    const auto end = std::find_if(first.evidence.rbegin(), first.evidence.rend(),
                                  [&](Span span) { return LeadsTo(span, second.evidence.front(), after.first); });
    if (end == first.evidence.rend()) return false;
    const TokenRange before = TokensOf(reading_.text, *end);
    return !reading_.IsQuestion(after.first) && (before.empty() || !reading_.IsQuestion(before.last - 1));
  }

  /// "E la celiachia, [mi ricordavo qualcosa.] Quello è il fratello piccolo."
  static bool IsSoonAfter(const Statement& first, const Statement& second) {
    const std::size_t end = first.evidence.back().end;
    return end <= second.evidence.front().begin && second.evidence.front().begin - end <= kMostTakenBack;
  }

  /// Whether nothing was said between two spans but a mark, or what was taken back or begun again.
  bool LeadsTo(Span before, Span after, TokenIndex begin) const {
    if (before.end > after.begin) return false;
    if (after.begin - before.end <= kMostBetween) return true;
    if (after.begin - before.end > kMostTakenBack) return false;
    const TokenIndex end = TokensOf(reading_.text, before).last;
    return reading_.EndOfWithdrawn(end) >= begin || IsSaidAgain({end, begin});
  }

  /// "Da quando [da quando] avevo nove anni."
  bool IsSaidAgain(TokenRange words) const {
    for (TokenIndex at = words.first; at < words.last; ++at) {
      if (reading_.text.Word(at) != reading_.text.Word(words.last + at - words.first)) return false;
    }
    return true;
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

  /// "La gotta no." "Quella ce l'aveva papà.", "… e la levotiroxina." "Quella era da 50, passata a 75.", "Diabete di
  /// tipo uno." "Da quando avevo nove anni.": what is said of the illness or the drug named last.
  bool PointsBack(const Statement& first, const Statement& second) const {
    static const std::array kIll{BuiltInLexicon().Tag("condition")};
    constexpr WordSet kBefore{"e", "ma", "anche", "pero", "no", "si"};
    constexpr WordSet kSince{"da", "dal", "dall'"};
    constexpr std::array<std::string_view, 12> kCourses{"salit", "sospes", "portat",    "passat", "aumentat", "ridott",
                                                        "smess", "tolt",   "interrott", "scalat", "dimezzat", "finit"};
    constexpr std::array<std::string_view, 6> kStates{"operat",  "asintomatic", "compensat",
                                                      "trattat", "controllat",  "guarit"};
    constexpr TokenIndex kLastWords = 4;
    if (WordsOf(first.text) + WordsOf(second.text) > kMostPointing) return false;
    TokenIndex begin = TokensOf(reading_.text, second.evidence.front()).first;
    while (reading_.text.IsMark(begin) || IsAny(reading_.text.Word(begin), kBefore)) ++begin;
    TokenRange before = TokensOf(reading_.text, first.evidence.back());
    while (before.last > before.first && reading_.text.IsMark(before.last - 1)) --before.last;
    const TokenRange end{before.last - std::min(kLastWords, before.last - before.first), before.last};
    const std::string_view word = reading_.text.Word(begin);
    const bool points = IsAny(word, kDemonstratives);
    const bool tells_since = IsAny(word, kSince) && !reading_.NumbersIn({begin, begin + kLastWords}).empty();
    const bool tells_state =
        StartsWithAny(word, kStates) || (word == "in" && reading_.text.Word(begin + 1) == "remissione");
    return ((points || StartsWithAny(word, kCourses)) && reading_.HasAnyOf(end, Drugs())) ||
           ((points || tells_since || tells_state) && reading_.HasAnyOf(end, kIll));
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
