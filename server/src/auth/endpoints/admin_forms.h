// What the operator may say about an account.
#pragma once

#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "auth/service.h"

namespace scriba::auth {

struct AccountForm {
  std::string email;          ///< empty: unchanged, or refused where one is needed
  std::string password_hash;  ///< empty: none, or unchanged
  nlohmann::json user_metadata;
  nlohmann::json app_metadata;
  bool is_email_confirmed = false;
  std::optional<std::chrono::seconds> ban_duration;  ///< zero lifts a ban
};

/// Reads `{email, password, user_metadata, app_metadata, email_confirm, ban_duration}` and hashes the password.
/// Errors: kValidationFailed, kWeakPassword.
platform::Task<platform::Result<AccountForm>> ReadAccountForm(Service& service, const nlohmann::json& body);

/// Go's form of durations as upstream takes them: "none", "24h", "1h30m", "45s".
std::optional<std::chrono::seconds> ParseDuration(std::string_view text);

/// Puts a form over an account. Errors: kValidationFailed when the metadata gets too large.
platform::Result<> ApplyForm(Account& account, const AccountForm& form, platform::Instant now);

/// The user of the path's `user_id`. Errors: kUserNotFound.
platform::Task<platform::Result<Person>> LoadPathUser(platform::Connection& connection,
                                                      const platform::Request& request);

/// Here an unknown user is 404, not a token that went stale.
platform::Response UnknownUser(const platform::Request& request);

}  // namespace scriba::auth
