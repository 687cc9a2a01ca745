// Values are found by their name: "glicemia novantasei" is the name and the first number after it, before the next
// name. Three things make that hard in speech, and each has its rule here. A second thought replaces the value
// ("ottanta… no, ottantotto"). A past value stands beside the present one ("6,8, era 9,4"; "da 152 a 94"). And the
// weight is often said without its name, on the scales ("Centosedici e due. Altezza…"): then the stated BMI and height
// tell which number it is.
#include "clinical/measures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "clinical/derived_measures.h"
#include "clinical/history_measures.h"
#include "clinical/number_context.h"

namespace scriba::clinical {
namespace {

struct Candidate {
  const LexiconEntry* entry = nullptr;
  const Number* number = nullptr;
  /// Probability that the words belong to the examination.
  double examined = 0;
  /// The number stands right after the name, without a unit.
  bool adjoins = false;
};

/// Clauses compared with the place of a word.
struct ByFirst {
  bool operator()(const Clause& clause, TokenIndex at) const { return clause.range.first < at; }
  bool operator()(TokenIndex at, const Clause& clause) const { return at < clause.range.first; }
};

/// Nobody who comes to be weighed weighs less; a smaller value of kilos is a gain, a loss or a child.
constexpr double kLeastOwnWeight = 20;

constexpr std::array<std::string_view, 25> kPast{
    "ultima",     "era",    "ero",    "erano",    "pesava",   "pesavo",   "prima",      "obiettivo", "sotto",
    "sopra",      "target", "scorso", "massimo",  "minimo",   "abituale", "desiderato", "ideale",    "forma",
    "precedente", "scorsa", "inizio", "partenza", "iniziale", "storico",  "usuale"};
constexpr std::array<std::string_view, 4> kPresent{"oggi", "attuale", "attualmente", "adesso"};
/// What is counted is no value: "si pesa tre volte al giorno".
constexpr std::array<std::string_view, 11> kCounted{"volte",  "volta",     "anni", "anno",   "mesi",  "mese",
                                                    "giorni", "settimane", "ore",  "minuti", "visite"};
constexpr std::array<std::string_view, 11> kSecondThought{
    "rettifico", "cancella", "no", "anzi", "scusi", "scusate", "aspetti", "aspetta", "correggo", "pardon", "ripeto"};

/// "Da centodiciotto è scesa a centododici".
constexpr std::array<std::string_view, 6> kMoves{"sces", "salit", "passat", "calat", "aumentat", "arrivat"};
/// Certainty of the examination from which a value counts; what is weighed, injected or swallowed needs more, unless
/// the number stands right after its name.
constexpr double kExamined = 0.12;
constexpr double kExaminedBody = 0.4;

/// A note of so few clauses tells no story of earlier visits.
constexpr std::size_t kNote = 16;

class Finder {
 public:
  Finder(const Reading& reading, const std::vector<LabelScores>& probabilities)
      : reading_(reading), probabilities_(probabilities) {}

  std::vector<Measure> Find() {
    const TagIndex measure = BuiltInLexicon().Tag("measure");
    for (std::size_t i = 0; i < reading_.terms.size(); ++i) {
      const TermHit& hit = reading_.terms[i];
      if (hit.entry->tag == measure) ReadValueOf(hit, NextName(i, measure));
    }
    Choose();
    FindUnnamed("altezza_cm", NumberKind::kHeight);
    FindUnnamed("pa", NumberKind::kPressure);
    FindUnnamedWeight();
    FindHistoryMeasures(reading_, measures_);
    return std::move(measures_);
  }

 private:
  TokenIndex NextName(std::size_t hit, TagIndex measure) const {
    for (std::size_t i = hit + 1; i < reading_.terms.size(); ++i) {
      const TermHit& next = reading_.terms[i];
      if (next.entry->tag == measure && next.range.first >= reading_.terms[hit].range.last) return next.range.first;
    }
    return reading_.text.size();
  }

  bool IsAny(std::string_view word, const auto& words) const {
    return std::find(words.begin(), words.end(), word) != words.end();
  }

  double ExaminedAt(TokenIndex at) const {
    const auto clause = std::upper_bound(reading_.clauses.begin(), reading_.clauses.end(), at,
                                         [](TokenIndex index, const Clause& c) { return index < c.range.first; });
    const auto index = static_cast<std::size_t>(clause - reading_.clauses.begin());
    return index == 0 ? 0 : probabilities_[index - 1][static_cast<std::size_t>(Section::kEsamiParametri)];
  }

  /// "Novantotto di vita", "uno e nove di TSH".
  bool ReadValueBefore(const TermHit& hit) {
    const TokenIndex at = hit.range.first;
    if (at < 2 || reading_.text.Word(at - 1) != "di") return false;
    const auto after = std::lower_bound(reading_.numbers.begin(), reading_.numbers.end(), at,
                                        [](const Number& n, TokenIndex index) { return n.range.first < index; });
    if (after == reading_.numbers.begin()) return false;
    const Number& number = *(after - 1);
    if (number.range.last != at - 1 || !Fits(*hit.entry, number) || IsWithdrawn(number)) return false;
    candidates_.push_back({hit.entry, &number, ExaminedAt(number.range.first)});
    return true;
  }

  /// "Peso novanta chili": nothing else is meant, wherever it is said; nor by "peso 90" or "BMI 17,2" in a note.
  bool IsPlain(const TermHit& hit, const Number& number) const {
    const bool is_note = reading_.clauses.size() <= kNote;
    const bool is_weight =
        hit.entry->key == "peso_kg" &&
        (is_note || (number.value >= kLeastOwnWeight && (number.unit == "kg" || IsRightBeforeHeight(number))));
    const bool is_plain = is_weight || (is_note && hit.entry->key == "bmi");
    return is_plain && number.range.first <= hit.range.last + 2;
  }

  /// The number after a name: the next one, or the one that replaces it.
  void ReadValueOf(const TermHit& hit, TokenIndex end) {
    // "… la mia bambina. Peso quarantotto": a name that opens a clause has left the relative behind.
    const bool opens = OpensClause(hit.range.first);
    if (hit.entry->name.empty() || (!opens && IsOfRelative(hit.range.first))) return;
    if (ReadValueBefore(hit)) return;
    const auto numbers = reading_.NumbersIn({hit.range.last, std::min<TokenIndex>(end, hit.range.last + 24)});
    const Number* chosen = nullptr;
    bool is_series = false;
    bool is_certain = false;
    TokenIndex anchor = hit.range.last;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const Number& number = numbers[i];
      if (const TokenIndex after = reading_.EndOfWithdrawn(number.range.first); after > number.range.first) {
        if (number.range.first - anchor <= 7) anchor = after;
        continue;
      }
      const TokenIndex from = chosen ? chosen->range.last : anchor;
      if (!chosen && number.range.first - from > 7) break;
      const bool sentence_ends = Between(from, number.range.first, std::array<std::string_view, 2>{".", ";"});
      const bool second_thought = Between(from, number.range.first, kSecondThought);
      if (sentence_ends && !second_thought) break;
      if (!Fits(*hit.entry, number) || IsOfRelative(number.range.first, opens && i == 0 ? hit.range.first : 0) ||
          IsAny(reading_.text.Word(number.range.last), kCounted)) {
        continue;
      }
      if (!chosen) {
        // "L'ultima volta 92, oggi 88": the present value comes after the past one.
        if (Between(from, number.range.first, kPast) ||
            (hit.entry->key == "peso_kg" && NamesMonth(from, number.range.first))) {
          anchor = number.range.last;
          continue;
        }
        chosen = Keep(number);
        is_certain = Between(from, number.range.first, kPresent);
        continue;
      }
      const bool arrow = IsArrow(*chosen, number);
      // "92 kg a maggio, 90 a giugno, oggi 88".
      const bool present = Between(numbers[i - 1].range.last, number.range.first, kPresent);
      const double ratio = number.value / chosen->value;
      // "Novantotto e sei, anzi la tara era quattordici": another thing was wrong.
      if (second_thought && !present && (ratio < 0.5 || ratio > 2)) continue;
      if (present || (!is_series && (second_thought || arrow))) {
        chosen = Keep(number);
        is_certain = is_certain || arrow || present;
      } else {
        is_series = true;
      }
    }
    if (!chosen) return;
    is_certain = (is_certain && hit.entry->key == "peso_kg") || IsPlain(hit, *chosen);
    const bool adjoins = chosen->range.first == hit.range.last && chosen->unit.empty();
    candidates_.push_back({hit.entry, chosen, is_certain ? 1 : ExaminedAt(chosen->range.first), adjoins});
  }

  /// "Peso a giugno 73,9": a month makes a weight a past one.
  bool NamesMonth(TokenIndex first, TokenIndex last) const {
    for (TokenIndex at = first; at < last; ++at) {
      if (IsMonth(reading_.text.Word(at))) return true;
    }
    return false;
  }

  /// "Da 152 a 94", "da 118 è scesa a 112".
  bool IsArrow(const Number& from, const Number& to) const {
    const Text& text = reading_.text;
    if (text.Word(static_cast<std::int64_t>(to.range.first) - 1) != "a") return false;
    if (!text.Word(static_cast<std::int64_t>(from.range.first) - 1).starts_with("da")) return false;
    const TokenIndex between = to.range.first - from.range.last;
    if (between == 1) return true;
    const std::string_view verb = text.Word(static_cast<std::int64_t>(to.range.first) - 2);
    return between <= 4 &&
           std::any_of(kMoves.begin(), kMoves.end(), [&](std::string_view stem) { return verb.starts_with(stem); });
  }

  bool OpensClause(TokenIndex at) const {
    return std::binary_search(reading_.clauses.begin(), reading_.clauses.end(), at, ByFirst{});
  }

  /// "Mia madre pesa novanta chili": a relative named shortly before, in the same sentence.
  bool IsOfRelative(TokenIndex at, TokenIndex not_before = 0) const {
    const TagIndex relative = BuiltInLexicon().Tag("relative");
    const TokenIndex from = std::max(not_before, at > 3 ? at - 3 : 0);
    const auto before = reading_.TermsIn({from, at});
    return std::any_of(before.begin(), before.end(), [&](const TermHit& other) {
      return other.entry->tag == relative && other.entry->key == "sangue" &&
             !Between(other.range.last, at, std::array<std::string_view, 2>{".", "?"});
    });
  }

  const Number* Keep(const Number& number) {
    const auto place = std::lower_bound(reading_.numbers.begin(), reading_.numbers.end(), number.range.first,
                                        [](const Number& n, TokenIndex at) { return n.range.first < at; });
    return &*place;
  }

  template <typename Words>
  bool Between(TokenIndex first, TokenIndex last, const Words& words) const {
    for (TokenIndex at = first; at < last; ++at) {
      if (IsAny(reading_.text.Word(at), words)) return true;
    }
    return false;
  }

  static bool Fits(const LexiconEntry& entry, const Number& number) {
    if (entry.key == "pa") return number.kind == NumberKind::kPressure;
    if (number.kind == NumberKind::kPressure || number.kind == NumberKind::kClock || number.kind == NumberKind::kDate) {
      return false;
    }
    if (number.kind == NumberKind::kHeight) return entry.key == "altezza_cm";
    static const std::set<std::string_view> kForeign{"mg", "mcg", "kcal", "ml", "l", "km", "g", "UI"};
    if (kForeign.contains(number.unit) && entry.unit != number.unit) return false;
    if (entry.key == "altezza_cm") return number.value >= 100 && number.value < 230;
    return !entry.plausible || entry.plausible->Contains(number.value);
  }

  void Choose() {
    std::map<std::string, const Candidate*> best;
    for (const Candidate& candidate : candidates_) {
      const Candidate*& known = best[candidate.entry->key];
      // The examination decides; within it the first value stands, unless a later one is surer.
      if (!known || candidate.examined > known->examined + 0.3) known = &candidate;
    }
    for (const auto& [key, candidate] : best) {
      const bool taken = key == "insulina" || key == "vitamina_d";
      const bool body = key == "peso_kg" || key == "fc" || (taken && !candidate->adjoins);
      if (candidate->examined < (body ? kExaminedBody : kExamined)) continue;
      Add(*candidate->entry, *candidate->number);
    }
  }

  void Add(const LexiconEntry& entry, const Number& number) {
    Measure measure;
    measure.key = entry.key;
    measure.name = entry.name;
    measure.value = number.value;
    measure.unit = entry.unit;
    if (number.kind == NumberKind::kPressure) measure.second_value = number.second;
    if (entry.key == "massa_grassa") {
      const bool weight = number.unit == "kg";
      measure.key = weight ? "massa_grassa_kg" : "massa_grassa_pct";
      measure.unit = weight ? "kg" : "%";
    }
    measure.evidence = reading_.text.SpanOf(number.range);
    Judge(measure, entry);
    measures_.push_back(std::move(measure));
  }

  static void Judge(Measure& measure, const LexiconEntry& entry) {
    if (entry.plausible && !entry.plausible->Contains(measure.value)) measure.plausibility = Plausibility::kImplausible;
    if (!entry.reference) return;
    measure.range = measure.value < entry.reference->low    ? RangeClass::kBelow
                    : measure.value > entry.reference->high ? RangeClass::kAbove
                                                            : RangeClass::kWithin;
    if (measure.second_value && *measure.second_value >= 90) measure.range = RangeClass::kAbove;
  }

  const Measure* Known(std::string_view key) const {
    const auto found = std::find_if(measures_.begin(), measures_.end(), [&](const Measure& m) { return m.key == key; });
    return found == measures_.end() ? nullptr : &*found;
  }

  bool IsWithdrawn(const Number& number) const {
    return reading_.EndOfWithdrawn(number.range.first) > number.range.first;
  }

  /// "Un metro e sessantuno di altezza", "massima centotrenta, minima ottanta": a height or a pressure needs no name.
  void FindUnnamed(std::string_view key, NumberKind kind) {
    if (Known(key)) return;
    const Number* best = nullptr;
    double surest = 0.05;
    for (const Number& number : reading_.numbers) {
      if (number.kind != kind || IsWithdrawn(number)) continue;
      const double examined = ExaminedAt(number.range.first);
      if (examined <= surest) continue;
      best = &number;
      surest = examined;
    }
    if (best) Add(*BuiltInLexicon().MeasureEntry(key), *best);
  }

  /// How far the body mass index of a weight is from the one that was said; nothing when it cannot be known.
  std::optional<double> GapToBmi(double kilos) const {
    const Measure* height = Known("altezza_cm");
    const Measure* bmi = Known("bmi");
    if (!height || !bmi) return std::nullopt;
    const double metres = height->value / 100;
    return std::abs(kilos / (metres * metres) - bmi->value);
  }

  void FindUnnamedWeight() {
    const Measure* weight = Known("peso_kg");
    const bool can_check = GapToBmi(0).has_value();
    // Rounding alone moves the index by half a tenth.
    double gap = weight && can_check ? *GapToBmi(weight->value) : 0.15;
    if (weight && (!can_check || gap < 0.055)) return;
    const Number* found = nullptr;
    for (const Number& number : reading_.numbers) {
      if (number.kind != NumberKind::kPlain || (!number.unit.empty() && number.unit != "kg") || IsWithdrawn(number))
        continue;
      if (number.value < 25 || number.value > 300 || IsOfRelative(number.range.first)) continue;
      const double examined = ExaminedAt(number.range.first);
      if (can_check && examined > 0.03 && *GapToBmi(number.value) < std::min(gap, 0.15)) {
        found = &number;
        gap = *GapToBmi(number.value);
      }
      const bool on_scales = number.unit == "kg" || (StandsAlone(number) && IsBeforeHeight(number)) ||
                             reading_.text.Word(static_cast<std::int64_t>(number.range.first) - 1) == "kg";
      const bool measured = (examined > 0.3 && on_scales) || (examined > 0.1 && IsRightBeforeHeight(number));
      if (!found && !weight && measured) found = &number;
    }
    if (!found) return;
    std::erase_if(measures_, [](const Measure& m) { return m.key == "peso_kg"; });
    Add(*BuiltInLexicon().MeasureEntry("peso_kg"), *found);
  }

  bool StandsAlone(const Number& number) const {
    return reading_.text.IsMark(static_cast<std::int64_t>(number.range.first) - 1) &&
           reading_.text.IsMark(number.range.last);
  }

  /// "Settantuno e sei, altezza un metro e sessantatré".
  bool IsRightBeforeHeight(const Number& number) const {
    constexpr TokenIndex kNear = 4;
    const auto terms = reading_.TermsIn({number.range.last, std::min(number.range.last + kNear, reading_.text.size())});
    return std::any_of(terms.begin(), terms.end(), [&](const TermHit& hit) {
      return hit.entry->key == "altezza_cm" && reading_.NumbersIn({number.range.last, hit.range.first}).empty();
    });
  }

  /// The scales come before the height rod: within a breath a height follows.
  bool IsBeforeHeight(const Number& number) const {
    const TokenRange breath{number.range.last, std::min(number.range.last + 30, reading_.text.size())};
    const auto numbers = reading_.NumbersIn(breath);
    const auto terms = reading_.TermsIn(breath);
    return std::any_of(numbers.begin(), numbers.end(),
                       [](const Number& other) { return other.kind == NumberKind::kHeight; }) ||
           std::any_of(terms.begin(), terms.end(), [](const TermHit& hit) { return hit.entry->key == "altezza_cm"; });
  }

  const Reading& reading_;
  const std::vector<LabelScores>& probabilities_;
  std::vector<Candidate> candidates_;
  std::vector<Measure> measures_;
};

}  // namespace

std::vector<Measure> FindMeasures(const Reading& reading, const std::vector<LabelScores>& probabilities,
                                  const VisitContext& context) {
  std::vector<Measure> measures = Finder(reading, probabilities).Find();
  AddDerivedMeasures(reading, context, measures);
  return measures;
}

}  // namespace scriba::clinical
