#include "clinical/measures/unnamed_measures.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace scriba::clinical {
namespace {

class Finder {
 public:
  explicit Finder(MeasureList& list) : list_(list), reading_(list.reading()) {}

  void Find() {
    FindByKind("altezza_cm", NumberKind::kHeight);
    FindByKind("pa", NumberKind::kPressure);
    FindRate();
    FindWaist();
    FindGrip();
    FindLeanMass();
    FindStiffness();
    FindFasting();
    FindCurve();
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

  /// "Per l'età è al limite. Cuore settantasei", "cuore irregolare, ottantotto".
  bool IsHeartAfterPressure(const Number& number) const {
    constexpr TokenIndex kNear = 14;
    const TokenIndex at = number.range.first;
    const bool is_named = at > 3 && (reading_.text.Word(at - 1) == "cuore" ||
                                     (reading_.text.Word(at - 1) == "," && reading_.text.Word(at - 3) == "cuore"));
    if (!is_named) return false;
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

  /// "La mano: quattordici chili", "stringa: quattordici chili", "forza di presa diciannove chili".
  bool IsGripNamed(TokenIndex at) const {
    constexpr TokenIndex kNear = 4;
    constexpr WordSet kNames{"presa", "pinza", "forza", "prensione"};
    const TokenIndex from = at > kNear ? at - kNear : 0;
    const std::string_view mark = reading_.text.Word(std::int64_t{at} - 1);
    const auto before = static_cast<std::int64_t>(at) - (mark == ":" || mark == "," ? 2 : 1);
    return reading_.text.Word(before) == "mano" || reading_.text.Word(before).starts_with("string") ||
           list_.Between(from, at, kNames);
  }

  /// "Massa grassa diciotto e quattro, magra quarantatré e sei."
  void FindLeanMass() {
    constexpr double kExamined = 0.3;
    constexpr ValueRange kKilos{20, 110};
    const LexiconEntry& entry = *BuiltInLexicon().MeasureEntry("massa_magra_kg");
    if (list_.Known(entry.key)) return;
    for (const Number& number : reading_.numbers) {
      const TokenIndex at = number.range.first;
      if (at == 0 || reading_.text.Word(at - 1) != "magra" || number.kind != NumberKind::kPlain ||
          (!number.unit.empty() && number.unit != "kg") || !kKilos.Contains(number.value) ||
          list_.IsWithdrawn(number) || list_.ExaminedAt(at) < kExamined)
        continue;
      list_.Add(entry, number);
      return;
    }
  }

  /// "Ecco: dieci virgola due chilopascal": nothing else of a body has that unit.
  void FindStiffness() {
    constexpr WordSet kPast{"era", "erano", "da"};
    const LexiconEntry& entry = *BuiltInLexicon().MeasureEntry("elastografia_kpa");
    for (const Number& number : reading_.numbers) {
      const TokenIndex at = number.range.first;
      if (number.unit != "kPa" || !entry.plausible->Contains(number.value) || list_.IsWithdrawn(number) ||
          list_.Between(at > 2 ? at - 2 : 0, at, kPast))
        continue;
      list_.Replace(entry.key, number);
      return;
    }
  }

  /// "La curva: base novantasei, un'ora centonovantadue", "curva zero novantasei", "curva da carico: ottantaquattro,
  /// centoquarantuno, centodiciotto": the first value of a curve of glucose is the fasting one.
  void FindCurve() {
    constexpr TokenIndex kNear = 16;
    constexpr ValueRange kFasting{60, 180}, kLater{60, 400};
    if (list_.Known("glicemia")) return;
    const auto is_glucose = [&](const Number& number, ValueRange range) {
      return number.kind == NumberKind::kPlain && number.unit.empty() && range.Contains(number.value) &&
             number.value == std::floor(number.value) && !list_.IsWithdrawn(number);
    };
    for (TokenIndex at = 0; at < reading_.text.size(); ++at) {
      if (reading_.text.Word(at) != "curva") continue;
      const auto numbers = reading_.NumbersIn({at + 1, std::min(at + kNear, reading_.text.size())});
      const auto fasting = std::find_if(numbers.begin(), numbers.end(),
                                        [&](const Number& number) { return is_glucose(number, kFasting); });
      if (fasting == numbers.end()) continue;
      const auto later = reading_.NumbersIn({fasting->range.last, fasting->range.last + kNear / 2});
      if (std::none_of(later.begin(), later.end(), [&](const Number& number) {
            return is_glucose(number, kLater) && number.value > fasting->value;
          }))
        continue;
      list_.Add(*BuiltInLexicon().MeasureEntry("glicemia"), *fasting);
      return;
    }
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

  MeasureList& list_;
  const Reading& reading_;
};

}  // namespace

void FindUnnamedMeasures(MeasureList& list) { Finder(list).Find(); }

}  // namespace scriba::clinical
