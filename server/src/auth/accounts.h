// Accounts as they lie in the database: who can sign in, and what they say about themselves.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "auth/stored_json.h"
#include "platform/clock.h"
#include "platform/db/database.h"

namespace scriba::auth {

struct Account {
  std::string id;
  std::string email;          ///< lower-case
  std::string password_hash;  ///< empty: no password
  StoredJson user_metadata = nlohmann::json::object();
  StoredJson app_metadata = nlohmann::json::object();
  std::string new_email;  ///< empty: no change under way
  bool is_email_change_half_confirmed = false;
  platform::Instant created_at{};
  platform::Instant updated_at{};
  std::optional<platform::Instant> email_confirmed_at;
  std::optional<platform::Instant> last_sign_in_at;
  std::optional<platform::Instant> confirmation_sent_at;
  std::optional<platform::Instant> recovery_sent_at;
  std::optional<platform::Instant> email_change_sent_at;
  std::optional<platform::Instant> reauthentication_sent_at;
  std::optional<platform::Instant> invited_at;
  std::optional<platform::Instant> banned_until;

  bool IsConfirmed() const { return email_confirmed_at.has_value(); }
  bool IsBanned(platform::Instant now) const { return banned_until && *banned_until > now; }
};

/// A way to sign in to an account; by e-mail and password it is one row made at sign-up.
struct Identity {
  std::string id;
  std::string account_id;
  std::string provider;
  std::string provider_id;
  std::optional<platform::Instant> last_sign_in_at;
  platform::Instant created_at{};
  platform::Instant updated_at{};
};

/// A second factor (TOTP, RFC 6238).
struct Factor {
  std::string id;
  std::string account_id;
  std::string friendly_name;
  bool is_verified = false;
  std::string sealed_secret;
  std::int64_t last_step = 0;  ///< the time step of the last accepted code: each is accepted once
  platform::Instant created_at{};
  platform::Instant updated_at{};
  std::optional<platform::Instant> last_challenged_at;
};

/// An account with all that the user object shows.
struct Person {
  Account account;
  std::vector<Identity> identities;
  std::vector<Factor> factors;

  bool HasVerifiedFactor() const;
};

platform::Task<platform::Result<std::optional<Account>>> FindAccount(platform::Connection& connection, std::string id);
platform::Task<platform::Result<std::optional<Account>>> FindAccountByEmail(platform::Connection& connection,
                                                                            std::string email);

/// Errors: kUserNotFound.
platform::Task<platform::Result<Person>> LoadPerson(platform::Connection& connection, std::string id);

/// An account that does not exist yet. What the metadata says about address and identity is the server's word.
Account NewAccount(std::string email, std::string password_hash, nlohmann::json metadata, bool is_confirmed,
                   platform::Instant now);

/// Inserts the account, its e-mail identity and its public profile (role doctor, tier free). Errors: kUniqueViolated.
platform::Task<platform::Result<>> InsertAccount(platform::Connection& connection, const Account& account);

/// Makes the account's public profile (role doctor, tier free) where it is missing.
platform::Task<platform::Result<>> EnsureProfile(platform::Connection& connection, const Account& account);

/// Writes every column of the account but its id.
platform::Task<platform::Result<>> UpdateAccount(platform::Connection& connection, const Account& account);

/// The value of a time column, null when there is none.
platform::Value TimeValue(const std::optional<platform::Instant>& instant);
std::optional<platform::Instant> TimeAt(const platform::Row& row, std::size_t column);

}  // namespace scriba::auth
