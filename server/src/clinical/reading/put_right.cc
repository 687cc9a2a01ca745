#include "clinical/reading/put_right.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "clinical/reading/items.h"
#include "clinical/reading/prepositions.h"
#include "clinical/reading/sides.h"

namespace scriba::clinical {
namespace {

/// What stands before the word that holds: only the first ones say that something is wrong.
constexpr WordSet kWrong{"no", "anzi", "macche", "scusi", "scusa", "scusate", "pardon"};
constexpr WordSet kLeading{"ma", "che", "eh", "ah", "beh",  "veramente", "da",
                           "il", "la",  "l'", "al", "alla", "all'",      "a"};
/// Who is addressed by whoever puts him right; any name is as well.
constexpr WordSet kAddressed{"mamma",   "mami",      "ma'",      "papa",       "babbo",        "nonna",   "nonno",
                             "dottore", "dotto",     "dottore'", "dottoressa", "signora",      "signore", "professore",
                             "prof",    "onorevole", "amore",    "tesoro",     "professoressa"};
/// How he knows: "me lo ricordo", "fatti a giugno", "ce l'ho scritto".
constexpr WordSet kKnows{"me", "lo", "l'", "li",    "ho",       "ha",  "hai",
                         "te", "ce", "c'", "fatti", "compiuti", "non", "glielo"};
/// With these the value is one of another time.
constexpr WordSet kOtherTime{"prima",  "era", "erano", "scorsa", "scorso", "volta",
                             "allora", "fa",  "poi",   "anche",  "pure"};
/// "Giusto?", "vero?": a question about the value before it.
constexpr WordSet kAsksAgain{"giusto", "vero", "no", "corretto", "sbaglio", "torna", "confermi", "conferma"};
/// From what a value is read, or that it was measured.
constexpr WordSet kSources{"cartella", "scheda",  "scritto",   "libretto", "asta",     "foglio",  "lettera",
                           "quaderno", "pesata",  "pesato",    "misurata", "misurato", "referto", "segnato",
                           "qui",      "davanti", "controllo", "diario",   "verbale"};

/// Tokens before the word that holds, of its sentence; and between what was said and the sentence that puts it right.
constexpr TokenIndex kLongestLead = 6;
constexpr TokenIndex kFarthest = 28;
/// Words of a question about a value before it.
constexpr TokenIndex kShortQuestion = 3;
/// Of two values of which one was a mistake, the greater is at most so many times the other; what is counted, twice.
constexpr double kOfOneSize = 1.5;
constexpr double kFew = 20;
constexpr double kOfOneCount = 2;
/// Two strengths of one drug.
constexpr double kOfOneStrength = 5;
constexpr TokenIndex kFarthestDose = 14;
/// Two heights of one person.
constexpr double kOfOneHeight = 6;

class Finder {
 public:
  Finder(const Text& text, const std::vector<TokenRange>& withdrawn, std::vector<Number>& numbers)
      : text_(text), withdrawn_(withdrawn), numbers_(numbers) {}

  PutRight Find() {
    for (TokenIndex at = 1; at < text_.size(); ++at) {
      if (!text_.IsMark(at) && EndsSentence(at - 1)) PutRightFrom(at);
    }
    std::sort(exchanges_.begin(), exchanges_.end(),
              [](const Exchange& one, const Exchange& other) { return one.range.first < other.range.first; });
    return {std::move(exchanges_), std::move(echoes_)};
  }

 private:
  std::string_view Word(std::int64_t at) const { return text_.Word(at); }

  bool EndsSentence(TokenIndex at) const {
    const std::string_view word = Word(at);
    return word == "." || word == "?" || word == "!" || word == "...";
  }

  void PutRightFrom(TokenIndex sentence) {
    if (PutAllergenRight(sentence)) return;
    bool is_wrong = false;
    TokenIndex at = AfterAddress(sentence);
    for (; at < std::min(sentence + kLongestLead, text_.size()); ++at) {
      if (IsAny(Word(at), kWrong)) {
        is_wrong = true;
      } else if (!text_.IsMark(at) && !IsAny(Word(at), kLeading)) {
        break;
      }
    }
    const auto number = FirstFrom(numbers_, at);
    if (number != numbers_.end() && number->range.first == at) {
      if (!PutEchoRight(sentence, *number)) PutNumberRight(sentence, *number);
    } else if (IsSide(Word(at))) {
      PutSideRight(sentence, at, is_wrong);
    }
  }

  /// "Mamma, sono sedici, te le preparo io": behind who is addressed first, and the verb.
  TokenIndex AfterAddress(TokenIndex sentence) const {
    constexpr WordSet kVerbs{"sono", "son", "erano", "e", "era"};
    if (!IsAny(Word(sentence), kAddressed) || Word(sentence + 1) != ",") return sentence;
    return IsAny(Word(sentence + 2), kVerbs) ? sentence + 3 : sentence + 2;
  }

  /// "Trenta, dottore", "nove, papà, non undici", "uno e settantotto" after another height.
  void PutNumberRight(TokenIndex sentence, const Number& holds) {
    if (IsWithdrawn(holds.range.first)) return;
    const auto denied = DeniedAfter(holds);
    TokenIndex end = holds.range.last;
    if (!text_.IsMark(end)) ++end;
    const bool is_put_right = denied || IsAddress(end) || (AfterAddress(sentence) > sentence && EndsWithReason(end)) ||
                              IsAskedAgain(sentence) || IsReadOut(end) || holds.kind == NumberKind::kHeight;
    if (!is_put_right || (!denied && IsOfOtherTime(end))) return;
    const TokenIndex first = FirstOfWhatWasSaid(sentence);
    for (auto number = FirstFrom(numbers_, sentence); number != numbers_.begin();) {
      --number;
      if (number->range.first < first) return;
      if (IsWithdrawn(number->range.first)) continue;
      if (number->value == holds.value && number->kind == holds.kind) return;
      if (denied ? number->value != *denied : !MayBeMistaken(*number, holds)) continue;
      if (!CountsTheSame(number->range.last, holds)) continue;
      if (IsMaintained(*number, holds)) return;
      const double mistake = number->value;
      PutIn(NumberAt(number), holds);
      // "Settantaquattro." "Settantasei, l'ha pesata lei." "Settantasei e mezzo, c'è scritto."
      PutFormerRight(first, mistake, holds);
      return;
    }
  }

  /// "Allopurinolo da trecento." "Ma che trecento, Nazzareno, da cento!", "da cinque." "Da cinque no, la scatola nuova
  /// è dieci."
  bool PutEchoRight(TokenIndex sentence, const Number& echo) {
    const bool wonders = IsEchoed(echo.range.first) && (Word(sentence) == "ma" || Word(sentence) == "macche");
    if (!wonders && (Word(echo.range.last) != "no" || !text_.IsMark(echo.range.last + 1))) return false;
    const auto said = FirstFrom(numbers_, sentence);
    const auto holds = FirstFrom(numbers_, echo.range.last);
    if (said == numbers_.begin() || holds == numbers_.end()) return false;
    Number& before = NumberAt(said - 1);
    if (before.value != echo.value || before.kind != echo.kind || before.range.last + kFarthest < sentence ||
        holds->range.first > echo.range.last + kFarthestDose || IsWithdrawn(before.range.first) ||
        IsWithdrawn(holds->range.first) || !CanBeStrengths(before, *holds) ||
        text_.HasWord({sentence, holds->range.first}, "?"))
      return false;
    echoes_.push_back({sentence, holds->range.first});
    PutIn(before, *holds);
    return true;
  }

  bool IsEchoed(TokenIndex at) const { return Word(at - 1) == "che" || Word(at - 1) == "macche"; }

  /// Of one drug.
  static bool CanBeStrengths(const Number& said, const Number& holds) {
    if (said.kind != NumberKind::kPlain || holds.kind != NumberKind::kPlain || said.value == holds.value) return false;
    if (!MayShareUnit(said, holds)) return false;
    return std::max(said.value, holds.value) <= kOfOneStrength * std::min(said.value, holds.value);
  }

  /// The value that somebody denies as he says the one that holds.
  std::optional<double> DeniedAfter(const Number& holds) const {
    const TokenIndex last = std::min(holds.range.last + kLongestLead, text_.size());
    for (TokenIndex at = holds.range.last; at + 1 < last && !EndsSentence(at); ++at) {
      if (Word(at) != "non") continue;
      const auto number = FirstFrom(numbers_, at + 1);
      if (number != numbers_.end() && number->range.first == at + 1) return number->value;
    }
    return std::nullopt;
  }

  /// What was put right before by the value that is now put right itself.
  void PutFormerRight(TokenIndex first, double mistake, const Number& holds) {
    for (auto former = exchanges_.rbegin(); former != exchanges_.rend() && former->holds.first >= first; ++former) {
      const auto said = FirstFrom(numbers_, former->range.first);
      if (former->range.first < first || said->value != mistake || said->kind != holds.kind) continue;
      PutIn(NumberAt(said), holds);
      return;
    }
  }

  /// "Quindici, papà." "Ho qui la lettera: almeno dieci.": who said it stands by it.
  bool IsMaintained(const Number& said, const Number& holds) const {
    for (auto again = FirstFrom(numbers_, holds.range.last); again != numbers_.end(); ++again) {
      if (again->range.first > holds.range.last + kFarthest) return false;
      const bool is_denied = Word(std::int64_t{again->range.first} - 1) == "non";
      if (again->value == said.value && again->kind == said.kind && !is_denied) return true;
    }
    return false;
  }

  Number& NumberAt(std::vector<Number>::const_iterator place) {
    return numbers_[static_cast<std::size_t>(place - numbers_.cbegin())];
  }

  void PutIn(Number& said, Number holds) {
    if (IsRestOfHeight(said, holds)) {
      holds.kind = NumberKind::kHeight;
      holds.value += std::floor(said.value / 100) * 100;
      holds.unit = "cm";
      holds.written = WriteQuantity(holds.value, holds.unit);
    }
    exchanges_.push_back({said.range, holds.range});
    const std::string unit = holds.unit.empty() ? said.unit : holds.unit;
    said.kind = holds.kind;
    said.value = holds.value;
    said.second = holds.second;
    said.written = holds.written;
    if (holds.unit.empty() && !unit.empty()) said.written = WriteQuantity(said.value, unit);
    said.unit = unit;
  }

  /// "Sinistro, Ignà.", "anzi no, a sinistra", "scusi, sinistro".
  void PutSideRight(TokenIndex sentence, TokenIndex holds, bool is_wrong) {
    const TokenIndex after = holds + 1;
    if (!text_.IsMark(after) || Word(after) == "?" || IsWithdrawn(holds)) return;
    const TokenIndex next = text_.AfterMarks(after);
    const bool excuses = IsAny(Word(next), kWrong) || Word(next) == "mi";
    if (!is_wrong && ((!excuses && !EndsSentence(after) && !IsAddress(after)) || IsOfOtherTime(after))) return;
    const TokenIndex first = FirstOfWhatWasSaid(sentence);
    for (TokenIndex at = sentence; at > first; --at) {
      const TokenIndex said = at - 1;
      if (!IsSide(Word(said))) continue;
      const bool is_other = Word(said).front() != Word(holds).front();
      if (is_other && !IsWithdrawn(said)) exchanges_.push_back({{said, said + 1}, {holds, holds + 1}});
      return;
    }
  }

  /// "È allergica alle nocciole, quella è una cosa seria." "Alle arachidi, mamma."
  bool PutAllergenRight(TokenIndex sentence) {
    TokenIndex at = sentence;
    while (at < sentence + kLongestLead && (text_.IsMark(at) || IsAny(Word(at), kWrong))) ++at;
    const TokenRange holds = ToWhat(at);
    if (holds.empty() || (at == sentence && !IsAddress(holds.last))) return false;
    const TokenIndex first = FirstOfWhatWasSaid(sentence);
    for (TokenIndex allergy = sentence; allergy > first; --allergy) {
      if (!Word(allergy - 1).starts_with("allergi")) continue;
      const TokenRange said = ToWhat(allergy);
      if (said.empty() || Word(said.last - 1) == Word(holds.last - 1)) return false;
      exchanges_.push_back({said, holds});
      return true;
    }
    return false;
  }

  /// "Alle arachidi": up to the next mark; empty where no such words begin there.
  TokenRange ToWhat(TokenIndex at) const {
    constexpr TokenIndex kLongest = 4;
    if (!IsAny(Word(at), kTo)) return {};
    const TokenIndex end = FirstIn({at, at + kLongest}, [&](TokenIndex mark) { return text_.IsMark(mark); });
    const bool denies = Word(end - 1) == "no" || Word(end - 1) == "si";
    return end < at + kLongest && end > at + 1 && !denies ? TokenRange{at, end} : TokenRange{};
  }

  /// A mark with somebody's name or title between it and the end of the sentence. "Otto, dottore, la domenica" and "il
  /// sinistro, Ignazio, a novembre" tell another case; "sessantuno, dottò, fatti a giugno" how he knows.
  bool IsAddress(TokenIndex at) const {
    if (Word(at) != "," || at + 2 > text_.size() || !text_.IsMark(at + 2) || !EndsWithReason(at + 2)) return false;
    return IsAny(Word(at + 1), kAddressed) ||
           (text_[at + 1].kind == TokenKind::kWord && !text_.IsSmall(at + 1) && text_[at + 1].folded.size() > 2);
  }

  /// At a mark: whether the sentence ends there, or goes on with how its speaker knows.
  bool EndsWithReason(TokenIndex mark) const {
    return Word(mark) != "?" && text_.IsMark(mark) && (Word(mark) != "," || IsAny(Word(mark + 1), kKnows));
  }

  /// "Novantuno e otto, ho la cartella davanti."
  bool IsReadOut(TokenIndex at) const {
    if (Word(at) != ",") return false;
    const TokenRange behind{at, std::min(at + kLongestLead, text_.size())};
    const TokenIndex end = FirstIn(behind, [&](TokenIndex word) { return EndsSentence(word); });
    return text_.HasAny({at, end}, kSources);
  }

  /// Whether the sentence goes on with when that was.
  bool IsOfOtherTime(TokenIndex at) const {
    for (; at < text_.size() && !EndsSentence(at); ++at) {
      if (IsAny(Word(at), kOtherTime)) return true;
    }
    return false;
  }

  /// Whether the sentence before only asks whether the one before it is right.
  bool IsAskedAgain(TokenIndex sentence) const {
    if (Word(sentence - 1) != "?") return false;
    const TokenIndex word = sentence >= 2 ? sentence - 2 : 0;
    return IsAny(Word(word), kAsksAgain) && StartOfPart(word) + kShortQuestion > word;
  }

  /// Behind the last mark before a place.
  TokenIndex StartOfPart(TokenIndex at) const {
    while (at > 0 && !text_.IsMark(at - 1)) --at;
    return at;
  }

  /// Two sentences back, the second only where no question stands between; of a question, its own words.
  TokenIndex FirstOfWhatWasSaid(TokenIndex sentence) const {
    // "Due cisti dall'ovaio destro. Giusto?" "Sinistro."
    if (IsAskedAgain(sentence)) sentence = StartOfPart(sentence - 2);
    if (sentence == 0) return 0;
    const bool asks = Word(sentence - 1) == "?";
    bool is_second = false;
    TokenIndex at = sentence - 1;
    for (; at > 0 && at + kFarthest > sentence; --at) {
      if (!EndsSentence(at - 1)) continue;
      // Two marks may end one sentence.
      const bool is_sentence = at + 1 < sentence;
      if (is_second || Word(at - 1) == "?" || (asks && is_sentence)) return at;
      is_second = is_sentence;
    }
    return at;
  }

  /// "Sessantadue anni" and "sessantuno", but not "due figli" and "tre volte".
  bool CountsTheSame(TokenIndex after, const Number& holds) const {
    const TokenIndex counted = holds.range.last;
    return text_.IsMark(counted) || text_.IsMark(after) || Word(after).substr(0, 4) == Word(counted).substr(0, 4);
  }

  /// "Uno e sessantasette, giusto?" "Sessantotto."
  static bool IsRestOfHeight(const Number& said, const Number& holds) {
    return said.kind == NumberKind::kHeight && holds.kind == NumberKind::kPlain && holds.unit.empty() &&
           holds.value == std::floor(holds.value) && std::abs(std::fmod(said.value, 100) - holds.value) <= kOfOneHeight;
  }

  static bool MayBeMistaken(const Number& said, const Number& holds) {
    if (IsRestOfHeight(said, holds)) return true;
    if (said.kind != holds.kind || said.kind == NumberKind::kDate || said.kind == NumberKind::kClock) return false;
    if (!MayShareUnit(said, holds) || said.value <= 0 || holds.value <= 0) return false;
    if (said.kind == NumberKind::kHeight) return std::abs(said.value - holds.value) <= kOfOneHeight;
    const double ratio = std::max(said.value, holds.value) / std::min(said.value, holds.value);
    return ratio <= (std::max(said.value, holds.value) <= kFew ? kOfOneCount : kOfOneSize);
  }

  bool IsWithdrawn(TokenIndex at) const { return EndOfCovering(withdrawn_, at) > at; }

  const Text& text_;
  const std::vector<TokenRange>& withdrawn_;
  std::vector<Number>& numbers_;
  std::vector<Exchange> exchanges_;
  std::vector<TokenRange> echoes_;
};

}  // namespace

PutRight FindPutRight(const Text& text, const std::vector<TokenRange>& withdrawn, std::vector<Number>& numbers) {
  return Finder(text, withdrawn, numbers).Find();
}

}  // namespace scriba::clinical
