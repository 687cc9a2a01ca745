// The analyser with given models, for fitting and cross-validation; the product calls Analyze.
#pragma once

#include "clinical/analyze.h"
#include "clinical/relevance.h"
#include "clinical/section_model.h"

namespace scriba::clinical {

Report AnalyzeWith(const SectionModel& sections, const RelevanceModel& relevance, std::string_view transcript_utf8,
                   const VisitContext& context);

}  // namespace scriba::clinical
