// Measures that are said without their name.
#pragma once

#include "clinical/measures/measure_list.h"

namespace scriba::clinical {

/// Adds what no name announced, but the weight.
void FindUnnamedMeasures(MeasureList& list);

}  // namespace scriba::clinical
