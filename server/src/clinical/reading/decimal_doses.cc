#include "clinical/reading/decimal_doses.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "clinical/reading/integers.h"

namespace scriba::clinical {
namespace {

/// The strengths with decimals of what is sold in Italy (AIFA register of medicines): of any others two doses are said.
constexpr std::array<double, 19> kStrengths{0.25, 0.4, 0.5,  0.6,  0.75, 0.8,  1.2,  1.25, 1.7,  1.8,
                                            2.4,  2.5, 3.75, 6.25, 7.5,  12.5, 37.5, 62.5, 112.5};
/// Between a drug and its strength: "la cabergolina da zero e cinque".
constexpr WordSet kLinks{"da", "a", "di", "il", "la", "quello", "quella", "compresse", ",", ":"};
constexpr TokenIndex kMostLinks = 3;

class Joiner {
 public:
  Joiner(const Text& text, const std::vector<TermHit>& terms)
      : text_(text), is_drug_(text.size(), false), ends_drug_(text.size() + 1, false) {
    static const TagIndex kDrug = BuiltInLexicon().Tag("drug");
    for (const TermHit& hit : terms) {
      if (hit.entry->tag != kDrug) continue;
      is_drug_[hit.range.first] = true;
      ends_drug_[hit.range.last] = true;
    }
  }

  /// Whether a whole number that begins at a place and the one behind its "e" are one strength; then the first is it.
  bool Join(double whole, TokenIndex first, const Number& rest, Number& joined) const {
    if (!IsWhole(rest) || IsCounted(text_.Word(rest.range.last))) return false;
    const double value = whole + rest.value / (rest.value < 10 ? 10 : 100);
    const bool is_strength = std::any_of(kStrengths.begin(), kStrengths.end(),
                                         [&](double strength) { return std::abs(strength - value) < 1e-9; });
    if (!is_strength || (!FollowsDrug(first) && !IsOfDrug(rest.range.last))) return false;
    joined = rest;
    joined.range.first = first;
    joined.value = value;
    joined.written = WriteQuantity(value, rest.unit);
    return true;
  }

  static bool IsWhole(const Number& number) {
    return number.kind == NumberKind::kPlain && number.value == std::floor(number.value) && number.value > 0 &&
           number.value < 100;
  }

 private:
  bool FollowsDrug(TokenIndex first) const {
    for (TokenIndex at = first; at + kMostLinks >= first; --at) {
      if (ends_drug_[at]) return true;
      if (at == 0 || !IsAny(text_.Word(at - 1), kLinks)) return false;
    }
    return false;
  }

  bool IsOfDrug(TokenIndex at) const { return text_.Word(at) == "di" && at + 1 < text_.size() && is_drug_[at + 1]; }

  const Text& text_;
  std::vector<bool> is_drug_;
  std::vector<bool> ends_drug_;
};

}  // namespace

std::vector<Number> JoinDecimalDoses(const Text& text, const std::vector<Number>& numbers,
                                     const std::vector<TermHit>& terms) {
  const Joiner joiner(text, terms);
  std::vector<Number> whole;
  for (const Number& number : numbers) {
    const TokenIndex at = number.range.first;
    Number joined;
    if (at < 2 || text.Word(at - 1) != "e") {
      whole.push_back(number);
    } else if (!whole.empty() && whole.back().range.last == at - 1 && Joiner::IsWhole(whole.back()) &&
               whole.back().unit.empty() && joiner.Join(whole.back().value, whole.back().range.first, number, joined)) {
      whole.back() = joined;
    } else if (text.Word(at - 2) == "uno" && (whole.empty() || whole.back().range.last < at - 1) &&
               joiner.Join(1, at - 2, number, joined)) {
      whole.push_back(joined);
    } else {
      whole.push_back(number);
    }
  }
  return whole;
}

}  // namespace scriba::clinical
