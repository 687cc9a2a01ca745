#include "clinical/critical_points.h"

#include <algorithm>

#include "clinical/report_text.h"

namespace scriba::clinical {
namespace {

class Finder {
 public:
  Finder(const Reading& reading, const std::vector<Measure>& measures) : reading_(reading), measures_(measures) {}

  std::vector<CriticalPoint> Find() {
    for (const Measure& measure : measures_) JudgeMeasure(measure);
    FindRedFlags();
    return std::move(points_);
  }

 private:
  void JudgeMeasure(const Measure& measure) {
    if (measure.plausibility == Plausibility::kImplausible) {
      Add("valore_non_plausibile_" + measure.key, MeasureText(measure) + ": valore da verificare.",
          "Valore fuori dai limiti fisiologici: probabile errore di ascolto", measure.evidence);
      return;
    }
    if (measure.range != RangeClass::kBelow && measure.range != RangeClass::kAbove) return;
    const LexiconEntry* entry = BuiltInLexicon().MeasureEntry(measure.key);
    if (!entry || !entry->reference) return;
    const bool above = measure.range == RangeClass::kAbove;
    std::string text =
        measure.name + " " + MeasureText(measure) + (above ? " sopra" : " sotto") + " l'intervallo di riferimento.";
    std::string reason =
        "Riferimento " + WriteDecimal(entry->reference->low) + "–" + WriteDecimal(entry->reference->high);
    if (measure.key == "pa") reason = "Riferimento: sistolica 90–139 e diastolica sotto 90 mmHg (ESH 2023)";
    Add(measure.key + (above ? "_alto" : "_basso"), std::move(text), std::move(reason), measure.evidence);
  }

  void FindRedFlags() {
    const TagIndex flag = BuiltInLexicon().Tag("red_flag");
    for (const TermHit& hit : reading_.terms) {
      if (hit.entry->tag != flag || IsDeniedOrOther(hit)) continue;
      const bool known = std::any_of(points_.begin(), points_.end(),
                                     [&](const CriticalPoint& point) { return point.code == hit.entry->key; });
      if (!known) Add(hit.entry->key, hit.entry->name + ".", hit.entry->reason, reading_.text.SpanOf(hit.range));
    }
  }

  bool IsDeniedOrOther(const TermHit& hit) const {
    const auto clause = std::find_if(reading_.clauses.begin(), reading_.clauses.end(), [&](const Clause& c) {
      return c.range.first <= hit.range.first && hit.range.first < c.range.last;
    });
    if (clause == reading_.clauses.end() || clause->is_question) return true;
    const TagIndex denial = BuiltInLexicon().Tag("denial");
    const TagIndex relative = BuiltInLexicon().Tag("relative");
    for (const TermHit& other : reading_.TermsIn(clause->range)) {
      const bool inside = other.range.first >= hit.range.first && other.range.last <= hit.range.last;
      if (!inside && (other.entry->tag == denial || other.entry->tag == relative)) return true;
    }
    return false;
  }

  void Add(std::string code, std::string text, std::string reason, Span evidence) {
    points_.push_back({std::move(code), std::move(text), std::move(reason), {evidence}});
  }

  const Reading& reading_;
  const std::vector<Measure>& measures_;
  std::vector<CriticalPoint> points_;
};

}  // namespace

std::vector<CriticalPoint> FindCriticalPoints(const Reading& reading, const std::vector<Measure>& measures) {
  return Finder(reading, measures).Find();
}

}  // namespace scriba::clinical
