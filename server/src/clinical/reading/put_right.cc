#include "clinical/reading/put_right.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "clinical/reading/integers.h"
#include "clinical/reading/items.h"
#include "clinical/reading/objections.h"
#include "clinical/reading/put_right_words.h"

namespace scriba::clinical {
namespace {

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
      : text_(text), objections_(text), withdrawn_(withdrawn), numbers_(numbers) {}

  PutRight Find() {
    for (TokenIndex at = 1; at < text_.size(); ++at) {
      if (!text_.IsMark(at) && objections_.EndsSentence(at - 1)) PutRightFrom(at);
    }
    PutNamedDosesRight();
    const std::vector<Exchange> words = FindWordsPutRight(text_, withdrawn_);
    exchanges_.insert(exchanges_.end(), words.begin(), words.end());
    std::sort(exchanges_.begin(), exchanges_.end(),
              [](const Exchange& one, const Exchange& other) { return one.range.first < other.range.first; });
    return {std::move(exchanges_), std::move(echoes_)};
  }

 private:
  std::string_view Word(std::int64_t at) const { return text_.Word(at); }

  void PutRightFrom(TokenIndex sentence) {
    const TokenIndex at = objections_.LeadOf(sentence).end;
    const auto number = FirstFrom(numbers_, at);
    if (number == numbers_.end() || number->range.first != at) {
      PutNamedRight(at);
    } else if (!PutEchoRight(sentence, *number)) {
      PutNumberRight(sentence, *number);
    }
  }

  /// "Perindopril da dieci e l'Eutirox." "Perindopril cinque, Turi."
  void PutNamedRight(TokenIndex name) {
    const auto holds = FirstFrom(numbers_, name);
    if (holds == numbers_.end() || NameOf(*holds) != name || IsWithdrawn(name)) return;
    Number* said = NamedBefore(name);
    const TokenIndex end = holds->range.last;
    if (!said || !CanBeStrengths(*said, *holds) || objections_.IsOfOtherTime(end)) return;
    if (objections_.IsAddress(end) || IsAddressees(end, *said)) PutIn(*said, *holds);
  }

  /// "…, Turi, dieci è il tuo": the value was another's.
  bool IsAddressees(TokenIndex mark, const Number& said) const {
    constexpr TokenIndex kBehindName = 3;
    if (Word(mark) != "," || Word(mark + 2) != ",") return false;
    const auto others = FirstFrom(numbers_, mark + kBehindName);
    return others != numbers_.end() && others->range.first == mark + kBehindName && others->value == said.value &&
           Word(others->range.last) == "e";
  }

  /// "Pantoprazolo quaranta ogni giorno … il pantoprazolo no, da venti, adesso me l'ha abbassato."
  void PutNamedDosesRight() {
    for (const Number& holds : numbers_) {
      TokenIndex no = BeforeFrom(holds.range.first);
      if (no > 0 && Word(no) == ",") --no;
      if (no < 1 || Word(no) != "no" || IsCounted(Word(holds.range.last)) || IsWithdrawn(no)) continue;
      Number* said = NamedBefore(no - 1);
      if (said && CanBeStrengths(*said, holds)) PutIn(*said, holds);
    }
  }

  /// The token before a value and its "da".
  TokenIndex BeforeFrom(TokenIndex value) const {
    const TokenIndex before = value > 0 ? value - 1 : 0;
    return Word(before) == "da" && before > 0 ? before - 1 : before;
  }

  /// The word before a value: "ramipril cinque", "ramipril da cinque".
  TokenIndex NameOf(const Number& number) const { return BeforeFrom(number.range.first); }

  /// The last value that was said right after a name, which stands here again; null where none was.
  Number* NamedBefore(TokenIndex name) {
    constexpr TokenIndex kFarthestName = 60;
    constexpr std::size_t kLettersOfName = 5;
    if (text_.IsMark(name) || Word(name).size() < kLettersOfName) return nullptr;
    for (auto number = FirstFrom(numbers_, name); number != numbers_.begin();) {
      --number;
      if (number->range.first + kFarthestName < name) break;
      if (Word(NameOf(*number)) == Word(name) && !IsWithdrawn(number->range.first)) return &NumberAt(number);
    }
    return nullptr;
  }

  /// "Trenta, dottore", "nove, papà, non undici", "uno e settantotto" after another height.
  void PutNumberRight(TokenIndex sentence, const Number& holds) {
    if (IsWithdrawn(holds.range.first)) return;
    const auto denied = DeniedAfter(holds);
    TokenIndex end = holds.range.last;
    if (!text_.IsMark(end)) ++end;
    const bool is_put_right = denied || objections_.IsAddress(end) ||
                              (objections_.AfterAddress(sentence) > sentence && objections_.EndsWithReason(end)) ||
                              objections_.IsAskedAgain(sentence) || objections_.IsReadOut(end) || IsRemembered(holds) ||
                              holds.kind == NumberKind::kHeight;
    if (!is_put_right || (!denied && objections_.IsOfOtherTime(end))) return;
    const TokenIndex first = objections_.FirstOfWhatWasSaid(sentence);
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
      PutRepeatedRight(number, mistake, holds);
      // "Settantaquattro." "Settantasei, l'ha pesata lei." "Settantasei e mezzo, c'è scritto."
      PutFormerRight(first, mistake, holds);
      return;
    }
  }

  /// "Cinquantasette. Ero cinquantasette, me lo ricordo benissimo": a value alone, and again with how he knows.
  bool IsRemembered(const Number& holds) const {
    constexpr WordSet kVerbs{"ero", "era", "erano", "sono", "pesavo"};
    const TokenIndex verb = holds.range.last + 1;
    const auto again = FirstFrom(numbers_, verb);
    return Word(holds.range.last) == "." && IsAny(Word(verb), kVerbs) && again != numbers_.end() &&
           again->range.first == verb + 1 && again->value == holds.value && Word(again->range.last) == "," &&
           objections_.EndsWithReason(again->range.last);
  }

  /// "A febbraio cinquantasei. Cinquantasei e qualcosa": a mistake that was said twice.
  void PutRepeatedRight(std::vector<Number>::const_iterator mistaken, double mistake, const Number& holds) {
    constexpr TokenIndex kAtOnce = 4;
    if (mistaken == numbers_.cbegin()) return;
    const auto first = mistaken - 1;
    if (first->value == mistake && first->kind == holds.kind && first->range.last + kAtOnce >= mistaken->range.first &&
        !IsWithdrawn(first->range.first)) {
      PutIn(NumberAt(first), holds);
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
    if (before.value != echo.value || before.kind != echo.kind ||
        before.range.last + Objections::kFarthest < sentence || holds->range.first > echo.range.last + kFarthestDose ||
        IsWithdrawn(before.range.first) || IsWithdrawn(holds->range.first) || !CanBeStrengths(before, *holds) ||
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
    const TokenIndex last = std::min(holds.range.last + Objections::kLongestLead, text_.size());
    for (TokenIndex at = holds.range.last; at + 1 < last && !objections_.EndsSentence(at); ++at) {
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
      if (again->range.first > holds.range.last + Objections::kFarthest) return false;
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
  Objections objections_;
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
