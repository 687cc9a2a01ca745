// What the measures add to the sentences of the examination.
#pragma once

#include "clinical/reading/reading.h"
#include "clinical/report.h"

namespace scriba::clinical {

/// Adds to the examination a sentence for each value of the day that no sentence of it holds, so that nothing measured
/// is missing, and for what was computed: the body mass index with its class, the change since the previous visit.
void ReportMeasures(const Reading& reading, Report& report);

}  // namespace scriba::clinical
