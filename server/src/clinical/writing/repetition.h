// What a talk says twice, a report says once.
#pragma once

#include "clinical/report.h"

namespace scriba::clinical {

/// Leaves out of each section the statements whose words and values all stand in another one of it, of the same person
/// and with the same denial. The one that stays rests on the evidence of both.
void LeaveOutRepetitions(Report& report);

}  // namespace scriba::clinical
