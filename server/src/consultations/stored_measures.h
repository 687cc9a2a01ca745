// What was measured in a visit, as its stored evidence tells (docs/clinical.md, "Stored form").
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platform/crypto/sealing.h"
#include "platform/db/database.h"

namespace scriba::consultations {

/// The value of a measure by its key ("peso_kg"). Nothing when the visit did not measure it, when what was said cannot
/// be true of a body, or when the evidence has another form: a client may have written it.
std::optional<double> MeasureOf(const nlohmann::json& evidence, std::string_view key);

/// One visit as a point of a patient's curves.
struct VisitMeasures {
  std::string consultation_id;
  std::string created_at;
  std::string visita;
  std::optional<double> weight_kg;
  std::optional<double> bmi;  ///< kg/m², said or computed from weight and height
  std::optional<double> waist_cm;
};

/// The visits of a doctor's own patient that measured anything of it, oldest first. Another doctor's patient has none.
platform::Task<platform::Result<std::vector<VisitMeasures>>> MeasuresOfPatient(platform::Database& database,
                                                                               const platform::SealingKey& key,
                                                                               std::string user_id,
                                                                               std::string patient_id);

}  // namespace scriba::consultations
