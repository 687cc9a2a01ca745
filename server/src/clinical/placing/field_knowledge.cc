#include "clinical/placing/field_knowledge.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "clinical/placing/kinds_of_text.h"
#include "clinical/placing/tellings.h"
#include "clinical/reading/number_context.h"

namespace scriba::clinical {
namespace {

/// The rules weigh in full in a dictation, and more in a note: there is no course of a visit from which the model could
/// tell.
constexpr double kWeightInVisit = 0.2;
constexpr double kWeightInNote = 2.4;
/// The reason of a visit is said in its first part.
constexpr std::size_t kReasonParts = 3;

/// The tags by which the rules know what a clause speaks of.
constexpr std::array<std::string_view, 25> kTags{
    "allergy",         "order",         "drug",     "smoking",      "relative", "condition",    "surgery",
    "gynaecology",     "diet_past",     "activity", "sedentary",    "consent",  "first_person", "self_harm",
    "eating_disorder", "mood",          "sleep",    "visit_reason", "meal",     "food",         "drink",
    "weight_past",     "weight_change", "age_mark", "red_flag"};

/// One of them, found while compiling: a rule asks for hundreds in a talk.
class Tag {
 public:
  consteval Tag(const char* name) {  // NOLINT(google-explicit-constructor): `Has("drug")` is how a rule reads
    while (kTags.at(place_) != name) ++place_;
  }
  std::uint64_t bit() const { return std::uint64_t{1} << place_; }

 private:
  std::size_t place_ = 0;
};

/// By the index of a tag in the lexicon: its bit, or none.
const std::vector<std::uint64_t>& Bits() {
  static const std::vector<std::uint64_t> bits = [] {
    std::vector<std::uint64_t> all(BuiltInLexicon().tags().size(), 0);
    for (std::size_t i = 0; i < kTags.size(); ++i) all[BuiltInLexicon().Tag(kTags[i])] = std::uint64_t{1} << i;
    return all;
  }();
  return bits;
}

/// What a clause speaks of.
struct Signs {
  bool measured = false;
  bool kilos = false;
  bool dose = false;
  bool early = false;
  /// Of parents, siblings or grandparents, and of nobody else.
  bool of_near_kin = false;
  std::uint64_t tags = 0;
  bool Has(Tag tag) const { return (tags & tag.bit()) != 0; }
  bool Eats() const { return Has("meal") || Has("food") || Has("drink"); }
  bool PastWeight() const { return Has("weight_past") || Has("weight_change") || Has("age_mark"); }
};

struct Rule {
  Section section;
  /// Added to the logarithm of the odds of the section.
  double evidence;
  bool (*holds)(const Signs&);
};

constexpr std::array kRules{
    Rule{Section::kStoriaMedica, 4, [](const Signs& s) { return s.Has("allergy") && !s.Has("order"); }},
    Rule{Section::kStoriaMedica, 2.5,
         [](const Signs& s) { return s.Has("drug") && (s.dose || !s.measured) && !s.Has("order"); }},
    Rule{Section::kStoriaMedica, 2, [](const Signs& s) { return s.Has("smoking") && !s.Has("order"); }},
    Rule{Section::kStoriaMedica, 2, [](const Signs& s) { return s.Has("relative") && s.Has("condition"); }},
    Rule{Section::kStoriaMedica, 1.5,
         [](const Signs& s) {
           return (s.Has("condition") || s.Has("surgery") || s.Has("gynaecology")) && !s.Has("order") && !s.measured &&
                  !s.kilos && !s.Eats();
         }},
    Rule{Section::kEsamiParametri, 3,
         [](const Signs& s) { return s.measured && !s.PastWeight() && !s.Has("order") && !s.dose && !s.Has("drug"); }},
    Rule{Section::kStoriaPonderale, 2.5,
         [](const Signs& s) { return s.kilos && s.PastWeight() && !s.Has("order") && !s.Has("visit_reason"); }},
    Rule{Section::kStoriaPonderale, 1, [](const Signs& s) { return s.Has("diet_past") && !s.Has("order"); }},
    Rule{Section::kAbitudiniAlimentari, 2,
         [](const Signs& s) {
           return s.Eats() && !s.Has("order") && !s.Has("drug") && !s.Has("allergy") && !s.Has("self_harm");
         }},
    Rule{Section::kAttivitaFisica, -2, [](const Signs& s) { return s.Eats() && !s.Has("activity"); }},
    Rule{Section::kAttivitaFisica, 2,
         [](const Signs& s) {
           return (s.Has("activity") || s.Has("sedentary")) && !s.Eats() && !s.Has("order") && !s.measured;
         }},
    Rule{Section::kNoteSpecialista, 3, [](const Signs& s) { return s.Has("consent"); }},
    // What somebody says of himself is neither the plan nor the doctor's conclusion.
    Rule{Section::kNoteSpecialista, -2, [](const Signs& s) { return s.Has("first_person") && !s.Has("order"); }},
    Rule{Section::kPuntiCritici, -2, [](const Signs& s) { return s.Has("first_person") && !s.Has("order"); }},
    Rule{Section::kFattoriPsi, 3, [](const Signs& s) { return s.Has("self_harm"); }},
    Rule{Section::kFattoriPsi, 4, [](const Signs& s) { return s.Has("eating_disorder") && !s.Has("order"); }},
    Rule{Section::kFattoriPsi, 1.5,
         [](const Signs& s) {
           return (s.Has("mood") || s.Has("sleep")) && !s.Eats() && !s.Has("drug") && !s.Has("order") && !s.measured;
         }},
    Rule{Section::kNoteSpecialista, 3, [](const Signs& s) { return s.Has("order") && !s.Has("visit_reason"); }},
    Rule{Section::kMotivoVisita, 3, [](const Signs& s) { return s.Has("visit_reason") && s.early && !s.measured; }},
};

/// "Mia madre ha la tiroidite": an illness in the family is family history wherever in a visit it is told. What is
/// surely taken for small talk stays that: people also tell of others' families.
constexpr double kOfFamilyHistory = 1.5;

/// The values of a glucose tolerance test are told among the illnesses as often as among the examinations.
constexpr double kOfGlucoseCurve = 3;

/// Where the model sees the plan before anything is planned with this certainty, it has lost the course of the visit.
constexpr double kLost = 0.2;

/// "La metformina la prendo a pranzo. La sera verdura, un formaggino": what is told before the plan can begin is no
/// plan, however much it sounds like one. The other sections share what the model gave it.
bool IsTooEarlyForPlan(const Reading& reading, std::size_t clause, const Signs& signs) {
  return !IsShort(reading) && !signs.Has("order") && reading.IsBeforePlan(reading.clauses[clause].range.first);
}

void TakeFromPlan(LabelScores& p) {
  constexpr double kLeft = 0.02;
  constexpr double kLeastShare = 0.002;
  const auto plan = static_cast<std::size_t>(Section::kNoteSpecialista);
  const auto share = [&](std::size_t section) { return section == plan ? 0 : std::max(p[section], kLeastShare); };
  double shares = 0;
  for (std::size_t section = 0; section < kSectionCount; ++section) shares += share(section);
  const double taken = p[plan] * (1 - kLeft);
  for (std::size_t section = 0; section < kSectionCount; ++section) p[section] += taken * share(section) / shares;
  p[plan] -= taken;
}

/// A value of the day: the name of a measure and a number in one clause.
bool IsMeasured(const Reading& reading, TokenRange range) {
  if (reading.NumbersIn(range).empty()) return false;
  static const TagIndex kMeasure = BuiltInLexicon().Tag("measure");
  const auto terms = reading.TermsIn(range);
  return std::any_of(terms.begin(), terms.end(),
                     [](const TermHit& hit) { return hit.entry->tag == kMeasure && !hit.entry->name.empty(); });
}

/// "Assume multivitaminico, calcio 500": what is taken is a therapy, not a value.
bool IsTaken(const Reading& reading, TokenRange range) {
  static const TagIndex kDrug = BuiltInLexicon().Tag("drug");
  const std::string_view first = reading.text.Word(range.first);
  return (first.starts_with("assum") || first.starts_with("prend")) && reading.HasTag(range, kDrug);
}

/// "Inizia rosuvastatina": with a drug after it, the verb is an order.
bool StartsDrug(const Reading& reading, TokenRange range) {
  constexpr WordSet kStarts{"inizia", "avvia", "introduce", "introdurre"};
  static const TagIndex kDrug = BuiltInLexicon().Tag("drug");
  const auto terms = reading.TermsIn(range);
  return std::any_of(terms.begin(), terms.end(), [&](const TermHit& hit) {
    return hit.entry->tag == kDrug && IsAny(reading.text.Word(static_cast<std::int64_t>(hit.range.first) - 1), kStarts);
  });
}

/// "La sorella di mia moglie" is no relative of the patient.
bool IsOfNearKin(std::span<const TermHit> terms) {
  static const TagIndex kRelative = BuiltInLexicon().Tag("relative");
  static constexpr WordSet kNear{"madre", "padre", "fratello", "sorella", "nonno"};
  const auto is_far = [](const TermHit& hit) { return hit.entry->tag == kRelative && !IsAny(hit.entry->name, kNear); };
  return std::none_of(terms.begin(), terms.end(), is_far) &&
         std::any_of(terms.begin(), terms.end(), [](const TermHit& hit) { return hit.entry->tag == kRelative; });
}

Signs Read(const Reading& reading, const Clause& clause) {
  Signs signs;
  const std::vector<std::uint64_t>& bits = Bits();
  for (const TermHit& hit : reading.TermsIn(clause.range)) signs.tags |= bits[hit.entry->tag];
  signs.of_near_kin = IsOfNearKin(reading.TermsIn(clause.range));
  signs.measured = IsMeasured(reading, clause.range) && !IsTaken(reading, clause.range);
  for (const Number& number : reading.NumbersIn(clause.range)) {
    signs.kilos = signs.kilos || number.unit == "kg";
    signs.dose = signs.dose || number.unit == "mg" || number.unit == "mcg" || number.unit == "UI";
  }
  if (StartsDrug(reading, clause.range)) signs.tags |= Tag("order").bit();
  signs.early = clause.range.first * kReasonParts <= reading.text.size();
  return signs;
}

/// "Vomito? No, mai.": what is denied in a word and has no subject of another section is history.
bool DeniesAlone(const Reading& reading, std::size_t clause) {
  constexpr std::size_t kFew = 3;
  if (clause == 0 || !reading.clauses[clause - 1].is_question) return false;
  const Clause& answer = reading.clauses[clause];
  if (reading.text.Word(answer.range.first) != "no" || reading.WordsIn(answer.range) > kFew) return false;
  const Signs asked = Read(reading, reading.clauses[clause - 1]);
  return !asked.Eats() && !asked.Has("activity") && !asked.Has("sedentary") && !asked.Has("self_harm");
}

/// "Semaglutide da uno": elsewhere "uno" is no number.
bool SaysOne(const Reading& reading, TokenIndex at, TokenRange range) {
  return at + 1 < range.last && reading.text.Word(at) == "da" && reading.text.Word(at + 1) == "uno";
}

bool IsOrderOfNow(const Reading& reading, const Clause& clause) {
  return OrdersFromNow(reading, clause.range) || (!clause.is_question && SendsToEmergency(reading, clause.range));
}

}  // namespace

std::vector<LabelScores> WithFieldKnowledge(const Reading& reading, std::vector<LabelScores> probabilities) {
  const double usual_weight = IsNote(reading) ? kWeightInNote : IsShort(reading) ? 1 : kWeightInVisit;
  for (std::size_t i = 0; i < reading.clauses.size(); ++i) {
    if (reading.clauses[i].is_question) continue;
    const Signs signs = Read(reading, reading.clauses[i]);
    LabelScores& p = probabilities[i];
    // Where the model is lost, the rules weigh in full.
    const bool is_lost =
        IsTooEarlyForPlan(reading, i, signs) && p[static_cast<std::size_t>(Section::kNoteSpecialista)] > kLost;
    if (is_lost) TakeFromPlan(p);
    const double weight = is_lost ? 1 : usual_weight;
    double sum = p[kNoSection];
    if (weight == kWeightInNote && DeniesAlone(reading, i)) {
      p[static_cast<std::size_t>(Section::kStoriaMedica)] *= std::exp(weight);
    }
    for (const Rule& rule : kRules) {
      if (rule.holds(signs)) p[static_cast<std::size_t>(rule.section)] *= std::exp(weight * rule.evidence);
    }
    if (weight < 1 && signs.of_near_kin && signs.Has("condition") && !signs.Has("order")) {
      p[static_cast<std::size_t>(Section::kStoriaMedica)] *= std::exp(kOfFamilyHistory);
    }
    if (TellsOfGlucoseCurve(reading, reading.clauses[i].range)) {
      p[static_cast<std::size_t>(Section::kEsamiParametri)] *= std::exp(kOfGlucoseCurve);
    }
    for (std::size_t section = 0; section < kSectionCount; ++section) sum += p[section];
    for (double& score : p) score /= sum;
  }
  return probabilities;
}

std::optional<Section> HomeOf(const Reading& reading, const Clause& clause) {
  const Signs signs = Read(reading, clause);
  if (signs.Has("consent") || IsOrderOfNow(reading, clause)) return Section::kNoteSpecialista;
  if (signs.Has("order")) return std::nullopt;
  if (TellsOfGlucoseCurve(reading, clause.range)) return Section::kEsamiParametri;
  // "Mio zio si è suicidato" is told of the mood, and is family history.
  if (signs.Has("self_harm") && signs.Has("relative")) return Section::kStoriaMedica;
  if (signs.Has("self_harm") || signs.Has("eating_disorder") || ShowsEatingDisorder(reading, clause.range) ||
      TellsOfBereavement(reading, clause.range)) {
    return Section::kFattoriPsi;
  }
  if (signs.Has("allergy") || signs.Has("red_flag") || TellsOfLowSugar(reading, clause.range) ||
      SaysSheIsPregnant(reading, clause.range)) {
    return Section::kStoriaMedica;
  }
  if (signs.kilos && signs.PastWeight()) return Section::kStoriaPonderale;
  return std::nullopt;
}

bool SpeaksOfNearKin(const Reading& reading, TokenRange range) { return IsOfNearKin(reading.TermsIn(range)); }

bool IsSureOfHome(const Reading& reading, const Clause& clause) {
  const Signs signs = Read(reading, clause);
  return signs.Has("consent") || signs.Has("self_harm") || signs.Has("allergy") || signs.Has("red_flag") ||
         ShowsEatingDisorder(reading, clause.range) || TellsOfBereavement(reading, clause.range) ||
         TellsOfLowSugar(reading, clause.range) || SaysSheIsPregnant(reading, clause.range) ||
         TellsOfGlucoseCurve(reading, clause.range) || IsOrderOfNow(reading, clause);
}

bool MustStay(const Reading& reading, TokenRange range) {
  static const TagIndex kDrug = BuiltInLexicon().Tag("drug");
  static const TagIndex kDenial = BuiltInLexicon().Tag("denial");
  static const TagIndex kRelative = BuiltInLexicon().Tag("relative");
  static const TagIndex kMeasure = BuiltInLexicon().Tag("measure");
  static const TagIndex kOutcome = BuiltInLexicon().Tag("outcome");
  static const std::array<TagIndex, 6> kAlways{BuiltInLexicon().Tag("self_harm"), BuiltInLexicon().Tag("red_flag"),
                                               BuiltInLexicon().Tag("essential"), BuiltInLexicon().Tag("consent"),
                                               BuiltInLexicon().Tag("surgery"),   BuiltInLexicon().Tag("allergy")};
  const bool has_number = !reading.NumbersIn(range).empty();
  const std::size_t words = reading.WordsIn(range);
  const auto terms = reading.TermsIn(range);
  const auto has = [&](TagIndex tag) { return reading.HasTag(range, tag); };
  // A drug that is refused, stopped or not tolerated matters as much as one that is taken.
  const bool denies = has(kDenial) && !has(kRelative);
  if (IsWithoutAlcohol(reading, range, has(kDenial)) || ShowsEatingDisorder(reading, range) ||
      TellsOfLowSugar(reading, range) || TellsOfOwnIllness(reading, range) || GoesOn(reading, range)) {
    return true;
  }
  // "Transaminasi normali."
  if (has(kOutcome) && has(kMeasure)) return true;
  return std::any_of(terms.begin(), terms.end(), [&](const TermHit& hit) {
    if (hit.entry->tag == kDrug && (has_number || denies || SaysOne(reading, hit.range.last, range))) return true;
    // "Mai più." alone says nothing.
    if (hit.range.last - hit.range.first == words && reading.text.Word(hit.range.first) == "mai") return false;
    if (std::find(kAlways.begin(), kAlways.end(), hit.entry->tag) != kAlways.end()) return true;
    const std::string_view word = reading.text.Word(hit.range.first);
    return word.starts_with("allerg") || word.starts_with("anafila") || word.starts_with("intolleran") ||
           word == "incinta";
  });
}

}  // namespace scriba::clinical
