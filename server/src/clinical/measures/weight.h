// The weight of today.
#pragma once

#include "clinical/measures/measure_list.h"
#include "clinical/placing/logistic_model.h"

namespace scriba::clinical {

/// Puts the reading that most likely is the weight of today in place of the one that was found by its name; that one
/// stays where none is likely.
void FindWeight(MeasureList& list);

/// The model of what speaks for a reading (lexicon/weight.model).
const LogisticModel& WeightModel();

}  // namespace scriba::clinical
