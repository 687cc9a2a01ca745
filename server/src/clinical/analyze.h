// The built-in analyser: the text of a consultation in, the report of nine sections out.
//
// Pure and deterministic: the same text gives the same report on every machine; no network, no clock, no patient's
// name. It only extracts: every statement rests on words of the transcript, computed values name their formula.
#pragma once

#include <string_view>

#include "clinical/report.h"
#include "clinical/visit_context.h"

namespace scriba::clinical {

/// Analyses running text without speaker labels. Invalid UTF-8 is read as U+FFFD; text without content gives an empty
/// report. Never fails; time grows linearly with the text (benchmark in bench/clinical). Safe from any thread.
Report Analyze(std::string_view transcript_utf8, const VisitContext& context);

}  // namespace scriba::clinical
