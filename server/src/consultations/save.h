// The last step: the consultation, its evidence and its minutes, together or not at all.
#pragma once

#include "consultations/analysis.h"
#include "consultations/recording.h"

namespace scriba::consultations {

/// Runs inside one transaction. The consultation has the recording's id, so that no second one can exist; the minutes
/// are charged by the database when the row comes in. A recording that is saved already stays as it is. Errors:
/// kPatientNotFound when the patient is gone, kRecordingNotFound, kRecordingStateConflict (CheckSameText).
platform::Task<platform::Result<>> SaveConsultation(platform::Connection& connection, const platform::SealingKey& key,
                                                    const Recording& recording, const std::string& transcription,
                                                    const ConsultationTexts& texts, std::int64_t duration_seconds,
                                                    platform::Instant now);

}  // namespace scriba::consultations
