#include "clinical/critical_points.h"

#include <algorithm>
#include <array>

#include "clinical/writing/report_text.h"

namespace scriba::clinical {
namespace {

/// Kilograms a week.
constexpr double kFastestLoss = 1;
/// Weeks; a few days of loss are water.
constexpr double kShortestLoss = 2;
/// More kilograms than these are a misheard number.
constexpr double kMostKilos = 80;
/// Classes of drugs within which allergies cross.
constexpr WordSet kCrossing{"fans", "betalattamico", "macrolide", "chinolone", "sulfamidico", "tetraciclina"};
/// Classes contraindicated in pregnancy, and stems of substances that are so beside them.
constexpr WordSet kClassesNotInPregnancy{"glp1", "ipolipemizzante", "antiobesita", "sistema_renina", "retinoide"};
constexpr std::array<std::string_view, 18> kNotInPregnancy{
    "valproa",     "depakin",      "topiramat",    "carbamazepin", "tegretol",   "metotrexat",
    "methotrexat", "leflunomid",   "teriflunomid", "micofenolat",  "fingolimod", "warfarin",
    "coumadin",    "acenocumarol", "sintrom",      "finasterid",   "dutasterid", "valproic"};

class Finder {
 public:
  Finder(const Reading& reading, const std::vector<Measure>& measures) : reading_(reading), measures_(measures) {}

  std::vector<CriticalPoint> Find() {
    for (const Measure& measure : measures_) JudgeMeasure(measure);
    FindRedFlags();
    FindAllergies();
    FindDrugsInPregnancy();
    FindStatedFastLoss();
    FindNamedInteractions();
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
      Add("allergia", "Allergia riferita: " + Quote(hit) + ".", "Ogni allergia va vista prima di prescrivere",
          SpanOfClause(hit));
      FindDrugsOfAllergy(ClauseOf(hit));
    }
  }

  /// A drug of the class to which the allergy is: "allergico alla penicillina" and "prende amoxicillina".
  void FindDrugsOfAllergy(const Clause& allergic) {
    const TagIndex drug = BuiltInLexicon().Tag("drug");
    for (const TermHit& cause : reading_.TermsIn(allergic.range)) {
      const std::string& kind = cause.entry->key;
      if (cause.entry->tag != drug || !IsAny(kind, kCrossing)) continue;
      for (const TermHit& hit : reading_.terms) {
        const bool same_clause = hit.range.first >= allergic.range.first && hit.range.first < allergic.range.last;
        if (hit.entry->tag != drug || hit.entry->key != kind || same_clause || IsDeniedOrOther(hit)) continue;
        Add("farmaco_e_allergia", "Farmaco della classe dell'allergia riferita: " + WordsOf(hit) + ".",
            "Possibile reazione crociata con l'allergia riferita (AIFA, riassunti delle caratteristiche del prodotto)",
            SpanOfClause(hit));
        return;
      }
    }
  }

  void FindDrugsInPregnancy() {
    const TagIndex drug = BuiltInLexicon().Tag("drug"), gynaecology = BuiltInLexicon().Tag("gynaecology");
    const bool pregnant = std::any_of(reading_.terms.begin(), reading_.terms.end(), [&](const TermHit& hit) {
      const std::string_view word = reading_.text.Word(hit.range.first);
      const std::string_view before = reading_.text.Word(static_cast<std::int64_t>(hit.range.first) - 1);
      const bool now = (word == "incinta" && before != "ero" && before != "rimasta") || word == "gravida" ||
                       (word == "settimana" && hit.entry->tag == gynaecology);
      return now && !IsDeniedOrOther(hit);
    });
    if (!pregnant) return;
    for (const TermHit& hit : reading_.terms) {
      if (hit.entry->tag != drug || IsDeniedOrOther(hit)) continue;
      const std::string_view word = reading_.text.Word(hit.range.first);
      const bool by_name = StartsWithAny(word, kNotInPregnancy);
      if (!by_name && !IsAny(hit.entry->key, kClassesNotInPregnancy)) continue;
      Add("farmaco_in_gravidanza", "Farmaco da rivedere in gravidanza: " + WordsOf(hit) + ".",
          "Controindicato in gravidanza (AIFA, riassunti delle caratteristiche del prodotto)", SpanOfClause(hit));
    }
  }

  /// "Ho perso dodici chili in due mesi": the pace that the words state.
  void FindStatedFastLoss() {
    for (const Clause& clause : reading_.clauses) {
      if (clause.is_question || !SpeaksOfLoss(clause)) continue;
      double kilos = 0;
      double weeks = 0;
      for (const Number& number : reading_.NumbersIn(clause.range)) {
        if (number.unit == "kg" && kilos == 0) kilos = number.value;
        const double length = WeeksOf(reading_.text.Word(number.range.last));
        if (number.unit.empty() && weeks == 0) weeks = number.value * length;
      }
      if (kilos <= 0 || weeks < kShortestLoss || kilos / weeks <= kFastestLoss || kilos > kMostKilos) continue;
      Add("calo_rapido", "Calo di peso rapido: «" + reading_.text.Original(reading_.text.SpanOf(clause.range)) + "».",
          "Più di 1 kg alla settimana (NICE NG246)", reading_.text.SpanOf(clause.range));
      return;
    }
  }

  bool SpeaksOfLoss(const Clause& clause) const {
    const TagIndex relative = BuiltInLexicon().Tag("relative");
    bool loses = false;
    for (TokenIndex at = clause.range.first; at < clause.range.last; ++at) {
      const std::string_view word = reading_.text.Word(at);
      loses = loses || word == "perso" || word == "persi" || word == "dimagrito" || word == "dimagrita" ||
              word == "calato" || word == "calata";
      if (word == "ripresi" || word == "ripreso" || word == "vorrei" || word == "vuole") return false;
    }
    const auto terms = reading_.TermsIn(clause.range);
    return loses &&
           std::none_of(terms.begin(), terms.end(), [&](const TermHit& hit) { return hit.entry->tag == relative; });
  }

  static double WeeksOf(std::string_view unit) {
    if (unit == "giorni") return 1.0 / 7;
    if (unit == "settimana" || unit == "settimane") return 1;
    if (unit == "mese" || unit == "mesi") return 52.0 / 12;
    return 0;
  }

  /// An interaction is only reported where the doctor names it: the program knows no interactions by itself.
  void FindNamedInteractions() {
    for (const Clause& clause : reading_.clauses) {
      if (clause.is_question) continue;
      for (TokenIndex at = clause.range.first; at < clause.range.last; ++at) {
        const std::string_view word = reading_.text.Word(at);
        if (!word.starts_with("interazion") && !word.starts_with("interagi") && !word.starts_with("interferi") &&
            !word.starts_with("controindicat")) {
          continue;
        }
        const Span span = reading_.text.SpanOf(clause.range);
        Add("interazione_segnalata", "Segnalato dal medico: «" + reading_.text.Original(span) + "».",
            "Interazione o controindicazione nominata durante la visita", span);
        break;
      }
    }
  }

  const Clause& ClauseOf(const TermHit& hit) const {
    const auto after = std::upper_bound(reading_.clauses.begin(), reading_.clauses.end(), hit.range.first,
                                        [](TokenIndex index, const Clause& c) { return index < c.range.first; });
    return *(after - 1);
  }

  std::string WordsOf(const TermHit& hit) const { return reading_.text.Original(reading_.text.SpanOf(hit.range)); }
  std::string Quote(const TermHit& hit) const { return "«" + reading_.text.Original(SpanOfClause(hit)) + "»"; }

  Span SpanOfClause(const TermHit& hit) const { return reading_.text.SpanOf(ClauseOf(hit).range); }

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
