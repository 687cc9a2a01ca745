// The height that holds where several are said.
#pragma once

#include "clinical/measures/measure_list.h"

namespace scriba::clinical {

/// Adds the number that follows the weight where no height is known. A height that contradicts the stated body mass
/// index gives way to one that agrees, one that is told to the one that is measured.
void ChooseHeight(MeasureList& list);

}  // namespace scriba::clinical
