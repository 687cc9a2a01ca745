// Fits the relevance model: logistic regression on "most words of this segment carry a fact". It sees section
// probabilities as they are on unseen text: of section models fitted without the file. Adagrad with an L2 term; the
// weights are averaged over the later rounds.
#pragma once

#include "annotated.h"
#include "clinical/placing/logistic_model.h"
#include "clinical/placing/relevance.h"

namespace scriba::clinical::fitting {

/// Folds of the models that a model is shown the work of.
inline constexpr std::size_t kFolds = 3;

struct SegmentExample {
  /// They live as long as the reading.
  FeatureNames features;
  /// 0 where no fact rests on it, 1 where one does, more where a critical one does.
  double mark = 0;
  double words = 0;
  /// What it counts for in the fitting.
  double weight = 1;
};

/// By example.
std::vector<std::vector<SegmentExample>> UnseenSegments(const Examples& examples);

LogisticModel FitRelevance(const std::vector<std::vector<SegmentExample>>& segments);

/// Prints the share of the fact-bearing segments among the most relevant ones that hold 60 % of the words, in files
/// left out.
void CrossValidateRelevance(const Examples& examples, std::size_t parts);

}  // namespace scriba::clinical::fitting
