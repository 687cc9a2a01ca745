// Measures that are said without their name, and the weight and height that agree with the body mass index.
#pragma once

#include "clinical/measures/measure_list.h"

namespace scriba::clinical {

/// Adds what no name announced; a weight or a height that contradicts the stated index gives way to one that agrees.
void FindUnnamedMeasures(MeasureList& list);

}  // namespace scriba::clinical
