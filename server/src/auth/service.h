// The room's front door: who is asking, and the parts that the endpoints of /auth/v1 work with.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "auth/access_tokens.h"
#include "auth/accounts.h"
#include "auth/api_keys.h"
#include "auth/caller.h"
#include "auth/one_time_tokens.h"
#include "auth/rate_limits.h"
#include "auth/refresh_tokens.h"
#include "auth/sessions.h"
#include "auth/signing_keys.h"
#include "auth/standings.h"
#include "auth/token_cache.h"
#include "auth/waiting_mails.h"
#include "platform/config.h"
#include "platform/crypto/sealing.h"
#include "platform/db/database.h"
#include "platform/jobs.h"
#include "platform/mail.h"
#include "platform/workers.h"

namespace scriba::auth {

/// A new account, for the rooms that prepare something for it.
struct AccountCreated {
  std::string user_id;
  std::string email;
};

/// One per process; all references must outlive it. Safe on every thread once Start() has answered.
class Service final : public Authenticator {
 public:
  Service(platform::Database& database, const platform::Config& config, const platform::Clock& clock,
          const platform::MasterKey& master, platform::WorkerPool& workers, platform::JobRunner& jobs);

  /// Loads the signing keys, making the first one, leaves the service key in the data folder, and hurries the mails
  /// that wait. Before serving.
  platform::Task<platform::Result<>> Start();

  /// Removes what is over: sessions past their limits, codes and links of former hours, lines of the audit log that
  /// are older than the operator keeps them; and takes up signing keys that another process made. Now and then.
  platform::Task<platform::Result<>> Prune();

  // Authenticator
  platform::Task<platform::Result<Caller>> Identify(const platform::Request& request) override;
  platform::Task<platform::Result<Caller>> IdentifyToken(std::string token) override;
  bool IsApiKey(std::string_view key) const override { return api_keys_.RoleOf(key).has_value(); }
  platform::Task<platform::Result<bool>> SessionStands(std::string session_id) override;
  platform::Task<platform::Result<bool>> AccountStands(std::string user_id) override;

  /// For /config.json.
  const std::string& public_key() const { return api_keys_.public_key(); }
  /// For the operator only.
  const std::string& service_key() const { return api_keys_.service_key(); }

  /// News of committed accounts goes to `listener`. Before serving.
  void OnAccountCreated(std::function<void(const AccountCreated&)> listener) { account_created_ = std::move(listener); }
  void Announce(const AccountCreated& news) const {
    if (account_created_) account_created_(news);
  }

  /// A signed-in user, in the codes of /auth/v1, at any level: this is where a session is raised. Errors:
  /// kNoAuthorization, kBadJwt, kSessionNotFound.
  platform::Task<platform::Result<Caller>> RequireUser(const platform::Request& request);
  /// The service key as bearer. Errors: kNoAuthorization, kNotAdmin.
  platform::Result<> RequireService(const platform::Request& request) const;
  /// A known key in `apikey`. Errors: kNoApiKey, kInvalidApiKey.
  platform::Result<TokenRole> RequireApiKey(const platform::Request& request) const;

  platform::Database& database() const { return database_; }
  const platform::Config& config() const { return config_; }
  const platform::Clock& clock() const { return clock_; }
  /// For passwords: what waits for others has no place there.
  platform::WorkerPool& workers() const { return workers_; }
  /// Waits for the captcha's provider; without one it has no threads.
  platform::WorkerPool& captcha_waiters() { return captcha_waiters_; }
  SigningKeys& signing_keys() { return signing_keys_; }
  const SessionLimits& session_limits() const { return session_limits_; }
  const AccessTokens& access_tokens() const { return access_tokens_; }
  const RefreshTokens& refresh_tokens() const { return refresh_tokens_; }
  const OneTimeTokens& one_time_tokens() const { return one_time_tokens_; }
  const platform::SealingKey& factor_seal() const { return factor_seal_; }
  platform::Mailer& mailer() { return *mailer_; }
  WaitingMails& waiting_mails() { return waiting_mails_; }
  const WaitingMails& waiting_mails() const { return waiting_mails_; }
  /// After the transaction that wrote them; at once also where there are none, so that time does not tell.
  void SendWaitingMails() { jobs_.Wake(); }
  RateLimits& rate_limits() { return rate_limits_; }
  Standings& standings() { return standings_; }

 private:
  static constexpr std::size_t kTokensKept = 2048;

  /// A caller, and what is known of the session.
  struct Known {
    Caller caller;
    bool lacks_second_factor = false;
  };
  /// As most callers are: nothing when a signature must be checked or the database be asked.
  std::optional<platform::Result<Known>> RecogniseAtOnce(const platform::Request& request) const;
  platform::Task<platform::Result<Known>> RecogniseToken(std::string token);
  platform::Result<Known> Judge(const Caller& caller, const Standing& standing) const;
  static platform::Result<Caller> WithSecondFactor(platform::Result<Known> known);
  platform::Task<platform::Result<Standing>> StandingOf(std::string session_id);

  platform::Database& database_;
  const platform::Config& config_;
  const platform::Clock& clock_;
  platform::WorkerPool& workers_;
  const SessionLimits session_limits_;
  const ApiKeys api_keys_;
  SigningKeys signing_keys_;
  const AccessTokens access_tokens_;
  const RefreshTokens refresh_tokens_;
  const OneTimeTokens one_time_tokens_;
  const platform::SealingKey factor_seal_;
  const std::unique_ptr<platform::Mailer> mailer_;
  RateLimits rate_limits_;
  Standings standings_;
  TokenCache token_cache_{kTokensKept};
  std::function<void(const AccountCreated&)> account_created_;
  platform::JobRunner& jobs_;
  WaitingMails waiting_mails_;
  platform::WorkerPool captcha_waiters_;  // last: stops before what its callers use goes
};

}  // namespace scriba::auth
