// The ledger of minutes, read.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "platform/db/database.h"

namespace scriba::billing {

/// Every minute that a user was charged, oldest first: `[{"consultation_id", "minutes", "charged_at"}]`.
platform::Task<platform::Result<nlohmann::json>> LedgerOf(platform::Database& database, std::string user_id);

}  // namespace scriba::billing
