// The section model: which section each clause belongs to, or none.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "clinical/placing/feature_weights.h"
#include "clinical/placing/features.h"
#include "clinical/report.h"

namespace scriba::clinical {

/// The nine sections and, last, "none": greetings, digressions, talk without content.
inline constexpr std::size_t kLabelCount = kSectionCount + 1;
inline constexpr std::size_t kNoSection = kSectionCount;
using LabelScores = std::array<double, kLabelCount>;

/// A linear-chain conditional random field (Lafferty, McCallum, Pereira 2001). Weights are fitted by
/// bench/clinical/fit_models on annotated consultations and kept in lexicon/*sections.model.
class SectionModel {
 public:
  SectionModel() = default;
  /// Reads the text form: lines "T link from to weight" and "F name w0 … w9".
  explicit SectionModel(std::string_view text);

  std::string Write() const;

  /// Probability of every label for every clause, given all clauses (forward-backward). With `allowed`, only the marked
  /// labels of each clause count (used for fitting).
  std::vector<LabelScores> Probabilities(const std::vector<ClauseFeatures>& clauses) const;

  struct Lattice {
    std::vector<LabelScores> emissions;
    std::vector<std::size_t> links;
  };
  struct Posterior {
    std::vector<LabelScores> labels;
    /// Expected number of moves from a label to a label, by link.
    std::array<std::array<LabelScores, kLabelCount>, kLinkCount> moves{};
    double log_partition = 0;
  };
  Lattice Score(const std::vector<ClauseFeatures>& clauses) const;
  Posterior Infer(const Lattice& lattice, const std::vector<std::array<bool, kLabelCount>>* allowed) const;

  FeatureWeights<LabelScores> weights;
  std::array<std::array<LabelScores, kLabelCount>, kLinkCount> moves{};
};

}  // namespace scriba::clinical
