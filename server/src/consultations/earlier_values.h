// What is known of a patient's values before a visit: from the evidence of earlier consultations and from the record.
#pragma once

#include <vector>

#include "clinical/checking/value_checks.h"
#include "consultations/earlier_visits.h"
#include "consultations/visit_record.h"

namespace scriba::consultations {

/// Of each measure and drug what the newest visit says; the record where no visit says anything. A consultation whose
/// evidence cannot be read counts as one that measured nothing.
clinical::EarlierValues EarlierValuesOf(const std::vector<EarlierVisit>& visits, const VisitRecord& record,
                                        platform::Instant now);

}  // namespace scriba::consultations
