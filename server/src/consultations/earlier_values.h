// What is known of a patient's values before a visit: from the evidence of earlier consultations and from the record.
#pragma once

#include "clinical/value_checks.h"
#include "consultations/visit_record.h"
#include "platform/clock.h"
#include "platform/crypto/sealing.h"

namespace scriba::consultations {

/// Of each measure and drug what the newest visit says; the record where no visit says anything. A consultation whose
/// evidence cannot be read counts as one that measured nothing.
platform::Task<platform::Result<clinical::EarlierValues>> EarlierValuesOf(platform::Database& database,
                                                                          const platform::SealingKey& key,
                                                                          std::string patient_id,
                                                                          const VisitRecord& record,
                                                                          platform::Instant now);

}  // namespace scriba::consultations
