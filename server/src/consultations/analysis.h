// From text to report: one core for recordings, typed transcripts and the functions that integrators call.
#pragma once

#include <array>
#include <nlohmann/json.hpp>
#include <string>

#include "clinical/analyze.h"
#include "consultations/transcript.h"
#include "platform/clock.h"
#include "platform/crypto/sealing.h"
#include "platform/db/database.h"

namespace scriba::consultations {

/// What a consultation consists of, in words.
struct ConsultationTexts {
  std::array<std::string, clinical::kSectionCount> sections;
  std::string report;
  nlohmann::json evidence;
};

/// Whole days from a row's time to `now`; 0 when that time cannot be read or is still to come.
int DaysBetween(const std::string& created_at, platform::Instant now);

/// Writes the report out.
ConsultationTexts WriteTexts(const clinical::Report& report, const Transcript& transcript);

/// What the doctor's last visit of this patient before `now` measured, for a follow-up visit. A consultation without
/// readable evidence counts as one that measured nothing.
platform::Task<platform::Result<clinical::VisitContext>> VisitContextOf(platform::Database& database,
                                                                        const platform::SealingKey& key,
                                                                        std::string patient_id, std::string visita,
                                                                        platform::Instant now);

}  // namespace scriba::consultations
