// The way back for an account whose public profile is missing: an import, or a hand in the database, left it out.
#pragma once

#include <string>

#include "platform/db/database.h"

namespace scriba::auth {

/// Makes the missing profile of the account with this address and, unless it is empty, this id: what a sign-up would
/// have made, from what the account says. Answers alike whether there is such an account, whether its profile was
/// missing, or nothing fits.
platform::Task<platform::Result<>> RecoverProfile(platform::Connection& connection, std::string email,
                                                  std::string user_id);

}  // namespace scriba::auth
