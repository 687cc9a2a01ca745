#include "clinical/measures/stated_index.h"

#include <cmath>
#include <optional>

namespace scriba::clinical {
namespace {

/// Of the computed one: a doctor rounds, but is not so far off.
constexpr double kMisheard = 0.5;
/// In kg/m².
constexpr double kSame = 0.3;
constexpr double kBetter = 0.05;

class Chooser {
 public:
  Chooser(MeasureList& list, double computed) : list_(list), reading_(list.reading()), computed_(computed) {}

  void Choose() {
    const double stated = list_.Known("bmi")->value;
    double gap = std::abs(stated - computed_);
    std::optional<Number> best;
    for (const TermHit& hit : reading_.terms) {
      if (hit.entry->key != "bmi") continue;
      for (const Number& number : reading_.NumbersIn({hit.range.last, hit.range.last + kNear})) {
        for (const std::optional<Number>& said : {std::optional(number), list_.WithTenth(number)}) {
          if (!said || said->kind != NumberKind::kPlain || list_.IsWithdrawn(*said)) continue;
          const double own = std::abs(said->value - computed_);
          if (own > kSame || own + kBetter > gap) continue;
          gap = own;
          best = said;
        }
      }
    }
    if (best) {
      list_.Replace("bmi", *best);
    } else if (gap > kMisheard * computed_) {
      list_.Remove("bmi");
    }
  }

 private:
  static constexpr TokenIndex kNear = 6;

  MeasureList& list_;
  const Reading& reading_;
  double computed_;
};

}  // namespace

void ChooseStatedIndex(MeasureList& list) {
  const Measure* weight = list.Known("peso_kg");
  if (!weight || !list.Known("bmi")) return;
  if (const auto computed = list.BmiOf(weight->value)) Chooser(list, *computed).Choose();
}

}  // namespace scriba::clinical
