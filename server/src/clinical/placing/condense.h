// What is kept of the placed passages, so that the report is shorter than the talk and loses no fact.
#pragma once

#include <vector>

#include "clinical/placing/placement.h"
#include "clinical/placing/relevance_model.h"
#include "clinical/placing/selection.h"

namespace scriba::clinical {

/// Leaves out segments without facts where that cannot change the meaning of the rest (never a denial, a condition, a
/// relative or a second thought), then whole passages (selection.h).
std::vector<Draft> Condense(const Reading& reading, const std::vector<Passage>& passages,
                            const std::vector<LabelScores>& probabilities, const RelevanceModel& relevance);

}  // namespace scriba::clinical
