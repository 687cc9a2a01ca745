// The built-in analyser: the text of a consultation in, the report of nine sections out.
//
// Pure and deterministic: the same text gives the same report on every machine; no network, no clock, no patient's
// name. It only extracts: every statement rests on words of the transcript, computed values name their formula.
#pragma once

#include <optional>
#include <string_view>

#include "clinical/report.h"

namespace scriba::clinical {

enum class VisitType { kPrimaVisita, kVisitaControllo };
enum class Sex { kFemale, kMale };

/// What the last visit measured, for the changes reported on a follow-up visit.
struct PreviousVisit {
  /// Whole days between the last visit and this one; 0 when not known (then no change per week is given).
  int days_ago = 0;
  std::optional<double> weight_kg;
  std::optional<double> waist_cm;
  std::optional<double> height_cm;
};

/// What the analyser knows beside the words.
struct VisitContext {
  VisitType type = VisitType::kPrimaVisita;
  std::optional<PreviousVisit> previous;
  /// From the patient's record; what the talk says of itself is read where they are empty.
  std::optional<int> age_years;
  std::optional<Sex> sex;
};

/// Analyses running text without speaker labels. Invalid UTF-8 is read as U+FFFD; text without content gives an empty
/// report. Never fails; time grows linearly with the text (benchmark in bench/clinical). Safe from any thread.
Report Analyze(std::string_view transcript_utf8, const VisitContext& context);

}  // namespace scriba::clinical
