#include "clinical/reading/second_readings.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "clinical/reading/demonstratives.h"
#include "clinical/reading/integers.h"
#include "clinical/reading/items.h"
#include "clinical/reading/measure_names.h"
#include "clinical/reading/number_context.h"

namespace scriba::clinical {
namespace {

/// So many tokens after a value another one may still replace it, and so many values may stand between them.
constexpr TokenIndex kFarthest = 60;
constexpr std::size_t kMostBetween = 4;
/// Behind a value, so few tokens belong to it.
constexpr TokenIndex kFarthestName = 5;
constexpr WordSet kPrepositions{"di", "da", "a"};
/// Values up to this are said by the way ("una volta al mese", "il secondo").
constexpr double kFewest = 2;
/// "Mezzo litro a pasto." "A ogni pasto?": who doubts a quantity does so at once.
constexpr TokenIndex kNearQuestion = 8;

/// Who saw it says so: "guardi che quello è il foglio di settembre".
constexpr WordSet kWarning{"guardi", "guarda", "guardate", "veda", "occhio", "attenzione"};
/// What makes a value one of another sheet.
constexpr WordSet kOfBefore{"vecchio", "vecchia", "vecchi", "precedente", "scorso", "scorsa", "foglio", "referto"};
constexpr WordSet kOfNow{"adesso", "ora", "oggi", "nuovo", "nuova", "questo", "questa", "attuale", "ecco"};

/// What is taken off or out of the pockets before the scales are read again, clothes and boots included.
constexpr WordSet kTakesOff{
    "senza",       "tolga",    "toglie",   "tolgo",   "togli",      "togliamo",   "toglilo",    "toglila",    "levi",
    "levo",        "leviamo",  "tasca",    "tasche",  "rifaccio",   "posi",       "posa",       "rifacciamo", "ripeso",
    "ripesiamo",   "borsa",    "borsello", "zaino",   "marsupio",   "chiavi",     "cellulare",  "telefono",   "fermati",
    "appoggiarti", "telefoni", "scarponi", "stivali", "togliamolo", "togliamola", "togliamoli", "togliamole"};
constexpr double kHeaviestClothes = 5;
constexpr ValueRange kWeighed{30, 300};
/// "I due telefoni", "due chili di fango": what is counted while the boots are taken off.
constexpr double kOftenCounted = 12;
constexpr TokenIndex kWhileUndressing = 20;

/// Who is reminded agrees: "Dieci, ho scritto io." "Ah, giusto. Dieci."
constexpr WordSet kAgreeing{"giusto", "vero", "gia", "ragione"};
constexpr WordSet kBeforeAgreeing{"ah", "ha", "e"};
/// "Ventotto. Lui sbaglia. Ventotto da ieri."
constexpr WordSet kSettlesWhoIsRight{"ragione", "sbaglia", "sbaglio", "sbagliavo", "sbagliato", "meglio"};
/// "Ventitré, i ventiquattro li faccio a dicembre."
constexpr WordSet kTurning{"fatti", "faccio", "compiuti", "compio", "compiro", "faro"};
/// Who had said less admits more: "cinque sigarette" "cinque vere?" "Vabbè, dieci."
constexpr WordSet kAdmitting{"vabbe", "insomma", "facciamo", "diciamo", "mettiamo"};
constexpr std::array<std::string_view, 6> kMinimised{"sigarett", "bicchier", "birr", "spritz", "caffe", "lattin"};
constexpr WordSet kInterrupting{"no", "anzi", "ripeto", "aspetti", "aspetta", "scusi", "rifaccio"};
/// "Mezzo litro in tutto."
constexpr WordSet kTotals{"tutto", "totale"};

class Finder {
 public:
  Finder(const Text& text, const std::vector<Number>& numbers, const std::vector<TermHit>& terms)
      : text_(text), numbers_(numbers), terms_(terms) {}

  std::vector<TokenRange> Find() const {
    std::vector<TokenRange> withdrawn;
    for (std::size_t i = 0; i + 1 < numbers_.size(); ++i) {
      if (!withdrawn.empty() && numbers_[i].range.first < withdrawn.back().last) continue;
      for (std::size_t j = i + 1; j < numbers_.size() && j <= i + kMostBetween; ++j) {
        if (numbers_[j].range.first - numbers_[i].range.last > kFarthest) break;
        const TokenRange range = Replaced(i, j);
        if (range.empty()) continue;
        withdrawn.push_back(range);
        break;
      }
    }
    return withdrawn;
  }

 private:
  /// What the second value takes back of the first, an empty range if nothing.
  TokenRange Replaced(std::size_t before, std::size_t after) const {
    const TokenRange first = numbers_[before].range;
    const TokenIndex next = numbers_[after].range.first;
    if (IsOnOtherSheet(before, after)) {
      // A second value without a name keeps the first one's.
      return NamesMeasure(next) ? TokenRange{BeginOfPhrase(text_, NameBefore(first.first)), NameBefore(next)}
                                : TokenRange{first.first, next};
    }
    if (IsWeighedAgain(before, after)) return first;
    if (IsHesitated(before, after) || IsConfirmed(before, after)) return {first.first, next};
    if (IsSetRight(before, after) || IsOfAnotherAge(before, after)) return WithCounted(before);
    if (IsAnswered(before, after)) return first;
    if (IsInterrupted(before, after) || IsReminded(before, after) || IsAdmitted(before, after) ||
        IsTotal(before, after)) {
      return {first.first, next};
    }
    return {};
  }

  /// "La glicata sei e otto. No, mi correggo, sei e otto era quella vecchia: adesso è sei e tre." "L'emoglobina dodici
  /// e nove." "No, quella è dell'anno scorso. Adesso è undici e quattro." "La glicata, sette e uno." "Guardi che quello
  /// è il foglio di settembre." "Ecco il nuovo, dieci febbraio: glicata sei e sei."
  bool IsOnOtherSheet(std::size_t before, std::size_t after) const {
    const Number& old = numbers_[before];
    const Number& now = numbers_[after];
    if (!AreOfOneSize(old, now) || !NamesMeasure(old.range.first) || NamesOther(old.range.first, now.range.first))
      return false;
    for (std::size_t i = before + 1; i < after; ++i) {
      if (numbers_[i].value != old.value && !IsMonth(Word(numbers_[i].range.last))) return false;
    }
    const TokenIndex no = FirstIn({old.range.last, now.range.first}, [&](TokenIndex at) {
      return (Word(at) == "no" || Word(at) == "correggo" || IsAny(Word(at), kWarning)) && IsAfterMark(at);
    });
    const TokenIndex points =
        FirstIn({no, now.range.first}, [&](TokenIndex at) { return IsAny(Word(at), kDemonstratives); });
    const TokenIndex sheet = FirstIn({points, now.range.first},
                                     [&](TokenIndex at) { return IsAny(Word(at), kOfBefore) || IsMonth(Word(at)); });
    const TokenIndex present =
        FirstIn({sheet, now.range.first}, [&](TokenIndex at) { return IsAny(Word(at), kOfNow); });
    return present < now.range.first;
  }

  /// "Settantanove e otto." "Ma se a casa ero settantotto!" "Aspetti, ha su la vestaglia. Tolga. Ecco: settantotto e
  /// due": only the value is withdrawn, the words between are the patient's.
  bool IsWeighedAgain(std::size_t before, std::size_t after) const {
    const Number& dressed = numbers_[before];
    const Number& weighed = numbers_[after];
    const auto is_weight = [](const Number& number) {
      return number.kind == NumberKind::kPlain && (number.unit.empty() || number.unit == "kg") &&
             kWeighed.Contains(number.value);
    };
    // "Quarantaquattro virgola zero" is exact.
    const bool is_exact = weighed.value != std::floor(weighed.value) || Word(weighed.range.first + 1) == "virgola";
    if (!is_weight(dressed) || !is_weight(weighed) || !is_exact) return false;
    const double clothes = dressed.value - weighed.value;
    if (clothes <= 0 || clothes > kHeaviestClothes) return false;
    // "Centotré e sette, togli le scarpe, centotré, no, centodue virgola nove."
    const bool is_begun = after == before + 2 && numbers_[before + 1].value == std::floor(dressed.value);
    // "Centoquindici e due." "Levati gli scarponi, che sono due chili di fango."
    const bool is_by_the_way = after == before + 2 && numbers_[before + 1].value <= kOftenCounted &&
                               weighed.range.first < dressed.range.last + kWhileUndressing;
    const TokenIndex from = is_begun || is_by_the_way ? dressed.range.last : numbers_[after - 1].range.last;
    // "Ha bevuto?" "Un litro." "Allora scrivo quarantadue virgola uno."
    return Word(weighed.range.first - 1) == "scrivo" || text_.HasAny({from, weighed.range.first}, kTakesOff);
  }

  /// "Ottantasei... ottantacinque e tre", "frequenza sessanta... sessantaquattro": a hand that still moved was read.
  bool IsHesitated(std::size_t before, std::size_t after) const {
    constexpr double kLeast = 30, kMoves = 0.08;
    const Number& first = numbers_[before];
    const Number& read = numbers_[after];
    if (after != before + 1 || !AreOfOneSize(first, read) || first.value < kLeast || !first.unit.empty() ||
        first.value != std::floor(first.value) || std::abs(first.value - read.value) > kMoves * read.value ||
        !OnlyDots(first.range.last, read.range.first))
      return false;
    const bool ends_tens = std::fmod(first.value, 10) == 0 && std::floor(read.value / 10) * 10 == first.value;
    return read.value != std::floor(read.value) || (ends_tens && read.value != first.value);
  }

  bool OnlyDots(TokenIndex first, TokenIndex last) const {
    const bool are_dots = Word(first) == "…" || (Word(first) == "." && Word(first + 1) == ".");
    return are_dots && FirstIn({first, last}, [&](TokenIndex at) { return !text_.IsMark(at); }) == last;
  }

  /// "Vita novantasei, mi rimetto... novantaquattro, ecco, novantaquattro."
  bool IsConfirmed(std::size_t before, std::size_t after) const {
    constexpr TokenIndex kNear = 6;
    const Number& first = numbers_[before];
    const Number& read = numbers_[after];
    if (after != before + 1 || after + 1 == numbers_.size() || !AreOfOneSize(first, read) ||
        first.value == read.value || numbers_[after + 1].value != read.value || !first.unit.empty() ||
        read.range.first > first.range.last + kNear ||
        (NamesMeasure(read.range.first) && NameBefore(read.range.first) >= first.range.last))
      return false;
    bool confirms = false;
    for (TokenIndex at = read.range.last; at < numbers_[after + 1].range.first; ++at) {
      confirms = confirms || Word(at) == "ecco";
      if (!text_.IsMark(at) && Word(at) != "ecco") return false;
    }
    return confirms;
  }

  /// "Pressione centotrentacinque... no, il bracciale era storto. Ripeto: centoventotto su ottantadue."
  bool IsInterrupted(std::size_t before, std::size_t after) const {
    constexpr ValueRange kMaximum{70, 260};
    const Number& high = numbers_[before];
    const Number& pressure = numbers_[after];
    if (after != before + 1 || high.kind != NumberKind::kPlain || pressure.kind != NumberKind::kPressure ||
        !high.unit.empty() || !kMaximum.Contains(high.value) || !NumberContext(text_).IsPressureNamed(high.range.first))
      return false;
    return text_.HasAny({high.range.last, pressure.range.first}, kInterrupting);
  }

  /// "Il lisinopril da venti lo prendo ancora." "Dieci, ho scritto io a marzo." "Ah, giusto. Dieci."
  bool IsReminded(std::size_t before, std::size_t after) const {
    if (after != before + 2) return false;
    const Number& said = numbers_[before];
    const Number& reminded = numbers_[before + 1];
    const Number& agreed = numbers_[after];
    if (said.kind != NumberKind::kPlain || reminded.value != agreed.value || said.value == agreed.value ||
        IsCounted(Word(agreed.range.last)) || IsCounted(Word(said.range.last)))
      return false;
    TokenIndex at = agreed.range.first - 1;
    while (at > reminded.range.last && text_.IsMark(at)) --at;
    if (at <= reminded.range.last || !IsAny(Word(at), kAgreeing)) return false;
    --at;
    while (at > reminded.range.last && text_.IsMark(at)) --at;
    return IsAny(Word(at), kBeforeAgreeing);
  }

  /// "La lenta, venti unità." "Ventidue, Faustino. Da Natale sono ventidue." "Ventidue, ha ragione lei.": who knows
  /// better begins with the value, says it again, and is agreed with. "Cinquantaquattro… Aspetti che guardo l'app. No,
  /// ecco, cinquantanove. Cinquantanove al giorno."
  bool IsSetRight(std::size_t before, std::size_t after) const {
    constexpr TokenIndex kFarthestAnswer = 30, kFarthestAgreement = 24;
    const Number& said = numbers_[before];
    const Number& right = numbers_[after];
    if (!AreOfOneSize(said, right) || said.value == right.value || !MayShareUnit(said, right) ||
        right.range.first - said.range.last > kFarthestAnswer)
      return false;
    const bool denies = Word(SentenceBegin(right.range.first)) == "no";
    if (!denies && SentenceBegin(right.range.first) != right.range.first) return false;
    for (std::size_t i = before + 1; i < numbers_.size(); ++i) {
      const Number& next = numbers_[i];
      if (i < after && next.value > kFewest) return false;
      if (i <= after) continue;
      if (next.range.first > right.range.last + kFarthestAgreement) return false;
      if (next.value == said.value) continue;
      if (next.value != right.value) return false;
      if (denies && SentenceBegin(next.range.first) == next.range.first) return true;
      const TokenRange agreement{right.range.last, next.range.last + kFarthestName};
      if (FirstIn(agreement, [&](TokenIndex at) { return IsAny(Word(at), kSettlesWhoIsRight); }) < agreement.last)
        return true;
    }
    return false;
  }

  /// "Trentasei anni, Crohn." "Trentasette, li ho fatti a ottobre."
  bool IsOfAnotherAge(std::size_t before, std::size_t after) const {
    constexpr double kBirthdays = 2;
    constexpr TokenIndex kNear = 8;
    const Number& read = numbers_[before];
    const Number& told = numbers_[after];
    if (Word(read.range.last) != "anni" || read.value == told.value || std::abs(read.value - told.value) > kBirthdays ||
        SentenceBegin(told.range.first) != told.range.first)
      return false;
    const TokenIndex end = std::min(told.range.last + kNear, text_.size());
    const TokenIndex pronoun = FirstIn({told.range.last, end}, [&](TokenIndex at) { return Word(at) == "li"; });
    return FirstIn({pronoun, std::min(pronoun + 3, end)}, [&](TokenIndex at) { return IsAny(Word(at), kTurning); }) <
           std::min(pronoun + 3, end);
  }

  /// "Il bypass è del duemilaventi?" "Ventuno. Marzo duemilaventuno.": the answer begins with the value that holds.
  bool IsAnswered(std::size_t before, std::size_t after) const {
    constexpr WordSet kOneOfTwo{"a", "o", "e", "tra", "fra", "su", "ogni", "alle"};
    constexpr WordSet kAsksToConfirm{"giusto", "vero", "no", "esatto", "si"};
    constexpr double kCentury = 2000, kFewYears = 5;
    const Number& asked = numbers_[before];
    const Number& answer = numbers_[after];
    const double year = asked.value - kCentury;
    const bool is_year = year >= 0 && year < 100 && answer.value < 100 && std::abs(year - answer.value) <= kFewYears;
    const bool is_comparable = AreOfOneSize(asked, answer) && asked.unit == answer.unit;
    if (after != before + 1 || asked.value == answer.value || asked.range.first == 0 ||
        (is_year ? year == answer.value : !is_comparable) || IsAny(Word(asked.range.first - 1), kOneOfTwo))
      return false;
    const TokenIndex end = FirstIn({asked.range.last, answer.range.first},
                                   [&](TokenIndex at) { return Word(at) != "," && !IsAny(Word(at), kAsksToConfirm); });
    const bool is_asked = Word(end) == "?" && answer.range.first == end + 1;
    return is_asked && Word(answer.range.last) == ".";
  }

  /// A value with the preposition before it and the thing that it counts.
  TokenRange WithCounted(std::size_t number) const {
    const TokenRange range = numbers_[number].range;
    const bool has_preposition = range.first > 0 && IsAny(Word(range.first - 1), kPrepositions);
    return {has_preposition ? range.first - 1 : range.first, IsCounted(Word(range.last)) ? range.last + 1 : range.last};
  }

  /// Not sought farther back than a value is replaced: a text without marks is one sentence.
  TokenIndex SentenceBegin(TokenIndex at) const {
    const TokenIndex farthest = at > kFarthest ? at - kFarthest : 0;
    while (at > farthest && Word(at - 1) != "." && Word(at - 1) != "?" && Word(at - 1) != "!") --at;
    return at;
  }

  /// "Poco, cinque sigarette." "Cinque vere?" "Eh vabbè, dieci."
  bool IsAdmitted(std::size_t before, std::size_t after) const {
    const Number& said = numbers_[before];
    const Number& admitted = numbers_[after];
    if (said.kind != NumberKind::kPlain || admitted.value <= said.value || !said.unit.empty() ||
        !StartsWithAny(Word(said.range.last), kMinimised))
      return false;
    for (std::size_t i = before + 1; i < after; ++i) {
      if (numbers_[i].value != said.value) return false;
    }
    return IsAny(text_.Word(static_cast<std::int64_t>(admitted.range.first) - 1), kAdmitting);
  }

  /// "Mezzo litro a pasto." "Quindi un litro al giorno?" "No, aspetti. Mezzo litro in tutto."
  bool IsTotal(std::size_t before, std::size_t after) const {
    const Number& said = numbers_[before];
    const Number& total = numbers_[after];
    const TokenIndex last = total.range.last;
    if ((said.unit != "l" && said.unit != "ml") || said.unit != total.unit || Word(last) != "in" ||
        !IsAny(Word(last + 1), kTotals))
      return false;
    const TokenIndex asked =
        FirstIn({said.range.last, total.range.first}, [&](TokenIndex at) { return Word(at) == "?"; });
    if (asked > said.range.last + kNearQuestion) return false;
    return text_.HasWord({asked, total.range.first}, "no");
  }

  bool IsAfterMark(TokenIndex at) const { return text_.IsMark(static_cast<std::int64_t>(at) - 1); }

  /// Whether both values are named, each as another measure.
  bool NamesOther(TokenIndex one, TokenIndex other) const {
    const LexiconEntry* first = MeasureBefore(one);
    const LexiconEntry* second = MeasureBefore(other);
    return first && second && first != second;
  }

  bool NamesMeasure(TokenIndex at) const { return NameBefore(at) < at; }

  /// Where the name of a measure right before a value begins; the place of the value where none is said.
  TokenIndex NameBefore(TokenIndex at) const {
    const TermHit* name = MeasureNamedBefore(terms_, at);
    return name ? name->range.first : at;
  }

  const LexiconEntry* MeasureBefore(TokenIndex at) const {
    const TermHit* name = MeasureNamedBefore(terms_, at);
    return name ? name->entry : nullptr;
  }

  std::string_view Word(TokenIndex at) const { return text_.Word(at); }

  const Text& text_;
  const std::vector<Number>& numbers_;
  const std::vector<TermHit>& terms_;
};

}  // namespace

std::vector<TokenRange> FindSecondReadings(const Text& text, const std::vector<Number>& numbers,
                                           const std::vector<TermHit>& terms) {
  return Finder(text, numbers, terms).Find();
}

}  // namespace scriba::clinical
