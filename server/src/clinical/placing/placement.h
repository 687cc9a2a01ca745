// Which clauses stand in which section.
#pragma once

#include <vector>

#include "clinical/placing/section_model.h"
#include "clinical/reading/reading.h"

namespace scriba::clinical {

/// Clauses of one section that become one sentence of the report, in reading order.
struct Passage {
  Section section = Section::kMotivoVisita;
  /// Indices of clauses; a question stands before its answer.
  std::vector<std::size_t> clauses;
  /// Probability of the section, of the surest clause.
  double confidence = 0;
  /// Stays whatever the length: the age, the answer to a grave question.
  bool is_essential = false;
};

/// Places clauses by the section model. A clause about which the model hesitates stands in both sections: a fact in two
/// places costs a glance, a fact in the wrong one costs trust.
std::vector<Passage> PlaceClauses(const Reading& reading, const std::vector<LabelScores>& probabilities);

}  // namespace scriba::clinical
