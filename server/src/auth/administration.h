// What the operator does to accounts from the command line, without a running server.
#pragma once

#include <string>

#include "platform/clock.h"
#include "platform/db/database.h"

namespace scriba::auth {

struct AccountOrder {
  std::string email;
  std::string password;
  std::string role = "doctor";  ///< doctor, admin or superadmin
};

/// Afterwards the address can sign in with this password and has this role, whether the account is new or was there.
/// A changed password ends the account's sessions. Blocks for a password hash: not for a network loop.
/// Answers the user's id. Errors: kValidationFailed, kWeakPassword.
platform::Task<platform::Result<std::string>> AddAccount(platform::Database& database, const platform::Clock& clock,
                                                         AccountOrder order);

/// Errors: kValidationFailed, kUserNotFound.
platform::Task<platform::Result<>> SetRole(platform::Database& database, const platform::Clock& clock,
                                           std::string email, std::string role);

/// Ends the account's sessions. Blocks for a password hash. Errors: kValidationFailed, kWeakPassword, kUserNotFound.
platform::Task<platform::Result<>> ResetPassword(platform::Database& database, const platform::Clock& clock,
                                                 std::string email, std::string password);

/// For somebody who lost their device: the password alone signs in again, until they set up another. Ends the account's
/// sessions. Answers how many verified factors there were. Errors: kValidationFailed, kUserNotFound; kMfaFactorNotFound
/// when the account has no factor at all.
platform::Task<platform::Result<std::size_t>> RemoveFactors(platform::Database& database, const platform::Clock& clock,
                                                            std::string email);

}  // namespace scriba::auth
