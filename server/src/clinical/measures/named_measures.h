// Measures that are said with their name.
#pragma once

#include "clinical/measures/measure_list.h"

namespace scriba::clinical {

/// Adds the value that follows each name, or the one that takes its place.
void FindNamedMeasures(MeasureList& list);

}  // namespace scriba::clinical
