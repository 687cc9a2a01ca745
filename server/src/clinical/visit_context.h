// What the analyser is told of a visit beside its words.
#pragma once

#include <optional>

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

}  // namespace scriba::clinical
