#include "clinical/measures/unnamed_measures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "clinical/reading/integers.h"

namespace scriba::clinical {
namespace {

/// Rounding alone moves the body mass index by half a tenth.
constexpr double kAgrees = 0.055;
/// A value as far from it as this contradicts it.
constexpr double kContradicts = 0.15;

class Finder {
 public:
  explicit Finder(MeasureList& list) : list_(list), reading_(list.reading()) {}

  void Find() {
    FindByKind("altezza_cm", NumberKind::kHeight);
    FindByKind("pa", NumberKind::kPressure);
    FindRate();
    FindWaist();
    FindGrip();
    FindFasting();
    FindWeight();
    FindAgreeingHeight();
    FindMeasuredHeight();
  }

 private:
  /// "Un metro e sessantuno di altezza", "massima centotrenta, minima ottanta": a height or a pressure needs no name.
  void FindByKind(std::string_view key, NumberKind kind) {
    if (list_.Known(key)) return;
    const Number* best = nullptr;
    double surest = 0.05;
    for (const Number& number : reading_.numbers) {
      if (number.kind != kind || list_.IsWithdrawn(number)) continue;
      const double examined = list_.ExaminedAt(number.range.first);
      if (examined <= surest) continue;
      best = &number;
      surest = examined;
    }
    if (best) list_.Add(*BuiltInLexicon().MeasureEntry(key), *best);
  }

  /// "Il cuore sessanta al minuto", "settantadue battiti": nothing else of a body has so many a minute. Right after the
  /// pressure "cuore sessantotto" is the rate too.
  void FindRate() {
    constexpr double kExamined = 0.3;
    const LexiconEntry& entry = *BuiltInLexicon().MeasureEntry("fc");
    if (list_.Known("fc")) return;
    for (const Number& number : reading_.numbers) {
      const TokenIndex next = number.range.last;
      const bool a_minute = reading_.text.Word(next) == "al" && reading_.text.Word(next + 1) == "minuto";
      if ((number.unit != "bpm" && !(number.unit.empty() && (a_minute || IsHeartAfterPressure(number)))) ||
          !entry.plausible->Contains(number.value) || list_.IsWithdrawn(number) ||
          list_.ExaminedAt(number.range.first) < kExamined)
        continue;
      list_.Add(entry, number);
      return;
    }
  }

  bool IsHeartAfterPressure(const Number& number) const {
    constexpr TokenIndex kNear = 3;
    const TokenIndex at = number.range.first;
    if (at < kNear || reading_.text.Word(at - 1) != "cuore") return false;
    return std::any_of(reading_.numbers.begin(), reading_.numbers.end(), [&](const Number& other) {
      return other.kind == NumberKind::kPressure && other.range.last < at && other.range.last + kNear >= at;
    });
  }

  /// "La pancia, centododici", "la circonferenza centododici": on the couch it is the waist that is measured there.
  void FindWaist() {
    constexpr double kExamined = 0.3;
    constexpr ValueRange kWaist{55, 200};
    constexpr WordSet kNames{"pancia", "circonferenza", "addome"};
    constexpr WordSet kUnborn{"bimbo", "bimba", "bambino", "bambina", "feto", "percentile"};
    if (list_.Known("circonferenza_vita_cm")) return;
    for (const Number& number : reading_.numbers) {
      const auto at = static_cast<std::int64_t>(BeginOfReading(number));
      const bool after_mark = reading_.text.Word(at - 1) == "," || reading_.text.Word(at - 1) == ":";
      if (!IsAny(reading_.text.Word(at - (after_mark ? 2 : 1)), kNames) || number.kind != NumberKind::kPlain ||
          (!number.unit.empty() && number.unit != "cm") || !kWaist.Contains(number.value) ||
          list_.IsWithdrawn(number) || list_.ExaminedAt(number.range.first) < kExamined ||
          list_.Between(at > 8 ? static_cast<TokenIndex>(at - 8) : 0, number.range.first, kUnborn))
        continue;
      list_.Add(*BuiltInLexicon().MeasureEntry("circonferenza_vita_cm"), number);
      return;
    }
  }

  /// "La pancia centododici, no aspetti, stia dritto, centodieci": what names the value that was taken back names this.
  TokenIndex BeginOfReading(const Number& number) const {
    const TokenIndex at = number.range.first;
    const auto range = std::lower_bound(reading_.withdrawn.begin(), reading_.withdrawn.end(), at,
                                        [](TokenRange taken, TokenIndex place) { return taken.last < place; });
    return range != reading_.withdrawn.end() && range->last == at ? range->first : at;
  }

  /// "Mi stringa la mano, forte: diciannove chili", "la presa, destra, diciotto chili", "pinza sedici chili".
  void FindGrip() {
    constexpr TokenIndex kNear = 12;
    constexpr double kExamined = 0.3;
    constexpr std::array<std::string_view, 2> kSqueezes{"string", "strett"};
    constexpr WordSet kLost{"perso", "persi", "meno", "calato", "calata", "preso"};
    constexpr WordSet kWith{"questo",   "questa",   "destra",   "sinistra",    "mano",  "mani",
                            "attrezzo", "maniglia", "manopola", "apparecchio", "forte", "qui"};
    const LexiconEntry& entry = *BuiltInLexicon().MeasureEntry("forza_presa_kg");
    if (list_.Known(entry.key)) return;
    for (const Number& number : reading_.numbers) {
      if (number.unit != "kg" || !entry.plausible->Contains(number.value) || list_.IsWithdrawn(number)) continue;
      const TokenIndex at = number.range.first, from = at > kNear ? at - kNear : 0;
      for (TokenIndex verb = from; verb < at; ++verb) {
        if (!StartsWithAny(reading_.text.Word(verb), kSqueezes) || !list_.Between(verb, at, kWith) ||
            list_.Between(verb, at, kLost))
          continue;
        list_.Add(entry, number);
        return;
      }
      if (!IsGripNamed(at) || list_.ExaminedAt(at) < kExamined) continue;
      list_.Add(entry, number);
      return;
    }
  }

  bool IsGripNamed(TokenIndex at) const {
    constexpr TokenIndex kNear = 4;
    constexpr WordSet kNames{"presa", "pinza", "forza", "prensione"};
    const TokenIndex from = at > kNear ? at - kNear : 0;
    return reading_.text.Word(static_cast<std::int64_t>(at) - 1) == "mano" || list_.Between(from, at, kNames);
  }

  /// "Novantaquattro a digiuno, centonovantuno a un'ora", "a digiuno centosei, dopo due ore centotrentuno": the glucose
  /// of a curve.
  void FindFasting() {
    constexpr TokenIndex kNear = 8;
    constexpr ValueRange kFasting{40, 300};
    if (list_.Known("glicemia")) return;
    for (const Number& number : reading_.numbers) {
      const TokenIndex next = number.range.last;
      const auto at = static_cast<std::int64_t>(number.range.first);
      const bool before =
          reading_.text.Word(at - 1) == "digiuno" && list_.Between(next, next + 3, WordSet{"dopo", "ora", "a"});
      const bool behind = reading_.text.Word(next) == "a" && reading_.text.Word(next + 1) == "digiuno";
      // "Sotto novantacinque a digiuno" is what is aimed at.
      if (list_.Between(number.range.first > 2 ? number.range.first - 2 : 0, number.range.first,
                        WordSet{"sotto", "sopra", "oltre", "entro", "meno"}))
        continue;
      if (!number.unit.empty() || number.kind != NumberKind::kPlain || !kFasting.Contains(number.value) ||
          (!before && !behind) || list_.IsWithdrawn(number))
        continue;
      const auto later = reading_.NumbersIn({next, next + kNear});
      const bool tells_hour = !later.empty() && list_.Between(later.front().range.last, later.front().range.last + 4,
                                                              WordSet{"ora", "ore", "minuti"});
      if (!tells_hour && !(before && list_.Between(next, next + kNear, WordSet{"ora", "ore", "minuti"}))) continue;
      list_.Add(*BuiltInLexicon().MeasureEntry("glicemia"), number);
      return;
    }
  }

  /// How far the body mass index of a weight is from the one that was said; nothing when it cannot be known.
  std::optional<double> GapToBmi(double kilos, double centimetres = 0) const {
    const Measure* height = list_.Known("altezza_cm");
    const Measure* bmi = list_.Known("bmi");
    if (!height || !bmi) return std::nullopt;
    const double metres = (centimetres > 0 ? centimetres : height->value) / 100;
    return std::abs(kilos / (metres * metres) - bmi->value);
  }

  void FindWeight() {
    const Measure* weight = list_.Known("peso_kg");
    const bool can_check = GapToBmi(0).has_value();
    double gap = weight && can_check ? *GapToBmi(weight->value) : kContradicts;
    if (weight && (!can_check || gap < kAgrees)) return;
    std::optional<Number> found;
    for (std::size_t i = 0; i < reading_.numbers.size(); ++i) {
      const Number& number = reading_.numbers[i];
      if (!CanWeigh(number)) continue;
      const double examined = list_.ExaminedAt(number.range.first);
      if (can_check && examined > 0.03) {
        for (const std::optional<Number>& read : {std::optional(number), WithTenth(i)}) {
          if (!read || *GapToBmi(read->value) >= std::min(gap, kContradicts)) continue;
          found = read;
          gap = *GapToBmi(read->value);
        }
      }
      if (!found && !weight && IsOnScales(number, examined)) found = number;
    }
    if (found) list_.Replace("peso_kg", *found);
  }

  bool CanWeigh(const Number& number) const {
    if (number.kind != NumberKind::kPlain || (!number.unit.empty() && number.unit != "kg")) return false;
    return number.value >= 25 && number.value <= 300 && !list_.IsWithdrawn(number) &&
           !list_.IsOfOther("peso_kg", number) && !list_.IsOfRelative(number.range.first);
  }

  /// "Ottantasei e tre caspita": whether the second is a tenth, only the body mass index can tell.
  std::optional<Number> WithTenth(std::size_t index) const {
    if (index + 1 >= reading_.numbers.size()) return std::nullopt;
    Number number = reading_.numbers[index];
    const Number& tenth = reading_.numbers[index + 1];
    const bool joined = tenth.range.first == number.range.last + 1 && reading_.text.Word(number.range.last) == "e";
    const bool single = tenth.kind == NumberKind::kPlain && tenth.unit.empty() && tenth.value >= 1 &&
                        tenth.value <= 9 && tenth.value == std::floor(tenth.value);
    if (!joined || !single || number.value != std::floor(number.value) ||
        IsCounted(reading_.text.Word(tenth.range.last)))
      return std::nullopt;
    number.value += tenth.value / 10;
    number.range.last = tenth.range.last;
    return number;
  }

  bool IsOnScales(const Number& number, double examined) const {
    const bool on_scales = number.unit == "kg" || (StandsAlone(number) && IsBeforeHeight(number)) ||
                           reading_.text.Word(static_cast<std::int64_t>(number.range.first) - 1) == "kg";
    return (examined > 0.3 && on_scales) ||
           (examined > 0.1 && (list_.IsRightBeforeHeight(number) || IsWithoutClothes(number)));
  }

  /// "Gli stivali li tolga, allora novantotto e sei", "senza scarpe settantadue e quattro": with a tenth, and after
  /// what is taken off, scales were read.
  bool IsWithoutClothes(const Number& number) const {
    constexpr TokenIndex kNear = 8;
    const TokenIndex at = number.range.first;
    const TokenIndex from = at > kNear ? at - kNear : 0;
    return number.value != std::floor(number.value) &&
           (list_.Between(from, at, WordSet{"tolga", "tolgo", "togliamo", "levi", "levo"}) ||
            (list_.Between(from, at, WordSet{"senza"}) &&
             list_.Between(from, at, WordSet{"scarpe", "scarponi", "stivali", "vestiti"})));
  }

  bool StandsAlone(const Number& number) const {
    return reading_.text.IsMark(static_cast<std::int64_t>(number.range.first) - 1) &&
           reading_.text.IsMark(number.range.last);
  }

  /// The scales come before the height rod: a height follows before long.
  bool IsBeforeHeight(const Number& number) const {
    constexpr TokenIndex kBeforeLong = 50;
    const TokenRange breath{number.range.last, std::min(number.range.last + kBeforeLong, reading_.text.size())};
    const auto numbers = reading_.NumbersIn(breath);
    const auto terms = reading_.TermsIn(breath);
    return std::any_of(numbers.begin(), numbers.end(),
                       [](const Number& other) { return other.kind == NumberKind::kHeight; }) ||
           std::any_of(terms.begin(), terms.end(), [](const TermHit& hit) { return hit.entry->key == "altezza_cm"; });
  }

  /// "Uno e settantuno." "Misuriamo: un metro e settanta. Quindi BMI trentatré e sette."
  void FindAgreeingHeight() {
    const Measure* weight = list_.Known("peso_kg");
    if (!weight) return;
    const double kilos = weight->value;
    const auto gap = GapToBmi(kilos);
    if (!gap || *gap < kContradicts) return;
    for (const Number& number : reading_.numbers) {
      if (number.kind != NumberKind::kHeight || list_.IsWithdrawn(number)) continue;
      if (*GapToBmi(kilos, number.value) >= kAgrees) continue;
      list_.Replace("altezza_cm", number);
      return;
    }
  }

  /// "Quanto è alta?" "Un metro e sessanta." "Qui vedo centocinquantotto.": the one that is measured after the one
  /// told.
  void FindMeasuredHeight() {
    constexpr TokenIndex kSoon = 30;
    constexpr double kMisremembered = 4;
    constexpr WordSet kOfOthers{"ero",  "era",    "giovane", "padre", "madre", "marito", "moglie", "mamma",
                                "papa", "figlio", "figlia",  "fa",    "prima", "sopra",  "meno",   "scheda"};
    const Measure* known = list_.Known("altezza_cm");
    if (!known) return;
    const auto is_height = [](const Number& number) {
      constexpr ValueRange kGrown{140, 210};
      const bool plain = number.kind == NumberKind::kPlain && (number.unit.empty() || number.unit == "cm");
      return (number.kind == NumberKind::kHeight || plain) && kGrown.Contains(number.value) &&
             number.value == std::floor(number.value);
    };
    for (std::size_t i = 0; i + 1 < reading_.numbers.size(); ++i) {
      const Number& told = reading_.numbers[i];
      const Number& measured = reading_.numbers[i + 1];
      if (told.value != known->value || !is_height(told) || !is_height(measured) || list_.IsWithdrawn(measured))
        continue;
      const double gap = std::abs(told.value - measured.value);
      if (gap == 0 || gap > kMisremembered || measured.range.first > told.range.last + kSoon ||
          !reading_.text.IsMark(measured.range.last) || !IsAskedOf(told) ||
          list_.Between(told.range.last, measured.range.first, kOfOthers))
        continue;
      list_.Replace("altezza_cm", measured);
      return;
    }
  }

  /// "Quanto è alta?" "Un metro e sessanta", "c'è scritto centosettantanove, vero?"
  bool IsAskedOf(const Number& number) const {
    constexpr TokenIndex kNear = 3;
    const TokenIndex from = number.range.first > kNear ? number.range.first - kNear : 0;
    return list_.Between(from, number.range.last + kNear, WordSet{"?"});
  }

  MeasureList& list_;
  const Reading& reading_;
};

}  // namespace

void FindUnnamedMeasures(MeasureList& list) { Finder(list).Find(); }

}  // namespace scriba::clinical
