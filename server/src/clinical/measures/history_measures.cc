#include "clinical/measures/history_measures.h"

#include <algorithm>

namespace scriba::clinical {
namespace {

/// Words between a name and its value ("il massimo è stato due anni fa, centoventuno").
constexpr TokenIndex kFarthestValue = 6;
constexpr ValueRange kSteps{200, 60000};
constexpr ValueRange kHours{1, 16};

class Finder {
 public:
  Finder(const Reading& reading, std::vector<Measure>& measures) : reading_(reading), measures_(measures) {}

  void Find() {
    const TagIndex named = BuiltInLexicon().Tag("told_weight");
    const TagIndex sleep = BuiltInLexicon().Tag("sleep");
    for (const TermHit& hit : reading_.terms) {
      if (hit.entry->tag == named) ReadWeight(hit);
      if (hit.entry->tag == sleep) ReadSleep(hit);
    }
    for (const Number& number : reading_.numbers) {
      if (reading_.text.Word(number.range.last) == "passi" && kSteps.Contains(number.value)) {
        Add("passi_die", "Passi al giorno", "passi", number);
      }
    }
  }

 private:
  void ReadWeight(const TermHit& hit) {
    for (const Number& number : reading_.NumbersIn({hit.range.last, hit.range.last + kFarthestValue})) {
      if (SentenceEnds(hit.range.last, number.range.first)) return;
      const bool weighs = number.unit == "kg" || (number.unit.empty() && number.kind == NumberKind::kPlain &&
                                                  reading_.text.Word(number.range.last) != "anni");
      if (!weighs || !hit.entry->plausible->Contains(number.value)) continue;
      Add(hit.entry->key, hit.entry->name, hit.entry->unit, number);
      return;
    }
  }

  void ReadSleep(const TermHit& hit) {
    const std::string_view word = reading_.text.Word(hit.range.first);
    if (!word.starts_with("dorm") && word != "sonno") return;
    for (const Number& number : reading_.NumbersIn({hit.range.last, hit.range.last + kFarthestValue})) {
      if (SentenceEnds(hit.range.last, number.range.first)) return;
      if (reading_.text.Word(number.range.last) != "ore" || !kHours.Contains(number.value)) continue;
      Add("sonno_ore", "Ore di sonno", "h", number);
      return;
    }
  }

  bool SentenceEnds(TokenIndex first, TokenIndex last) const {
    for (TokenIndex at = first; at < last; ++at) {
      const std::string_view word = reading_.text.Word(at);
      if (word == "." || word == "?" || word == ";") return true;
    }
    return false;
  }

  void Add(std::string_view key, std::string_view name, std::string_view unit, const Number& number) {
    const bool known =
        std::any_of(measures_.begin(), measures_.end(), [&](const Measure& measure) { return measure.key == key; });
    if (known || reading_.EndOfWithdrawn(number.range.first) > number.range.first || IsOfOther(number.range.first))
      return;
    Measure measure;
    measure.key = key;
    measure.name = name;
    measure.value = number.value;
    measure.unit = unit;
    measure.evidence = reading_.EvidenceOf(number);
    measures_.push_back(std::move(measure));
  }

  /// Said of a relative in the same clause, or asked by the doctor.
  bool IsOfOther(TokenIndex at) const {
    if (reading_.IsQuestion(at)) return true;
    const TagIndex relative = BuiltInLexicon().Tag("relative");
    const auto after = std::upper_bound(reading_.clauses.begin(), reading_.clauses.end(), at,
                                        [](TokenIndex index, const Clause& c) { return index < c.range.first; });
    if (after == reading_.clauses.begin()) return false;
    const auto terms = reading_.TermsIn((after - 1)->range);
    return std::any_of(terms.begin(), terms.end(), [&](const TermHit& hit) { return hit.entry->tag == relative; });
  }

  const Reading& reading_;
  std::vector<Measure>& measures_;
};

}  // namespace

void FindHistoryMeasures(const Reading& reading, std::vector<Measure>& measures) { Finder(reading, measures).Find(); }

}  // namespace scriba::clinical
