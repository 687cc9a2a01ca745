#include "clinical/placing/dose_context.h"

#include <algorithm>

#include "clinical/placing/treatments.h"

namespace scriba::clinical {
namespace {

/// "L'emoglobina [dodici e nove]": whether nothing but the value that was taken back follows the name of a measure.
bool EndsWithName(const Reading& reading, TokenRange range) {
  static const TagIndex kMeasure = BuiltInLexicon().Tag("measure");
  const auto terms = reading.TermsIn(range);
  return std::any_of(terms.begin(), terms.end(), [&](const TermHit& hit) {
    return hit.entry->tag == kMeasure && hit.range.last < range.last &&
           reading.EndOfWithdrawn(hit.range.last) >= range.last;
  });
}

}  // namespace

std::vector<TokenRange> WithNewDoses(const Reading& reading, std::vector<TokenRange> ranges) {
  static const TagIndex kDrug = BuiltInLexicon().Tag("drug");
  std::vector<TokenRange> whole;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    whole.push_back(ranges[i]);
    const TokenIndex dose = reading.EndOfWithdrawn(ranges[i].last - 1);
    const bool is_cut =
        dose >= ranges[i].last && (i + 1 == ranges.size() || dose < ranges[i + 1].first || dose >= ranges[i + 1].last);
    if (!is_cut || (!reading.HasTag(ranges[i], kDrug) && !EndsWithName(reading, ranges[i]))) continue;
    const auto clause = std::upper_bound(reading.clauses.begin(), reading.clauses.end(), dose,
                                         [](TokenIndex at, const Clause& c) { return at < c.range.first; });
    if (clause != reading.clauses.begin()) whole.push_back({dose, (clause - 1)->range.last});
  }
  return whole;
}

std::vector<TokenRange> WithDrugAsked(const Reading& reading, std::size_t question, std::vector<TokenRange> ranges) {
  constexpr std::size_t kShortlyBefore = 10;
  static const TagIndex kDrug = BuiltInLexicon().Tag("drug");
  if (ranges.size() < 2) return ranges;
  const TokenRange asked = reading.clauses[question].range;
  if (ranges.front().first < asked.first || ranges.front().last > asked.last) return ranges;
  if (!reading.clauses[question].is_question || !AsksDose(reading, asked) || reading.HasTag(asked, kDrug)) {
    return ranges;
  }
  const std::size_t farthest = question - std::min(question, kShortlyBefore);
  const auto terms = reading.TermsIn({reading.clauses[farthest].range.first, asked.first});
  const auto named =
      std::find_if(terms.rbegin(), terms.rend(), [](const TermHit& hit) { return hit.entry->tag == kDrug; });
  if (named != terms.rend()) ranges.front() = named->range;
  return ranges;
}

}  // namespace scriba::clinical
