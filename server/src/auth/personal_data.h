// What this room knows about one person, for the person (GDPR, articles 15 and 20).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "platform/db/database.h"

namespace scriba::auth {

/// `{"account", "sessions", "events"}`: the user object, the sessions that stand, and the lines of the audit log. No
/// secrets. Errors: kUserNotFound.
platform::Task<platform::Result<nlohmann::json>> PersonalData(platform::Database& database, std::string account_id);

/// The account that signs in with this address. Errors: kUserNotFound, kValidationFailed.
platform::Task<platform::Result<std::string>> AccountOfEmail(platform::Database& database, std::string email);

}  // namespace scriba::auth
