#include "clinical/measures/height.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace scriba::clinical {
namespace {

/// So many centimetres a height that is told may be off.
constexpr double kMisremembered = 4;

class Finder {
 public:
  explicit Finder(MeasureList& list) : list_(list), reading_(list.reading()) {}

  void Choose() {
    FindBesideWeight();
    FindAgreeing();
    FindMeasured();
  }

 private:
  /// "Centoquattro virgola due, e vestita leggera. Qui contro il muro: centocinquantotto.", "novanta virgola quattro,
  /// uno e sessantotto": whoever was just weighed is measured.
  void FindBesideWeight() {
    constexpr TokenIndex kSoon = 16;
    const Measure* weight = list_.Known("peso_kg");
    if (!weight || list_.Known("altezza_cm")) return;
    const auto end = std::find_if(reading_.numbers.begin(), reading_.numbers.end(), [&](const Number& number) {
      return reading_.text.SpanOf(number.range).end >= weight->evidence.end;
    });
    if (end == reading_.numbers.end()) return;
    const TokenIndex from = end->range.last;
    for (auto number = end + 1; number != reading_.numbers.end() && number->range.first < from + kSoon; ++number) {
      const auto height = AsHeight(*number);
      if (!height || list_.IsWithdrawn(*height) || list_.IsOfOther("altezza_cm", *height)) continue;
      list_.Add(*BuiltInLexicon().MeasureEntry("altezza_cm"), *height);
      return;
    }
  }

  /// A whole number of centimetres, or those above one metre ("uno e sessantotto").
  std::optional<Number> AsHeight(Number number) const {
    constexpr ValueRange kGrown{120, 215}, kAboveMetre{20, 99};
    constexpr double kMetre = 100;
    if (number.kind == NumberKind::kHeight) return number;
    if (number.kind != NumberKind::kPlain || (!number.unit.empty() && number.unit != "cm") ||
        number.value != std::floor(number.value))
      return std::nullopt;
    if (kGrown.Contains(number.value)) return number;
    const auto at = static_cast<std::int64_t>(number.range.first);
    if (!kAboveMetre.Contains(number.value) || reading_.text.Word(at - 1) != "e" || reading_.text.Word(at - 2) != "uno")
      return std::nullopt;
    number.value += kMetre;
    number.range.first -= 2;
    return number;
  }

  /// "Uno e settantuno." "Misuriamo: un metro e settanta. Quindi BMI trentatré e sette."
  void FindAgreeing() {
    const Measure* weight = list_.Known("peso_kg");
    if (!weight) return;
    const double kilos = weight->value;
    const auto gap = list_.GapToBmi(kilos);
    if (!gap || *gap < MeasureList::kContradicts) return;
    for (const Number& number : reading_.numbers) {
      const auto height = AsHeight(number);
      if (!height || list_.IsWithdrawn(*height) || *list_.GapToBmi(kilos, height->value) >= MeasureList::kAgrees)
        continue;
      // A height of somebody else stands where it is told.
      const Measure* told = list_.Known("altezza_cm");
      const bool misremembered = told && std::abs(told->value - height->value) <= kMisremembered;
      list_.Replace("altezza_cm", *height, misremembered ? std::vector{told->evidence} : std::vector<Span>());
      return;
    }
  }

  /// "Quanto è alta?" "Un metro e sessanta." "Qui vedo centocinquantotto.": the one that is measured after the one
  /// told.
  void FindMeasured() {
    constexpr TokenIndex kSoon = 30;
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
      list_.Replace("altezza_cm", measured, {reading_.text.SpanOf(told.range)});
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

void ChooseHeight(MeasureList& list) { Finder(list).Choose(); }

}  // namespace scriba::clinical
