#include "clinical/measures/weight_readings.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "clinical/reading/integers.h"
#include "clinical/reading/items.h"
#include "clinical/reading/number_context.h"

namespace scriba::clinical {
namespace {

/// Nobody of this field weighs less or more, in kg, unless a weight is named.
constexpr ValueRange kKilos{15, 350};
/// Of a child rather.
constexpr double kSmall = 30;
/// Nobody has another body mass index, in kg/m².
constexpr ValueRange kPossibleBmi{9, 95};

constexpr FeatureKind kExamined{"examined:"};
/// Limits of how sure the examination is.
constexpr std::array kSurer{0.03, 0.1, 0.3, 0.7};

constexpr WordSet kScales{"bilancia", "bilance", "pedana",  "salga",  "sali",    "salite",   "saliamo", "scali",
                          "monti",    "monta",   "pesiamo", "pesati", "pesarti", "pesare",   "pesarla", "pesata",
                          "pesato",   "pesa",    "peso",    "pesi",   "ripeso",  "ripesiamo"};
constexpr WordSet kWorn{"tolga",      "tolgo",  "togliamo", "togli",   "toglila", "toglilo", "levi",    "levo",
                        "levati",     "scarpe", "scarponi", "stivali", "vestiti", "vestita", "vestito", "mutande",
                        "canottiera", "camice", "giacca",   "zaino",   "nuda",    "nudo",    "digiuno"};
/// Before a weight that is not the one of today, or is told by guess.
constexpr WordSet kPast{
    "ultima",   "era",          "ero",        "erano",    "eravamo",    "pesava",   "pesavo",  "prima",      "scorso",
    "scorsa",   "precedente",   "inizio",     "iniziale", "partenza",   "storico",  "massimo", "minimo",     "abituale",
    "usuale",   "forma",        "desiderato", "ideale",   "obiettivo",  "target",   "sotto",   "sopra",      "ragazza",
    "ragazzo",  "giovane",      "sposato",    "sposata",  "matrimonio", "militare", "parto",   "gravidanza", "asciutto",
    "secco",    "pregravidico", "fa",         "da",       "anni",       "quando",   "stato",   "arrivato",   "arrivata",
    "arrivare", "diciottenne",  "casa",       "quasi",    "circa",      "verso",    "tra",     "fra"};
constexpr WordSet kPastAfter{"prima", "fa", "quando", "asciutto", "secco"};
/// "Meno sei", "calo di tre", "otto in meno".
constexpr WordSet kChangeBefore{"meno",      "perso",      "persi",      "perse",      "preso",
                                "presi",     "ripreso",    "ripresi",    "guadagnato", "dimagrito",
                                "dimagrita", "ingrassato", "ingrassata", "calo",       "di",
                                "lasciato",  "lasciati",   "messo",      "messi",      "su"};
constexpr WordSet kChangeAfter{"in", "meno", "da", "dall'", "di", "persi", "presi"};
/// What is another thing's, by what follows.
constexpr WordSet kOtherUnits{"%", "per", "su", "cm", "centimetri", "calorie", "grammi"};
/// Before values that are no measures of this program.
constexpr WordSet kOtherNames{"temperatura", "febbre", "saturazione", "punteggio", "score", "circonferenza"};
/// With what the doctor says that he writes down this value.
constexpr WordSet kKeptBefore{"scrivo", "scriviamo", "segno",  "segniamo", "teniamo", "tengo",     "vale",
                              "valido", "conta",     "quindi", "cioe",     "ecco",    "allora",    "oggi",
                              "adesso", "ora",       "dice",   "segna",    "stamani", "stamattina"};
constexpr WordSet kKeptAfter{"confermato", "giusti", "giusto",    "precisi", "preciso", "tondi", "spaccati", "brava",
                             "bravo",      "scrivo", "scriviamo", "vale",    "valido",  "tengo", "teniamo",  "ecco"};
/// Between two readings of the scales, of which the first does not hold.
constexpr WordSet kTakenAgain{
    "no",       "anzi",    "cioe",    "scusi",  "scusa",   "aspetta",    "aspetti",  "alt",    "senza",    "tolga",
    "togli",    "toglila", "toglilo", "levi",   "levati",  "via",        "staccati", "scenda", "scendi",   "ricalibro",
    "rifaccio", "ripeso",  "borsa",   "zaino",  "bastone", "rifacciamo", "chiavi",   "tasche", "telefono", "scrivo",
    "teniamo",  "tengo",   "vale",    "valido", "quindi",  "allora",     "ecco",     "su"};

class Reader {
 public:
  explicit Reader(const MeasureList& list) : list_(list), reading_(list.reading()) {
    for (const Number& number : reading_.numbers) {
      if (!MayWeigh(number)) continue;
      numbers_.push_back(number);
      if (const auto tenth = list_.WithTenth(number)) numbers_.push_back(*tenth);
    }
  }

  void ForEach(const std::function<void(const Number&, const FeatureNames&)>& show) {
    for (std::size_t i = 0; i < numbers_.size(); ++i) show(numbers_[i], FeaturesOf(i));
  }

  std::vector<Number> EarlierThan(const Number& later) const {
    std::vector<Number> earlier;
    ForEachEarlier(later, [&](const Number& before) {
      earlier.push_back(before);
      return true;
    });
    return earlier;
  }

 private:
  bool MayWeigh(const Number& number) const {
    return number.kind == NumberKind::kPlain && (number.unit.empty() || number.unit == "kg") &&
           (IsNamed(number) || (kKilos.Contains(number.value) && !IsCounted(reading_.text.Word(number.range.last)) &&
                                !list_.IsOfOther("peso_kg", number) && !IsOfRelative(number)));
  }

  /// "Mio padre pesava centoventi"; not "… la mia bambina peso quarantotto": the noun has left the relative behind.
  bool IsOfRelative(const Number& number) const {
    const TokenIndex at = number.range.first;
    return list_.IsOfRelative(at, at > 0 && reading_.text.Word(at - 1) == "peso" ? at : 0);
  }

  FeatureNames FeaturesOf(std::size_t index) const {
    const Number& number = numbers_[index];
    FeatureNames features{"bias"};
    const auto add = [&](bool holds, std::string_view name) {
      if (holds) features.push_back(name);
    };
    AddMeasured(number, features);
    const bool named = IsNamed(number), past = IsPast(number), alone = StandsAlone(number);
    const bool tenth = HasTenth(number), scales = IsOnScales(number), worn = IsWorn(number),
               kilos = number.unit == "kg";
    const bool height_next = IsRightBeforeHeight(number), height_soon = IsBeforeHeight(number);
    const bool again = IsSaidAgain(index), in_place = TakesPlaceOfReading(number);
    add(named, "named");
    add(past, "past");
    add(named && past, "named-past");
    add(alone, "alone");
    add(tenth, "tenth");
    add(scales, "scales");
    add(scales && alone, "scales-alone");
    add(height_next, "height-next");
    add(height_next && tenth, "height-next-tenth");
    add(height_soon, "height-soon");
    add(height_soon && scales, "height-soon-scales");
    add(kilos, "kg");
    add(number.value < kSmall, "small");
    add(worn, "worn");
    add(worn && tenth, "worn-tenth");
    add(tenth && !named && !scales && !worn && !kilos && !height_soon, "tenth-alone");
    add(IsChange(number), "change");
    add(IsOfOther(number), "other");
    add(IsKept(number), "kept");
    add(again, "again");
    add(in_place, "in-place");
    add(in_place && again, "in-place-again");
    add(list_.IsWithdrawn(number), "withdrawn");
    add(reading_.IsQuestion(number.range.first), "asked");
    return features;
  }

  /// What the probability of the examination and the other measures say.
  void AddMeasured(const Number& number, FeatureNames& features) const {
    const double examined = list_.ExaminedAt(number.range.first);
    const auto surer = std::upper_bound(kSurer.begin(), kSurer.end(), examined);
    features.push_back({kExamined, Digit(static_cast<std::size_t>(surer - kSurer.begin()))});
    if (const auto gap = list_.GapToBmi(number.value)) {
      if (*gap < MeasureList::kAgrees) features.push_back("bmi-agrees");
      if (*gap > MeasureList::kContradicts) features.push_back("bmi-contradicts");
    }
    const auto bmi = list_.BmiOf(number.value);
    if (bmi && !kPossibleBmi.Contains(*bmi)) features.push_back("bmi-impossible");
  }

  /// Whether it is the weight that was found by its name.
  bool IsNamed(const Number& number) const {
    const Measure* weight = list_.Known("peso_kg");
    return weight && weight->value == number.value && weight->evidence.end == reading_.text.SpanOf(number.range).end;
  }

  static bool HasTenth(const Number& number) { return number.value != std::floor(number.value); }

  bool StandsAlone(const Number& number) const {
    return reading_.text.IsMark(static_cast<std::int64_t>(number.range.first) - 1) &&
           reading_.text.IsMark(number.range.last);
  }

  /// "Settantaquattro e tre, un metro e sessantatré."
  bool IsRightBeforeHeight(const Number& number) const {
    constexpr TokenIndex kNear = 4;
    const auto next = reading_.NumbersIn(After(number, kNear));
    return list_.IsRightBeforeHeight(number) || (!next.empty() && next.front().kind == NumberKind::kHeight);
  }

  /// The scales come before the height rod: a height follows before long.
  bool IsBeforeHeight(const Number& number) const {
    constexpr TokenIndex kBeforeLong = 50;
    const auto numbers = reading_.NumbersIn(After(number, kBeforeLong));
    const auto terms = reading_.TermsIn(After(number, kBeforeLong));
    return std::any_of(numbers.begin(), numbers.end(),
                       [](const Number& other) { return other.kind == NumberKind::kHeight; }) ||
           std::any_of(terms.begin(), terms.end(), [](const TermHit& hit) { return hit.entry->key == "altezza_cm"; });
  }

  bool IsOnScales(const Number& number) const {
    constexpr TokenIndex kNear = 14;
    return HasAny(Before(number, kNear), kScales);
  }

  bool IsWorn(const Number& number) const {
    constexpr TokenIndex kBehind = 10, kAhead = 5;
    return HasAny(Before(number, kBehind), kWorn) || HasAny(After(number, kAhead), kWorn);
  }

  bool IsPast(const Number& number) const {
    constexpr TokenIndex kOfDate = 3, kOfPast = 2;
    const TokenRange said{BeginOfPhrase(number), number.range.first};
    return HasAny(said, kPast) || HasAny(After(number, kOfPast), kPastAfter) || NamesMonth(reading_.text, said) ||
           NamesMonth(reading_.text, After(number, kOfDate));
  }

  bool IsChange(const Number& number) const {
    constexpr TokenIndex kNear = 2;
    return HasAny(Before(number, kNear), kChangeBefore) || IsAny(reading_.text.Word(number.range.last), kChangeAfter);
  }

  bool IsOfOther(const Number& number) const {
    static const TagIndex measure = BuiltInLexicon().Tag("measure");
    const auto names = reading_.TermsIn({BeginOfPhrase(number), number.range.first});
    return IsAny(reading_.text.Word(number.range.last), kOtherUnits) ||
           HasAny({BeginOfPhrase(number), number.range.first}, kOtherNames) ||
           std::any_of(names.begin(), names.end(),
                       [&](const TermHit& hit) { return hit.entry->tag == measure && hit.entry->key != "peso_kg"; });
  }

  bool IsKept(const Number& number) const {
    constexpr TokenIndex kNear = 3;
    return HasAny({BeginOfPhrase(number), number.range.first}, kKeptBefore) || HasAny(After(number, kNear), kKeptAfter);
  }

  /// "Centodue e sei. Centodue virgola sei."
  bool IsSaidAgain(std::size_t index) const {
    constexpr TokenIndex kNear = 14;
    const Number& number = numbers_[index];
    for (std::size_t i = index; i-- > 0 && numbers_[i].range.last + kNear > number.range.first;) {
      if (numbers_[i].value == number.value) return true;
    }
    for (std::size_t i = index + 1; i < numbers_.size() && numbers_[i].range.first < number.range.last + kNear; ++i) {
      if (numbers_[i].value == number.value) return true;
    }
    return false;
  }

  /// "Centoquattro e otto. No, mi scusi, la bilancia era sull'altra persona. Centodue e sei.": two readings of the same
  /// scales are near one another. The nearest first.
  template <typename Do>
  void ForEachEarlier(const Number& number, const Do& act) const {
    constexpr TokenIndex kSameScene = 40;
    constexpr double kSameScales = 0.12;
    if (IsPast(number)) return;
    auto before = std::lower_bound(numbers_.begin(), numbers_.end(), number.range.first,
                                   [](const Number& one, TokenIndex at) { return one.range.first < at; });
    while (before != numbers_.begin() && (--before)->range.last + kSameScene >= number.range.first) {
      const double gap = std::abs(before->value - number.value);
      if (before->range.last > number.range.first || gap == 0 || gap > kSameScales * number.value) continue;
      if (HasAny({before->range.last, number.range.first}, kTakenAgain) && !IsPast(*before) && !act(*before)) return;
    }
  }

  bool TakesPlaceOfReading(const Number& number) const {
    bool takes = false;
    ForEachEarlier(number, [&](const Number&) {
      takes = true;
      return false;
    });
    return takes;
  }

  /// Where what is said of a number begins, within six tokens: after the end of a sentence or another number.
  TokenIndex BeginOfPhrase(const Number& number) const {
    constexpr TokenIndex kLongest = 6;
    constexpr WordSet kEnds{".", "?", ";", "!"};
    const TokenRange before = Before(number, kLongest);
    TokenIndex first = before.last;
    while (first > before.first && !IsAny(reading_.text.Word(first - 1), kEnds) &&
           reading_.NumbersIn({first - 1, first}).empty()) {
      --first;
    }
    return first;
  }

  TokenRange Before(const Number& number, TokenIndex most) const {
    return {number.range.first - std::min(most, number.range.first), number.range.first};
  }
  TokenRange After(const Number& number, TokenIndex most) const {
    return {number.range.last, std::min(number.range.last + most, reading_.text.size())};
  }
  template <std::size_t N>
  bool HasAny(TokenRange range, const WordSet<N>& words) const {
    return reading_.text.HasAny(range, words);
  }

  const MeasureList& list_;
  const Reading& reading_;
  std::vector<Number> numbers_;
};

}  // namespace

void ForEachWeightReading(const MeasureList& list,
                          const std::function<void(const Number&, const FeatureNames&)>& show) {
  Reader(list).ForEach(show);
}

std::vector<Number> EarlierReadings(const MeasureList& list, const Number& later) {
  return Reader(list).EarlierThan(later);
}

}  // namespace scriba::clinical
