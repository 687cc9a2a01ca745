#include "clinical/measures/weight.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "clinical/reading/integers.h"

namespace scriba::clinical {
namespace {

class Finder {
 public:
  explicit Finder(MeasureList& list) : list_(list), reading_(list.reading()) {}

  void Find() {
    const Measure* weight = list_.Known("peso_kg");
    const bool can_check = list_.GapToBmi(0).has_value();
    double gap = weight && can_check ? *list_.GapToBmi(weight->value) : MeasureList::kContradicts;
    if (weight && (!can_check || gap < MeasureList::kAgrees)) return;
    std::optional<Number> found;
    for (std::size_t i = 0; i < reading_.numbers.size(); ++i) {
      const Number& number = reading_.numbers[i];
      if (!CanWeigh(number)) continue;
      const double examined = list_.ExaminedAt(number.range.first);
      if (can_check && examined > 0.03) {
        for (const std::optional<Number>& read : {std::optional(number), WithTenth(i)}) {
          if (!read || *list_.GapToBmi(read->value) >= std::min(gap, MeasureList::kContradicts)) continue;
          found = read;
          gap = *list_.GapToBmi(read->value);
        }
      }
      if (!found && !weight && IsOnScales(number, examined)) found = number;
    }
    if (found) list_.Replace("peso_kg", *found);
  }

 private:
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

  MeasureList& list_;
  const Reading& reading_;
};

}  // namespace

void FindWeight(MeasureList& list) { Finder(list).Find(); }

}  // namespace scriba::clinical
