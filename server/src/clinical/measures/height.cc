#include "clinical/measures/height.h"

#include <cmath>

namespace scriba::clinical {
namespace {

class Finder {
 public:
  explicit Finder(MeasureList& list) : list_(list), reading_(list.reading()) {}

  void Choose() {
    FindAgreeing();
    FindMeasured();
  }

 private:
  /// "Uno e settantuno." "Misuriamo: un metro e settanta. Quindi BMI trentatré e sette."
  void FindAgreeing() {
    const Measure* weight = list_.Known("peso_kg");
    if (!weight) return;
    const double kilos = weight->value;
    const auto gap = list_.GapToBmi(kilos);
    if (!gap || *gap < MeasureList::kContradicts) return;
    for (const Number& number : reading_.numbers) {
      if (number.kind != NumberKind::kHeight || list_.IsWithdrawn(number)) continue;
      if (*list_.GapToBmi(kilos, number.value) >= MeasureList::kAgrees) continue;
      list_.Replace("altezza_cm", number);
      return;
    }
  }

  /// "Quanto è alta?" "Un metro e sessanta." "Qui vedo centocinquantotto.": the one that is measured after the one
  /// told.
  void FindMeasured() {
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

void ChooseHeight(MeasureList& list) { Finder(list).Choose(); }

}  // namespace scriba::clinical
