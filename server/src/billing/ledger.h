// The ledger of minutes, read.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "platform/clock.h"
#include "platform/db/database.h"

namespace scriba::billing {

/// Every minute that a user was charged, oldest first: `[{"consultation_id", "minutes", "charged_at"}]`.
platform::Task<platform::Result<nlohmann::json>> LedgerOf(platform::Database& database, std::string user_id);

/// The minutes that a user was charged from each of the moments until before the next, summed by the database.
/// `bounds` has at least two moments, in order: the days of a month as the user's calendar has them.
platform::Task<platform::Result<std::vector<std::int64_t>>> MinutesBetween(platform::Database& database,
                                                                           std::string user_id,
                                                                           std::vector<platform::Instant> bounds);

}  // namespace scriba::billing
