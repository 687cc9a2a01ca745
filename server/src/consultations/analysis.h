// From text to report: one core for recordings, typed transcripts and the functions that integrators call.
#pragma once

#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "clinical/analyze.h"
#include "consultations/earlier_visits.h"
#include "consultations/transcript.h"

namespace scriba::consultations {

/// What a consultation consists of, in words.
struct ConsultationTexts {
  std::array<std::string, clinical::kSectionCount> sections;
  std::string report;
  nlohmann::json evidence;
};

/// Writes the report out.
ConsultationTexts WriteTexts(const clinical::Report& report, const Transcript& transcript);

/// What the doctor's last visit of this patient before `now` measured, for a follow-up visit. A consultation without
/// readable evidence counts as one that measured nothing.
clinical::VisitContext VisitContextOf(const std::vector<EarlierVisit>& visits, std::string_view visita,
                                      platform::Instant now);

}  // namespace scriba::consultations
