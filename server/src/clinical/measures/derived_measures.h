// Values that follow from the measured ones by a stated formula.
#pragma once

#include <vector>

#include "clinical/reading/reading.h"
#include "clinical/visit_context.h"

namespace scriba::clinical {

/// Adds what can be computed and was not said: body mass index, waist to hip and to height, HOMA-IR, glomerular
/// filtration, and the changes since the previous visit. Implausible values are the base of none.
void AddDerivedMeasures(const Reading& reading, const VisitContext& context, std::vector<Measure>& measures);

/// The class of a body mass index of adults: "obesità di grado I" (WHO Technical Report 894, 2000).
std::string_view BmiClass(double bmi);

}  // namespace scriba::clinical
