#include "clinical/measures/measure_list.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "clinical/placing/guesses.h"
#include "clinical/reading/integers.h"

namespace scriba::clinical {
namespace {

void Judge(Measure& measure, const LexiconEntry& entry) {
  if (entry.plausible && !entry.plausible->Contains(measure.value)) measure.plausibility = Plausibility::kImplausible;
  if (!entry.reference) return;
  measure.range = measure.value < entry.reference->low    ? RangeClass::kBelow
                  : measure.value > entry.reference->high ? RangeClass::kAbove
                                                          : RangeClass::kWithin;
  if (measure.second_value && *measure.second_value >= 90) measure.range = RangeClass::kAbove;
}

double BmiBy(double kilos, double centimetres) {
  const double metres = centimetres / 100;
  return kilos / (metres * metres);
}

}  // namespace

std::string_view MeasureKey(const LexiconEntry& entry, const Number& number) {
  if (entry.key != "massa_grassa") return entry.key;
  return number.unit == "kg" ? "massa_grassa_kg" : "massa_grassa_pct";
}

const Measure* MeasureList::Known(std::string_view key) const {
  const auto found = std::find_if(measures_.begin(), measures_.end(), [&](const Measure& m) { return m.key == key; });
  return found == measures_.end() ? nullptr : &*found;
}

void MeasureList::Add(const LexiconEntry& entry, const Number& number) {
  Measure measure;
  measure.key = MeasureKey(entry, number);
  measure.name = entry.name;
  measure.value = number.value;
  measure.unit = measure.key == "massa_grassa_kg" ? "kg" : entry.unit;
  if (number.kind == NumberKind::kPressure) measure.second_value = number.second;
  measure.evidence = reading_.EvidenceOf(number);
  Judge(measure, entry);
  measures_.push_back(std::move(measure));
}

void MeasureList::Replace(std::string_view key, const Number& number, std::vector<Span> earlier) {
  Remove(key);
  Add(*BuiltInLexicon().MeasureEntry(key), number);
  measures_.back().earlier_readings = std::move(earlier);
}

void MeasureList::Remove(std::string_view key) {
  std::erase_if(measures_, [&](const Measure& m) { return m.key == key; });
}

std::size_t MeasureList::ClausesUpTo(TokenIndex at) const {
  const auto clause = std::upper_bound(reading_.clauses.begin(), reading_.clauses.end(), at,
                                       [](TokenIndex index, const Clause& c) { return index < c.range.first; });
  return static_cast<std::size_t>(clause - reading_.clauses.begin());
}

double MeasureList::ExaminedAt(TokenIndex at) const {
  const std::size_t index = ClausesUpTo(at);
  return index == 0 ? 0 : probabilities_[index - 1][static_cast<std::size_t>(Section::kEsamiParametri)];
}

bool MeasureList::IsWithdrawn(const Number& number) const {
  return reading_.EndOfWithdrawn(number.range.first) > number.range.first || IsGuess(number);
}

bool MeasureList::IsGuess(const Number& number) const {
  const std::size_t index = ClausesUpTo(number.range.first);
  return index > 0 && GuessesWeight(reading_, index - 1);
}

bool MeasureList::IsOfOther(std::string_view key, const Number& number) const {
  const Span value = reading_.text.SpanOf(number.range);
  return std::any_of(measures_.begin(), measures_.end(), [&](const Measure& measure) {
    return measure.key != key && measure.evidence.begin <= value.begin && measure.evidence.end == value.end;
  });
}

bool MeasureList::IsOfRelative(TokenIndex at, TokenIndex not_before) const {
  const TagIndex relative = BuiltInLexicon().Tag("relative");
  const TokenIndex from = std::max(not_before, at > 3 ? at - 3 : 0);
  const auto before = reading_.TermsIn({from, at});
  return std::any_of(before.begin(), before.end(), [&](const TermHit& other) {
    return other.entry->tag == relative && other.entry->key == "sangue" &&
           !Between(other.range.last, at, WordSet{".", "?", ":"});
  });
}

std::optional<Number> MeasureList::WithTenth(const Number& number) const {
  const auto next = reading_.NumbersIn({number.range.last + 1, number.range.last + 2});
  if (number.value != std::floor(number.value) || next.empty() || reading_.text.Word(number.range.last) != "e")
    return std::nullopt;
  const Number& tenth = next.front();
  const bool single = tenth.kind == NumberKind::kPlain && tenth.unit.empty() && tenth.value >= 1 && tenth.value <= 9 &&
                      tenth.value == std::floor(tenth.value);
  if (!single || IsCounted(reading_.text.Word(tenth.range.last))) return std::nullopt;
  Number whole = number;
  whole.value += tenth.value / 10;
  whole.range.last = tenth.range.last;
  return whole;
}

std::optional<double> MeasureList::BmiOf(double kilos) const {
  const Measure* height = Known("altezza_cm");
  return height ? std::optional(BmiBy(kilos, height->value)) : std::nullopt;
}

std::optional<double> MeasureList::GapToBmi(double kilos, double centimetres) const {
  const Measure* height = Known("altezza_cm");
  const Measure* bmi = Known("bmi");
  if (!height || !bmi) return std::nullopt;
  return std::abs(BmiBy(kilos, centimetres > 0 ? centimetres : height->value) - bmi->value);
}

bool MeasureList::IsRightBeforeHeight(const Number& number) const {
  constexpr TokenIndex kNear = 4;
  const auto terms = reading_.TermsIn({number.range.last, std::min(number.range.last + kNear, reading_.text.size())});
  return std::any_of(terms.begin(), terms.end(), [&](const TermHit& hit) {
    return hit.entry->key == "altezza_cm" && reading_.NumbersIn({number.range.last, hit.range.first}).empty();
  });
}

}  // namespace scriba::clinical
