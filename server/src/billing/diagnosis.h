// Looks for subscriptions that do not add up, and changes nothing (metering_repair.h mends what can be mended).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "platform/clock.h"
#include "platform/db/database.h"
#include "platform/task.h"

namespace scriba::billing {

/// One kind of trouble: users_without_month, overlapping_months, tier_differs, uncounted_minutes (charged, but on no
/// month), uncharged_consultations.
struct Finding {
  std::string kind;
  std::int64_t users = 0;
  /// The addresses of the first of them, in alphabetical order.
  std::vector<std::string> emails;
};

/// Every kind in a fixed order, those with nobody included. A missing month is no fault: it is opened when needed.
platform::Task<platform::Result<std::vector<Finding>>> DiagnoseSubscriptions(platform::Database& database,
                                                                             const platform::Clock& clock);

}  // namespace scriba::billing
