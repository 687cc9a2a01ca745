#include "clinical/reading/measure_names.h"

#include "clinical/reading/items.h"

namespace scriba::clinical {
namespace {

/// A value stands so few tokens after its name, which has few itself.
constexpr TokenIndex kNear = 3;
constexpr TokenIndex kLongestName = 2;

bool NamesMeasure(const TermHit& hit) {
  static const TagIndex kMeasure = BuiltInLexicon().Tag("measure");
  return hit.entry->tag == kMeasure;
}

}  // namespace

const TermHit* MeasureNamedBefore(const std::vector<TermHit>& terms, TokenIndex at) {
  for (auto term = FirstFrom(terms, at); term != terms.begin();) {
    --term;
    if (term->range.first + kNear + kLongestName < at) break;
    if (NamesMeasure(*term) && term->range.last + kNear > at) return &*term;
  }
  return nullptr;
}

const TermHit* MeasureNamedIn(const std::vector<TermHit>& terms, TokenRange range) {
  for (auto term = FirstFrom(terms, range.first); term != terms.end() && term->range.first < range.last; ++term) {
    if (NamesMeasure(*term)) return &*term;
  }
  return nullptr;
}

TokenIndex BeginOfPhrase(const Text& text, TokenIndex name) {
  constexpr TokenIndex kFew = 3;
  TokenIndex begin = name;
  while (begin > 0 && name - begin <= kFew && !text.IsMark(begin - 1)) --begin;
  return name - begin <= kFew ? begin : name;
}

}  // namespace scriba::clinical
