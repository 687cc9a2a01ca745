// The analyser with given models, for fitting and cross-validation; the product calls Analyze.
#pragma once

#include "clinical/placing/placing_models.h"
#include "clinical/reading/marks.h"
#include "clinical/report.h"
#include "clinical/visit_context.h"

namespace scriba::clinical {

/// They outlive the call.
struct Models {
  const MarkModel& marks = BuiltInMarkModel();
  const PlacingModels& marked = ModelsOfMarkedText();
  const PlacingModels& unmarked = ModelsOfUnmarkedText();
};

Report AnalyzeWith(const Models& models, std::string_view transcript_utf8, const VisitContext& context);

}  // namespace scriba::clinical
