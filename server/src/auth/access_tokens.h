// Access tokens: what they say, how they are made, and how a presented one is judged.
#pragma once

#include <chrono>
#include <string>

#include "auth/accounts.h"
#include "auth/caller.h"
#include "auth/sessions.h"
#include "auth/signing_keys.h"

namespace scriba::auth {

constexpr std::chrono::seconds kClockSkew{30};

struct AccessToken {
  std::string text;
  platform::Instant expires_at{};
};

class AccessTokens {
 public:
  /// `issuer` is the public address of the sign-in surface.
  AccessTokens(SigningKeys& keys, const platform::Clock& clock, std::string issuer)
      : keys_(keys), clock_(clock), issuer_(std::move(issuer)) {}

  AccessToken Issue(const Account& account, const Session& session) const;

  /// Who the token speaks for; whether the session still stands is not asked here.
  /// Errors: kTokenUndecodable (shape, algorithm, key, signature), kTokenClaimsInvalid (times, issuer, audience).
  platform::Task<platform::Result<Caller>> Verify(std::string token) const;

 private:
  platform::Result<Caller> CallerFrom(const nlohmann::json& claims) const;

  SigningKeys& keys_;
  const platform::Clock& clock_;
  const std::string issuer_;
};

}  // namespace scriba::auth
