#include "clinical/checking/doses.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "clinical/reading/reading.h"

namespace scriba::clinical {
namespace {

constexpr TokenIndex kFarthest = 8;
// Between a drug and a dose without a unit: "metformina da cinquecento".
constexpr WordSet kLinks{"da", "di", "a", "il", "la"};
// After a number that counts something else: "due volte", "tre compresse", "dieci anni".
constexpr auto kCounted =
    std::to_array<std::string_view>({"volt", "compress", "pastigl", "goc", "bust", "capsul", "fial", "ann", "mes",
                                     "settiman", "giorn", "ore", "minut", "punt", "al", "unit"});

bool IsDoseUnit(std::string_view unit) {
  return unit == "mg" || unit == "mcg" || unit == "g" || unit == "UI" || unit == "ml";
}

class DoseFinder {
 public:
  explicit DoseFinder(std::string_view transcript) : reading_(transcript) {
    const TagIndex drug = BuiltInLexicon().Tag("drug");
    for (const TermHit& hit : reading_.terms) {
      if (hit.entry->tag == drug) drugs_.push_back(hit);
    }
  }

  std::vector<Dose> Find() {
    for (std::size_t i = 0; i < drugs_.size(); ++i) {
      const TermHit& drug = drugs_[i];
      if (reading_.IsQuestion(drug.range.first) || IsOtherwise(drug)) continue;
      const TokenIndex next = i + 1 < drugs_.size() ? drugs_[i + 1].range.first : reading_.text.size();
      if (const Number* number = NumberBefore(drug)) {
        Keep(drug, *number);
      } else if (const Number* after = NumberAfter(drug, next)) {
        Keep(drug, *after);
      }
    }
    return std::move(doses_);
  }

 private:
  std::string_view Word(std::int64_t at) const { return reading_.text.Word(at); }

  bool EndsSentence(TokenIndex at) const { return Word(at) == "." || Word(at) == "?" || Word(at) == ";"; }

  /// Denied or a relative's: a word of either shortly before, in the same sentence.
  bool IsOtherwise(const TermHit& drug) const {
    TokenIndex first = drug.range.first;
    while (first > 0 && drug.range.first - first < 6 && !EndsSentence(first - 1)) --first;
    const auto before = reading_.TermsIn({first, drug.range.first});
    return std::any_of(before.begin(), before.end(), [](const TermHit& hit) {
      return hit.entry->tag == BuiltInLexicon().Tag("denial") || hit.entry->tag == BuiltInLexicon().Tag("relative");
    });
  }

  bool IsUsable(const Number& number) const {
    return number.kind == NumberKind::kPlain && number.value > 0 &&
           reading_.EndOfWithdrawn(number.range.first) == number.range.first;
  }

  /// "Cinquecento milligrammi di metformina".
  const Number* NumberBefore(const TermHit& drug) const {
    if (drug.range.first < 2 || Word(static_cast<std::int64_t>(drug.range.first) - 1) != "di") return nullptr;
    for (const Number& number : reading_.numbers) {
      if (number.range.last == drug.range.first - 1)
        return IsUsable(number) && IsDoseUnit(number.unit) ? &number : nullptr;
    }
    return nullptr;
  }

  const Number* NumberAfter(const TermHit& drug, TokenIndex next) const {
    const TokenIndex end = std::min(next, drug.range.last + kFarthest);
    for (const Number& number : reading_.numbers) {
      if (number.range.first < drug.range.last) continue;
      if (number.range.first >= end) return nullptr;
      for (TokenIndex at = drug.range.last; at < number.range.first; ++at) {
        if (EndsSentence(at)) return nullptr;
      }
      if (!IsUsable(number)) continue;
      if (IsDoseUnit(number.unit)) return &number;
      if (number.unit.empty() && StandsBeside(drug, number)) return &number;
    }
    return nullptr;
  }

  bool StandsBeside(const TermHit& drug, const Number& number) const {
    for (TokenIndex at = drug.range.last; at < number.range.first; ++at) {
      if (!IsAny(Word(at), kLinks)) return false;
    }
    const std::string_view next = Word(number.range.last);
    return std::none_of(kCounted.begin(), kCounted.end(),
                        [&](std::string_view counted) { return next.starts_with(counted); });
  }

  void Keep(const TermHit& drug, const Number& number) {
    std::string name;
    for (TokenIndex at = drug.range.first; at < drug.range.last; ++at) {
      name.append(name.empty() ? "" : " ").append(Word(at));
    }
    const auto is_known = [&](const Dose& dose) {
      return dose.drug == name && IsSameDose(dose.value, dose.unit, number.value, number.unit);
    };
    if (std::any_of(doses_.begin(), doses_.end(), is_known)) return;
    const TokenRange both{std::min(drug.range.first, number.range.first), std::max(drug.range.last, number.range.last)};
    doses_.push_back({std::move(name), number.value, number.unit, reading_.text.SpanOf(both)});
  }

  const Reading reading_;
  std::vector<TermHit> drugs_;
  std::vector<Dose> doses_;
};

/// How many micrograms one of the unit weighs; nothing for what is not a weight.
std::optional<double> Micrograms(std::string_view unit) {
  if (unit == "mcg") return 1;
  if (unit == "mg") return 1e3;
  if (unit == "g") return 1e6;
  return std::nullopt;
}

}  // namespace

std::string DoseText(double value, std::string_view unit) {
  std::string text = WriteDecimal(value);
  if (!unit.empty()) text.append(" ").append(unit);
  return text;
}

std::vector<Dose> FindDoses(std::string_view transcript_utf8) { return DoseFinder(transcript_utf8).Find(); }

bool IsSameDose(double left, std::string_view left_unit, double right, std::string_view right_unit) {
  constexpr double kHair = 1e-6;
  const auto left_weight = Micrograms(left_unit);
  const auto right_weight = Micrograms(right_unit);
  if (left_weight && right_weight) return std::abs(left * *left_weight - right * *right_weight) < kHair;
  const bool can_compare = left_unit == right_unit || left_unit.empty() || right_unit.empty();
  return can_compare && std::abs(left - right) < kHair;
}

}  // namespace scriba::clinical
