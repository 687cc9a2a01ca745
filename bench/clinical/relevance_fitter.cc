#include "relevance_fitter.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <unordered_map>

#include "section_fitter.h"

namespace scriba::clinical::fitting {
namespace {

constexpr int kRounds = 20;
constexpr int kFirstAveraged = 10;
constexpr double kStep = 0.1;
constexpr double kDecay = 4;
constexpr double kDecayOfWords = 8;
/// Share of the features that each step does not see.
constexpr double kLeftOut = 0.3;
/// Learning a critical fact counts for so many others.
constexpr double kCritical = 4;

double MarkOf(const Span& span, const nlohmann::json& facts) {
  double most = 0;
  for (const auto& fact : facts) {
    const auto begin = fact[0].get<std::size_t>();
    const auto end = fact[1].get<std::size_t>();
    const std::size_t from = std::max(begin, span.begin);
    const std::size_t to = std::min(end, span.end);
    if (to <= from || (to - from) * 2 < std::min(span.end - span.begin, end - begin)) continue;
    most = std::max(most, fact.size() > 2 && fact[2].get<int>() > 0 ? kCritical : 1.0);
  }
  return most;
}

constexpr FeatureKind kByHand{"by-hand:"};

void AddSegments(const Example& example, const SectionModel& sections, std::vector<SegmentExample>& all) {
  const auto probabilities = sections.Probabilities(example.clauses);
  const auto segments = FindSegments(example.reading);
  auto at = segments.begin();
  ForEachSegment(example.reading, segments, probabilities, [&](const FeatureNames& names) {
    SegmentExample segment{names, MarkOf(example.reading.text.SpanOf(at->range), example.facts),
                           static_cast<double>(example.reading.WordsIn(at->range))};
    if (example.marked_by_hand) {
      segment.weight = kWeightOfHand;
      segment.features.push_back("by-hand");
      segment.features.push_back({kByHand, names[1].rest()});
    }
    all.push_back(std::move(segment));
    ++at;
  });
}

class Fitter {
 public:
  explicit Fitter(const std::vector<std::vector<SegmentExample>>& segments) {
    std::unordered_map<std::string, std::uint32_t> ids;
    for (const auto& talk : segments) {
      for (const SegmentExample& segment : talk) {
        auto& own = features_.emplace_back();
        marks_.push_back(segment.mark);
        counts_.push_back(segment.weight);
        for (const FeatureName& feature : segment.features) {
          const std::string name = feature.Text();
          const auto [known, is_new] = ids.try_emplace(name, static_cast<std::uint32_t>(names_.size()));
          if (is_new) names_.push_back(name);
          own.push_back(known->second);
        }
      }
    }
    const double scale = 10.0 / static_cast<double>(features_.size());
    for (const std::string& name : names_) decays_.push_back((name.starts_with("w:") ? kDecayOfWords : kDecay) * scale);
    weights_.resize(names_.size(), 0);
    squares_.resize(names_.size(), 0);
  }

  LogisticModel Fit() {
    std::vector<double> sums(names_.size(), 0);
    for (int round = 0; round < kRounds; ++round) {
      for (const std::size_t i : Shuffled(features_.size(), static_cast<std::uint64_t>(round))) Step(i);
      for (std::size_t id = 0; round >= kFirstAveraged && id < sums.size(); ++id) sums[id] += weights_[id];
    }
    LogisticModel model;
    for (std::size_t id = 0; id < names_.size(); ++id)
      model.weights[names_[id]] = sums[id] / (kRounds - kFirstAveraged);
    return model;
  }

 private:
  void Step(std::size_t i) {
    ++step_;
    double sum = 0;
    for (const std::uint32_t id : features_[i]) sum += LeavesOut(id, step_, kLeftOut) ? 0 : weights_[id];
    const double mark = marks_[i];
    const double likely = 1 / (1 + std::exp(-sum));
    const double error = counts_[i] * (mark > 0 ? mark * (1 - likely) : -likely);
    for (const std::uint32_t id : features_[i]) {
      if (LeavesOut(id, step_, kLeftOut)) continue;
      const double gradient = error - decays_[id] * weights_[id];
      squares_[id] += gradient * gradient;
      weights_[id] += kStep * gradient / std::sqrt(squares_[id] + 1e-2);
    }
  }

  std::vector<std::string> names_;
  std::vector<std::vector<std::uint32_t>> features_;
  std::vector<double> marks_;
  std::vector<double> counts_;
  std::vector<double> decays_;
  std::vector<double> weights_;
  std::vector<double> squares_;
  std::uint64_t step_ = 0;
};

}  // namespace

std::vector<std::vector<SegmentExample>> UnseenSegments(const Examples& examples) {
  std::vector<std::vector<SegmentExample>> segments(examples.size());
  for (std::size_t fold = 0; fold < kFolds; ++fold) {
    Examples others;
    for (std::size_t i = 0; i < examples.size(); ++i) {
      if (i % kFolds != fold) others.push_back(examples[i]);
    }
    const SectionModel sections = FitSections(others);
    for (std::size_t i = fold; i < examples.size(); i += kFolds) {
      if (!examples[i]->for_sections_only) AddSegments(*examples[i], sections, segments[i]);
    }
  }
  return segments;
}

LogisticModel FitRelevance(const std::vector<std::vector<SegmentExample>>& segments) { return Fitter(segments).Fit(); }

void CrossValidateRelevance(const Examples& examples, std::size_t parts) {
  const auto segments = UnseenSegments(examples);
  std::vector<std::pair<double, const SegmentExample*>> judged;
  double words = 0, facts = 0, critical = 0;
  for (std::size_t part = 0; part < parts; ++part) {
    std::vector<std::vector<SegmentExample>> others;
    for (std::size_t i = 0; i < examples.size(); ++i) {
      if (i % parts != part) others.push_back(segments[i]);
    }
    const LogisticModel model = FitRelevance(others);
    for (std::size_t i = part; i < examples.size(); i += parts) {
      if (examples[i]->marked_by_hand || examples[i]->for_sections_only) continue;
      for (const SegmentExample& segment : segments[i]) {
        judged.emplace_back(model.Score(segment.features), &segment);
        words += segment.words;
        facts += segment.mark > 0 ? 1 : 0;
        critical += segment.mark == kCritical ? 1 : 0;
      }
    }
  }
  std::stable_sort(judged.begin(), judged.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  double seen = 0, found = 0, found_critical = 0;
  for (const auto& [score, segment] : judged) {
    if ((seen += segment->words) > words * 0.6) break;
    found += segment->mark > 0 ? 1 : 0;
    found_critical += segment->mark == kCritical ? 1 : 0;
  }
  std::printf("relevance: %.4f of the facts, %.4f of the critical ones in 60 %% of the words\n", found / facts,
              found_critical / critical);
}

}  // namespace scriba::clinical::fitting
