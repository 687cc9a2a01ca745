#include "clinical/critical_points.h"

#include <algorithm>

#include "clinical/report_text.h"

namespace scriba::clinical {
namespace {

/// Kilograms a week.
constexpr double kFastestLoss = 1;

class Finder {
 public:
  Finder(const Reading& reading, const std::vector<Measure>& measures) : reading_(reading), measures_(measures) {}

  std::vector<CriticalPoint> Find() {
    for (const Measure& measure : measures_) JudgeMeasure(measure);
    FindRedFlags();
    FindAllergies();
    FindDrugsInPregnancy();
    return std::move(points_);
  }

 private:
  void JudgeMeasure(const Measure& measure) {
    if (measure.key == "variazione_peso_kg_settimana" && measure.value < -kFastestLoss) {
      Add("calo_rapido", "Calo di peso rapido: " + MeasureText(measure) + ".",
          "Più di 1 kg alla settimana (NICE NG246)", measure.evidence);
    }
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
    const auto after = std::upper_bound(reading_.clauses.begin(), reading_.clauses.end(), hit.range.first,
                                        [](TokenIndex index, const Clause& c) { return index < c.range.first; });
    if (after == reading_.clauses.begin()) return true;
    const auto clause = after - 1;
    if (clause->is_question) return true;
    const TagIndex denial = BuiltInLexicon().Tag("denial");
    const TagIndex relative = BuiltInLexicon().Tag("relative");
    for (const TermHit& other : reading_.TermsIn(clause->range)) {
      const bool inside = other.range.first >= hit.range.first && other.range.last <= hit.range.last;
      if (!inside && (other.entry->tag == denial || other.entry->tag == relative)) return true;
    }
    return false;
  }

  void FindAllergies() {
    const TagIndex tag = BuiltInLexicon().Tag("allergy");
    for (const TermHit& hit : reading_.terms) {
      if (hit.entry->tag != tag || !reading_.text.Word(hit.range.first).starts_with("allerg") || IsDeniedOrOther(hit))
        continue;
      Add("allergia", "Allergia riferita.", "Ogni allergia va vista prima di prescrivere", SpanOfClause(hit));
      return;
    }
  }

  void FindDrugsInPregnancy() {
    const TermHit* pregnant = nullptr;
    for (const TermHit& hit : reading_.terms) {
      const std::string_view before = reading_.text.Word(static_cast<std::int64_t>(hit.range.first) - 1);
      const bool now = reading_.text.Word(hit.range.first) == "incinta" && before != "ero" && before != "rimasta";
      if (now && !IsDeniedOrOther(hit)) pregnant = &hit;
    }
    if (!pregnant) return;
    for (const TermHit& hit : reading_.terms) {
      const std::string& kind = hit.entry->key;
      if (hit.entry->tag != BuiltInLexicon().Tag("drug") || IsDeniedOrOther(hit)) continue;
      if (kind != "glp1" && kind != "ipolipemizzante" && kind != "antiobesita") continue;
      Add("farmaco_in_gravidanza",
          "Farmaco da rivedere in gravidanza: " + reading_.text.Original(reading_.text.SpanOf(hit.range)) + ".",
          "Controindicato in gravidanza (AIFA, riassunti delle caratteristiche del prodotto)", SpanOfClause(hit));
    }
  }

  Span SpanOfClause(const TermHit& hit) const {
    const auto after = std::upper_bound(reading_.clauses.begin(), reading_.clauses.end(), hit.range.first,
                                        [](TokenIndex index, const Clause& c) { return index < c.range.first; });
    return reading_.text.SpanOf((after - 1)->range);
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
