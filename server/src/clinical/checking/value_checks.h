// The lock on numbers: every value is compared with the words that say it, with the others of its visit, and with what
// the patient's earlier visits and record say. What does not agree is put before the doctor.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clinical/checking/doses.h"
#include "clinical/report.h"

namespace scriba::clinical {

/// A value that was known before this visit.
struct EarlierValue {
  std::string key;
  double value = 0;
  std::string unit;
  /// Where it stands, as the doctor reads it: "nella visita del 21/10/2026".
  std::string where;
  int days_ago = 0;  ///< 0 when not known
};

struct EarlierDose {
  std::string drug;
  double value = 0;
  std::string unit;
  std::string where;
};

/// What is known of a patient: of each measure and each drug the newest.
struct EarlierValues {
  std::vector<EarlierValue> values;
  std::vector<EarlierDose> doses;
  /// The young still grow.
  std::optional<int> age_years;
};

/// One disagreement.
struct ValueCheck {
  std::string key;      ///< of the measure, or "dose:metformina"; each at most once
  std::string value;    ///< of this visit: "84,5 kg"
  std::string earlier;  ///< what it does not agree with; empty when nothing was known
  std::string quote;    ///< the words of the transcript
  std::string message;  ///< for the doctor
};

/// Rules and thresholds: docs/clinical.md. The same input gives the same checks, in the order of the measures.
std::vector<ValueCheck> CheckValues(const Report& report, const std::vector<Dose>& doses,
                                    std::string_view transcript_utf8, const EarlierValues& earlier);

/// [{key, value, earlier, quote, message, state: "open"}]
nlohmann::json ToJson(const std::vector<ValueCheck>& checks);

/// [{drug, value, unit, text, evidence: [[begin, end]]}]
nlohmann::json ToJson(const std::vector<Dose>& doses);

}  // namespace scriba::clinical
