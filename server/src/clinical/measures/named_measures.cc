// Values are found by their name: "glicemia novantasei" is the name and the first number after it, before the next
// name. Two things make that hard in speech, and each has its rule here. A second thought replaces the value
// ("ottanta… no, ottantotto"). A past value stands beside the present one ("6,8, era 9,4"; "da 152 a 94").
#include "clinical/measures/named_measures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "clinical/reading/items.h"
#include "clinical/reading/number_context.h"

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

constexpr WordSet kPast{"ultima",    "era",        "ero",      "erano",      "pesava",     "pesavo",       "prima",
                        "obiettivo", "sotto",      "sopra",    "target",     "scorso",     "massimo",      "minimo",
                        "abituale",  "desiderato", "ideale",   "forma",      "precedente", "scorsa",       "inizio",
                        "partenza",  "iniziale",   "storico",  "usuale",     "ragazza",    "ragazzo",      "giovane",
                        "sposato",   "sposata",    "militare", "gravidanza", "parto",      "pregravidico", "matrimonio",
                        "asciutto",  "secco"};
constexpr WordSet kPresent{"oggi", "attuale", "attualmente", "adesso"};
/// So many tokens lie between a past value and the present one.
constexpr TokenIndex kNearPresent = 8;
/// What is counted is no value: "si pesa tre volte al giorno".
constexpr WordSet kCounted{"volte",  "volta",     "anni", "anno",   "mesi",  "mese",
                           "giorni", "settimane", "ore",  "minuti", "visite"};
constexpr WordSet kSecondThought{"scusa",    "scusami",  "leggo",  "leggevo", "macche",  "rettifico",
                                 "cancella", "no",       "anzi",   "scusi",   "scusate", "aspetti",
                                 "aspetta",  "correggo", "pardon", "ripeto"};

/// "Da centodiciotto è scesa a centododici".
constexpr std::array<std::string_view, 6> kMoves{"sces", "salit", "passat", "calat", "aumentat", "arrivat"};
/// Certainty of the examination from which a value counts; what is weighed, injected or swallowed needs more, unless
/// the number stands right after its name.
constexpr double kExamined = 0.12;
constexpr double kExaminedBody = 0.4;
constexpr double kExaminedTold = 0.02;

/// A note of so few clauses tells no story of earlier visits.
constexpr std::size_t kNote = 16;
constexpr std::size_t kLongVisit = 40;

class Finder {
 public:
  explicit Finder(MeasureList& list) : list_(list), reading_(list.reading()) {}

  void Find() {
    const TagIndex measure = BuiltInLexicon().Tag("measure");
    for (std::size_t i = 0; i < reading_.terms.size(); ++i) {
      const TermHit& hit = reading_.terms[i];
      if (hit.entry->tag != measure) continue;
      ReadValueOf(hit, NextName(i, measure));
      ReadFastingOfCurve(hit);
      ReadTotalBeside(hit);
    }
    Choose();
  }

 private:
  TokenIndex NextName(std::size_t hit, TagIndex measure) const {
    for (std::size_t i = hit + 1; i < reading_.terms.size(); ++i) {
      const TermHit& next = reading_.terms[i];
      if (next.entry->tag == measure && next.range.first >= reading_.terms[hit].range.last) return next.range.first;
    }
    return reading_.text.size();
  }

  /// "Novantotto di vita", "uno e nove di TSH".
  bool ReadValueBefore(const TermHit& hit) {
    const TokenIndex at = hit.range.first;
    if (at < 2 || reading_.text.Word(at - 1) != "di") return false;
    const auto after = FirstFrom(reading_.numbers, at);
    if (after == reading_.numbers.begin()) return false;
    const Number& number = *(after - 1);
    if (number.range.last != at - 1 || !Fits(*hit.entry, number, true) || list_.IsWithdrawn(number)) return false;
    candidates_.push_back({hit.entry, &number, list_.ExaminedAt(number.range.first)});
    return true;
  }

  /// "Il peso è ottantaquattro virgola uno", "Peso: novantasette e due": with a tenth, and by that verb or mark, scales
  /// were read.
  bool IsSaidToBe(const TermHit& name, const Number& number) const {
    const bool announced = reading_.text.Word(name.range.last) == ":" && OpensClause(name.range.first);
    return number.value != std::floor(number.value) && (announced || reading_.text.Original(name.range.last) == "è");
  }

  /// "Il potassio: tre e quattro", "massa grassa trentuno per cento": a tenth or a percentage right after its name, and
  /// no "se" or "quando" before it, was read from a sheet wherever it is told.
  bool IsRead(const TermHit& name, const Number& number) const {
    constexpr WordSet kIf{"se", "quando", "finche", "purche", "con", "a"};
    const TokenIndex at = name.range.first;
    const std::string_view joint = reading_.text.Word(name.range.last);
    const bool adjoins = number.range.first == name.range.last ||
                         (number.range.first == name.range.last + 1 && (joint == ":" || joint == "e"));
    const bool exact = number.value != std::floor(number.value) || number.unit == "%";
    return adjoins && exact && name.entry->key != "peso_kg" && !reading_.IsQuestion(at) &&
           !list_.Between(at > 3 ? at - 3 : 0, at, kIf);
  }

  /// "Il TSH del mese scorso": what was read within a month is the value of this visit; a weight is of its day.
  bool IsPast(const LexiconEntry& entry, TokenIndex first, TokenIndex last) const {
    constexpr WordSet kRecent{"mese", "settimana"};
    for (TokenIndex at = first; at < last; ++at) {
      const std::string_view word = reading_.text.Word(at);
      const bool recent = entry.key != "peso_kg" && word.starts_with("scors") &&
                          IsAny(reading_.text.Word(static_cast<std::int64_t>(at) - 1), kRecent);
      if (IsAny(word, kPast) && !recent) return true;
    }
    return false;
  }

  /// "Peso novanta chili", "il peso è ottantaquattro virgola uno": nothing else is meant, wherever it is said; nor by
  /// "peso 90" or "BMI 17,2" in a note.
  bool IsPlain(const TermHit& hit, const Number& number) const {
    const bool is_note = reading_.clauses.size() <= kNote;
    // In a talk "pesa" may be said of anybody.
    const bool of_anybody = reading_.clauses.size() >= kLongVisit && reading_.text.Word(hit.range.first) == "pesa";
    const bool is_weight =
        hit.entry->key == "peso_kg" && !of_anybody &&
        (is_note || (number.value >= kLeastOwnWeight &&
                     (number.unit == "kg" || IsSaidToBe(hit, number) || list_.IsRightBeforeHeight(number))));
    const bool is_plain = is_weight || (is_note && hit.entry->key == "bmi");
    return is_plain && number.range.first <= hit.range.last + 2;
  }

  /// The number after a name: the next one, or the one that replaces it.
  void ReadValueOf(const TermHit& hit, TokenIndex end) {
    // "… la mia bambina. Peso quarantotto": a name that opens a clause has left the relative behind.
    const bool opens = OpensClause(hit.range.first);
    if (hit.entry->name.empty() || (!opens && list_.IsOfRelative(hit.range.first))) return;
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
      if (list_.IsGuess(number)) continue;
      const TokenIndex from = chosen ? chosen->range.last : anchor;
      if (!chosen && number.range.first - from > 7) break;
      const bool second_thought = list_.Between(from, number.range.first, kSecondThought);
      const bool goes_on =
          !chosen && (number.range.first == hit.range.last + 1 ||
                      (i > 0 && reading_.text.Word(numbers[i - 1].range.last).starts_with("millimol")));
      if (!second_thought && !goes_on && SentenceEnds(from, number.range.first)) break;
      if (!Fits(*hit.entry, number, number.range.first <= hit.range.last + 1) ||
          list_.IsOfRelative(number.range.first, opens && i == 0 ? hit.range.first : 0) || IsLoss(*hit.entry, number) ||
          IsAny(reading_.text.Word(number.range.last), kCounted)) {
        continue;
      }
      if (!chosen) {
        // "L'ultima volta 92, oggi 88", "peso a giugno 73,9": the present value comes after the past one.
        if (IsPast(*hit.entry, from, number.range.first) ||
            (hit.entry->key == "peso_kg" && NamesMonth(reading_.text, {from, number.range.first}))) {
          anchor = number.range.last;
          continue;
        }
        chosen = Keep(number);
        is_certain = list_.Between(from, number.range.first, kPresent);
        continue;
      }
      const bool arrow = IsArrow(*chosen, number);
      // "92 kg a maggio, 90 a giugno, oggi 88".
      const bool present = number.range.first <= numbers[i - 1].range.last + kNearPresent &&
                           list_.Between(numbers[i - 1].range.last, number.range.first, kPresent);
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
    // "Grassa" alone is said of many things; the fat mass has a unit.
    if (reading_.text.Word(hit.range.first) == "grassa" && chosen->unit != "%" && chosen->unit != "kg") return;
    is_certain = (is_certain && hit.entry->key == "peso_kg") || IsPlain(hit, *chosen) || IsRead(hit, *chosen);
    const bool adjoins = chosen->range.first == hit.range.last && chosen->unit.empty();
    const double examined = is_certain ? 1 : list_.ExaminedAt(chosen->range.first);
    candidates_.push_back({hit.entry, chosen, examined, adjoins});
    if (hit.entry->key == "massa_grassa")
      ReadOtherUnit(*hit.entry, *chosen, std::min(end, chosen->range.last + 8), examined);
  }

  /// "Diciamo meno trentaquattro in tutto", "di massa magra ne ha persi sei chili": no value, but what was lost of it.
  bool IsLoss(const LexiconEntry& entry, const Number& number) const {
    constexpr WordSet kLost{"meno",    "perso",      "persi",      "persa",      "perse",     "perdendo",
                            "perdere", "guadagnato", "guadagnati", "recuperato", "recuperati"};
    const auto at = static_cast<std::int64_t>(number.range.first);
    if (entry.key == "peso_kg") return reading_.text.Word(at - 1) == "meno";
    return entry.key.starts_with("massa") && IsAny(reading_.text.Word(at - 1), kLost);
  }

  /// "Massa grassa 36,2 per cento, pari a 38,1 chili": both are values.
  void ReadOtherUnit(const LexiconEntry& entry, const Number& first, TokenIndex end, double examined) {
    for (const Number& number : reading_.NumbersIn({first.range.last, end})) {
      const bool other = (number.unit == "kg" && first.unit != "kg") || (number.unit == "%" && first.unit == "kg");
      // "Massa grassa trentuno per cento, e di quei sedici chili persi sei sono muscolo."
      const bool is_lost = reading_.text.Word(number.range.last).starts_with("pers");
      if (other && !is_lost && !list_.IsWithdrawn(number)) candidates_.push_back({&entry, &number, examined, false});
    }
  }

  /// "Basale novantaquattro, dopo un'ora centottantasei": the glucose of a curve.
  void ReadFastingOfCurve(const TermHit& hit) {
    constexpr TokenIndex kNear = 6;
    constexpr ValueRange kFasting{40, 300};
    if (hit.entry->key != "metabolismo_basale_kcal" || reading_.text.Word(hit.range.last - 1) != "basale") return;
    const auto numbers = reading_.NumbersIn({hit.range.last, hit.range.last + 1});
    if (numbers.empty() || !kFasting.Contains(numbers.front().value) || !numbers.front().unit.empty()) return;
    const TokenIndex from = numbers.front().range.last;
    if (!list_.Between(from, from + kNear, WordSet{"dopo", "a"}) ||
        !list_.Between(from, from + kNear, WordSet{"ora", "ore", "minuti"}))
      return;
    candidates_.push_back({BuiltInLexicon().MeasureEntry("glicemia"), &numbers.front(),
                           std::max(list_.ExaminedAt(hit.range.first), kExamined)});
  }

  /// "LDL ottantotto, totale centosessantuno": beside other lipids the total is the cholesterol's.
  void ReadTotalBeside(const TermHit& hit) {
    constexpr TokenIndex kNear = 8;
    if (hit.entry->key != "hdl" && hit.entry->key != "ldl" && hit.entry->key != "trigliceridi") return;
    const LexiconEntry& entry = *BuiltInLexicon().MeasureEntry("colesterolo_totale");
    for (const Number& number : reading_.NumbersIn({hit.range.last, hit.range.last + kNear})) {
      const bool named = reading_.text.Word(static_cast<std::int64_t>(number.range.first) - 1) == "totale";
      if (!named || !Fits(entry, number, true) || list_.IsWithdrawn(number)) continue;
      candidates_.push_back({&entry, &number, list_.ExaminedAt(number.range.first), true});
    }
  }

  /// A full stop or a semicolon, but not the dots of a hesitation.
  bool SentenceEnds(TokenIndex first, TokenIndex last) const {
    for (TokenIndex at = first; at < last; ++at) {
      const std::string_view word = reading_.text.Word(at);
      const bool hesitates = reading_.text.Word(at + 1) == "." || reading_.text.Word(std::int64_t{at} - 1) == ".";
      if (word == ";" || (word == "." && !hesitates)) return true;
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
    return between <= 4 && StartsWithAny(verb, kMoves);
  }

  bool OpensClause(TokenIndex at) const {
    return std::binary_search(reading_.clauses.begin(), reading_.clauses.end(), at, ByFirst{});
  }

  const Number* Keep(const Number& number) { return &*FirstFrom(reading_.numbers, number.range.first); }

  /// Whether a number can be a value of an entry; one that adjoins its name may have the first half of its unit ("140
  /// milligrammi per grammo").
  static bool Fits(const LexiconEntry& entry, const Number& number, bool adjoins) {
    if (entry.key == "pa") return number.kind == NumberKind::kPressure;
    if (number.kind == NumberKind::kPressure || number.kind == NumberKind::kClock || number.kind == NumberKind::kDate) {
      return false;
    }
    if (number.kind == NumberKind::kHeight) return entry.key == "altezza_cm";
    static const std::set<std::string_view> kForeign{"mg", "mcg", "kcal", "ml", "l", "km", "g", "UI"};
    const bool half = adjoins && entry.unit.starts_with(number.unit + "/");
    if (kForeign.contains(number.unit) && entry.unit != number.unit && !half) return false;
    if (entry.key == "altezza_cm") return number.value >= 100 && number.value < 230;
    return !entry.plausible || entry.plausible->Contains(number.value);
  }

  void Choose() {
    std::map<std::string, const Candidate*> best;
    for (const Candidate& candidate : candidates_) {
      const Candidate*& known = best[std::string(MeasureKey(*candidate.entry, *candidate.number))];
      // The examination decides; within it the first value stands, unless a later one is surer.
      if (!known || candidate.examined > known->examined + 0.3) known = &candidate;
    }
    for (const auto& [key, candidate] : best) {
      const bool taken = key == "insulina" || key == "vitamina_d";
      const bool body = key == "peso_kg" || key == "fc" || (taken && !candidate->adjoins);
      // "La glicata è cinque e nove": what nobody can measure at home is a result wherever it is told.
      const double least = body ? kExaminedBody : key == "hba1c" ? kExaminedTold : kExamined;
      if (candidate->examined < least) continue;
      list_.Add(*candidate->entry, *candidate->number);
    }
  }

  MeasureList& list_;
  const Reading& reading_;
  std::vector<Candidate> candidates_;
};

}  // namespace

void FindNamedMeasures(MeasureList& list) { Finder(list).Find(); }

}  // namespace scriba::clinical
