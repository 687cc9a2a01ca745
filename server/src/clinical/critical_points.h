// Points that need the doctor's attention, found by stated rules.
#pragma once

#include <vector>

#include "clinical/reading/reading.h"
#include "clinical/report.h"

namespace scriba::clinical {

/// Values out of range, loss of weight that is too fast, red flags, allergies and drugs in pregnancy, unless they are
/// denied, asked, or said of a relative. Each with its reason.
std::vector<CriticalPoint> FindCriticalPoints(const Reading& reading, const std::vector<Measure>& measures);

}  // namespace scriba::clinical
