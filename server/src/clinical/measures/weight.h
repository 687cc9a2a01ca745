// The weight of today.
#pragma once

#include "clinical/measures/measure_list.h"

namespace scriba::clinical {

/// Adds the weight that the scales showed where no name announced it; one that contradicts the stated body mass index
/// gives way to one that agrees.
void FindWeight(MeasureList& list);

}  // namespace scriba::clinical
