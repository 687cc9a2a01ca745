// What the installation does over time: numbers only, never a row of a doctor's practice.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "platform/clock.h"
#include "platform/db/database.h"
#include "platform/task.h"

namespace scriba::administration {

enum class ReportUnit : std::uint8_t { kDay, kMonth };

struct ReportRange {
  platform::Instant since{};
  platform::Instant until{};  ///< not included
  ReportUnit unit = ReportUnit::kMonth;
};

struct Activity {
  std::int64_t consultations = 0;   ///< saved in that time and still there
  std::int64_t active_doctors = 0;  ///< doctors with at least one of them
  std::int64_t minutes = 0;         ///< charged, those of deleted consultations included
  std::int64_t new_users = 0;
  std::int64_t paid_months = 0;  ///< terms with a price that began in that time
  double revenue = 0;            ///< their prices, in euro
};

struct ActivityReport {
  struct Bucket {
    std::string start;  ///< "2026-11-21" or "2026-11", in UTC
    Activity activity;
  };
  std::vector<Bucket> buckets;  ///< every one of the range, empty ones included, oldest first
  Activity total;               ///< a doctor counts once however many buckets they work in
};

/// Errors: kValueOutOfRange for an empty range or one of more than 400 buckets.
platform::Task<platform::Result<ActivityReport>> ReportActivity(platform::Database& database, ReportRange range);

}  // namespace scriba::administration
