// Fits the section model: the likelihood of the labels of each utterance. An utterance may belong to several sections;
// then any of them may be the label of its clauses (the sum over the allowed paths is maximised). Adagrad with an L2
// term; the weights are averaged over the later rounds.
#pragma once

#include "annotated.h"

namespace scriba::clinical::fitting {

SectionModel FitSections(const Examples& examples);

/// How many clauses got a label that is one of the annotated ones.
struct Accuracy {
  std::size_t right = 0;
  std::size_t all = 0;
};
void Judge(const SectionModel& model, const Example& example, Accuracy& accuracy);

}  // namespace scriba::clinical::fitting
