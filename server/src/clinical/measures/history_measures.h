// Values that are told and not measured today: weights of the past and wished for, steps, hours of sleep.
#pragma once

#include <vector>

#include "clinical/reading/reading.h"

namespace scriba::clinical {

/// Adds usual, highest, lowest and wished weight, daily steps and hours of sleep of the patient, where they are said
/// with their name.
void FindHistoryMeasures(const Reading& reading, std::vector<Measure>& measures);

}  // namespace scriba::clinical
