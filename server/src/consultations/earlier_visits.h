// The stored evidence of a patient's earlier consultations: read once for a report, used by all who look back.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "platform/clock.h"
#include "platform/crypto/sealing.h"
#include "platform/db/database.h"

namespace scriba::consultations {

struct EarlierVisit {
  std::string created_at;
  nlohmann::json evidence;  ///< an object, or null when it cannot be read
};

/// The newest ten consultations before `before` that keep evidence, newest first.
platform::Task<platform::Result<std::vector<EarlierVisit>>> EarlierVisitsOf(platform::Database& database,
                                                                            const platform::SealingKey& key,
                                                                            std::string patient_id,
                                                                            platform::Instant before);

/// Whole days from a row's time to `now`; 0 when that time cannot be read or is still to come.
int DaysBetween(const std::string& created_at, platform::Instant now);

}  // namespace scriba::consultations
