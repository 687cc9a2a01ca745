// Probability of something by what is seen of it.
#pragma once

#include <string>
#include <string_view>

#include "clinical/placing/feature_weights.h"

namespace scriba::clinical {

/// Weights of features, fitted by the programs of bench/clinical and kept in a file of lexicon/ (lines "name weight").
class LogisticModel {
 public:
  LogisticModel() = default;
  /// Throws at a line that is not understood.
  explicit LogisticModel(std::string_view text);
  std::string Write() const;
  /// 0 to 1.
  double Score(const FeatureNames& features) const;

  FeatureWeights<double> weights;
};

}  // namespace scriba::clinical
