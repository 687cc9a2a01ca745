// The body mass index that was said.
#pragma once

#include "clinical/measures/measure_list.h"

namespace scriba::clinical {

/// Where several were said ("prima della gravidanza 26 e 7, adesso 29 e 5"), the one that agrees with weight and height
/// holds; a number that can be no index of this body is forgotten.
void ChooseStatedIndex(MeasureList& list);

}  // namespace scriba::clinical
