// The analyser with a given section model, for fitting and cross-validation; the product calls Analyze.
#pragma once

#include "clinical/analyze.h"
#include "clinical/section_model.h"

namespace scriba::clinical {

Report AnalyzeWith(const SectionModel& model, std::string_view transcript_utf8, const VisitContext& context);

}  // namespace scriba::clinical
