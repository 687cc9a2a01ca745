// The values of a visit: what was measured, with unit, plausibility, reference range and the words that say it.
#pragma once

#include <vector>

#include "clinical/placing/section_model.h"
#include "clinical/reading/reading.h"
#include "clinical/visit_context.h"

namespace scriba::clinical {

/// Values of today's visit and of the tests read in it, one for each kind. A value that was withdrawn ("centodue, anzi
/// no, centoquattro"), a past one ("era nove virgola quattro") and a wished one are not reported. The body mass index
/// and the changes since the previous visit are computed where they were not said.
std::vector<Measure> FindMeasures(const Reading& reading, const std::vector<LabelScores>& probabilities,
                                  const VisitContext& context);

}  // namespace scriba::clinical
