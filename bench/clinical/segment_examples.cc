#include "segment_examples.h"

#include <algorithm>

#include "clinical/placing/relevance.h"
#include "section_fitter.h"

namespace scriba::clinical::fitting {
namespace {

/// Learning a critical fact counts for so many others.
constexpr double kCritical = 4;

/// Whether most of a segment lies in [begin, end), or most of that in the segment.
bool Covers(const Span& span, std::size_t begin, std::size_t end) {
  const std::size_t from = std::max(begin, span.begin);
  const std::size_t to = std::min(end, span.end);
  return to > from && (to - from) * 2 >= std::min(span.end - span.begin, end - begin);
}

double MarkOf(const Span& span, const nlohmann::json& facts) {
  double most = 0;
  for (const auto& fact : facts) {
    if (!Covers(span, fact[0].get<std::size_t>(), fact[1].get<std::size_t>())) continue;
    most = std::max(most, fact.size() > 2 && fact[2].get<int>() > 0 ? kCritical : 1.0);
  }
  return most;
}

bool IsSmallTalk(const Span& span, const std::vector<Span>& small_talk) {
  return std::any_of(small_talk.begin(), small_talk.end(),
                     [&](const Span& phrase) { return Covers(span, phrase.begin, phrase.end); });
}

nlohmann::json SegmentsOf(const Example& example, const SectionModel& sections) {
  const auto probabilities = sections.Probabilities(example.clauses);
  const auto segments = FindSegments(example.reading);
  auto written = nlohmann::json::array();
  auto at = segments.begin();
  ForEachSegment(example.reading, segments, probabilities, [&](const FeatureNames& names) {
    auto features = nlohmann::json::array();
    for (const FeatureName& name : names) features.push_back(name.Text());
    // The marks of a hand are more generous than the facts of a consultation: the model learns the difference.
    if (example.marked_by_hand) features.push_back("by-hand");
    const Span span = example.reading.text.SpanOf(at->range);
    written.push_back({MarkOf(span, example.facts), IsSmallTalk(span, example.small_talk) ? 1 : 0,
                       example.reading.WordsIn(at->range), std::move(features)});
    ++at;
  });
  return {{"by_hand", example.marked_by_hand}, {"segments", std::move(written)}};
}

}  // namespace

void WriteSegments(const Examples& examples, std::ostream& out) {
  for (std::size_t fold = 0; fold < kFolds; ++fold) {
    Examples others;
    for (std::size_t i = 0; i < examples.size(); ++i) {
      if (i % kFolds != fold) others.push_back(examples[i]);
    }
    const SectionModel sections = FitSections(others);
    for (std::size_t i = fold; i < examples.size(); i += kFolds) {
      if (!examples[i]->for_sections_only) out << SegmentsOf(*examples[i], sections).dump() << '\n';
    }
  }
}

}  // namespace scriba::clinical::fitting
