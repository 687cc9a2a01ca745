// Sessions: one per sign-in; everything a client holds (access and refresh tokens) dies with its row.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "auth/stored_json.h"
#include "platform/clock.h"
#include "platform/config.h"
#include "platform/db/database.h"

namespace scriba::auth {

struct Session {
  std::string id;
  std::string account_id;
  std::string aal = "aal1";
  StoredJson amr = nlohmann::json::array();  ///< [{"method", "timestamp"}], newest first
  std::int64_t refresh_counter = 0;          ///< the number of the current refresh token
  std::int64_t refresh_floor = 0;            ///< tokens below are dead, whatever the rules of reuse say
  platform::Instant created_at{};
  platform::Instant refreshed_at{};

  /// Notes a way in which the person proved who they are ("password", "totp").
  void AddMethod(std::string_view method, platform::Instant now);
};

/// How long a session may live; zero: without limit.
struct SessionLimits {
  std::chrono::microseconds idle{0};  ///< since its client last came back for a new access token
  std::chrono::microseconds age{0};   ///< since the sign-in

  /// Reads the operator's settings.
  static SessionLimits From(const platform::Config& config);

  bool ArePassed(platform::Instant created_at, platform::Instant refreshed_at, platform::Instant now) const;
};

/// Which sessions of a user end.
enum class SessionScope { kGlobal, kLocal, kOthers };

/// Inserts a new session and notes the sign-in on the account.
platform::Task<platform::Result<Session>> OpenSession(platform::Connection& connection, std::string account_id,
                                                      std::string method, platform::Instant now);

/// Inside a write, the row stays ours until the transaction ends: refreshes of one session come one after the other.
platform::Task<platform::Result<std::optional<Session>>> LockSession(platform::Connection& connection, std::string id);

/// Writes every column of the session but its ids and creation.
platform::Task<platform::Result<>> UpdateSession(platform::Connection& connection, const Session& session);

/// Ends every session of a user and answers their ids.
platform::Task<platform::Result<std::vector<std::string>>> EndAllSessions(platform::Connection& connection,
                                                                          std::string account_id);

/// Ends sessions and answers their ids. `session_id` is the caller's own; unused for kGlobal.
platform::Task<platform::Result<std::vector<std::string>>> EndSessions(platform::Connection& connection,
                                                                       std::string account_id, SessionScope scope,
                                                                       std::string session_id);

}  // namespace scriba::auth
