#include "auth/access_tokens.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "auth/jwt.h"
#include "platform/ids.h"
#include "platform/json_text.h"

namespace scriba::auth {
namespace {

using platform::Code;
using platform::Fail;
using platform::Forward;
using platform::Instant;
using platform::Result;
using platform::Task;

Instant FromUnixSeconds(std::int64_t seconds) { return Instant(std::chrono::seconds(seconds)); }

/// A claim that must be text; "" when it is absent or something else.
std::string TextClaim(const nlohmann::json& claims, const char* name) {
  const auto claim = claims.find(name);
  return claim != claims.end() && claim->is_string() ? claim->get<std::string>() : std::string();
}

/// A time claim; nothing when it is absent or no sensible number.
std::optional<Instant> TimeClaim(const nlohmann::json& claims, const char* name) {
  constexpr double kYear9999 = 253'402'300'799.0;
  const auto claim = claims.find(name);
  if (claim == claims.end() || !claim->is_number()) return std::nullopt;
  const double seconds = claim->get<double>();
  if (!(seconds >= 0 && seconds <= kYear9999)) return std::nullopt;
  return FromUnixSeconds(static_cast<std::int64_t>(seconds));
}

}  // namespace

AccessToken AccessTokens::Issue(const Account& account, const Session& session) const {
  const std::int64_t issued_at = platform::ToUnixSeconds(clock_.Now());
  const std::int64_t expires_at = issued_at + kAccessTokenLifetime.count();
  platform::JsonObjectText claims;
  claims.Text("iss", issuer_)
      .Text("sub", account.id)
      .Text("aud", "authenticated")
      .Text("role", "authenticated")
      .Number("exp", expires_at)
      .Number("iat", issued_at)
      .Text("email", account.email)
      .Text("phone", "")
      .Json("app_metadata", account.app_metadata.Text())
      .Json("user_metadata", account.user_metadata.Text())
      .Text("session_id", session.id)
      .Text("aal", session.aal)
      .Json("amr", session.amr.Text())
      .Flag("is_anonymous", false);
  return {.text = SignJwt(std::move(claims).Close(), *keys_.Current()), .expires_at = FromUnixSeconds(expires_at)};
}

Task<Result<Caller>> AccessTokens::Verify(std::string token) const {
  const auto kid = JwtKeyId(token);
  if (!kid) co_return platform::Failure(kid.error());
  auto key = keys_.Find(*kid);
  if (key == nullptr) {
    // Another node may have rotated the keys since.
    auto reloaded = co_await keys_.Reload();
    if (!reloaded) co_return Forward(reloaded);
    key = keys_.Find(*kid);
  }
  if (key == nullptr) co_return Fail(Code::kTokenUndecodable, "invalid JWT: unrecognized JWT kid");
  auto claims = VerifyJwt(token, *key);
  if (!claims) co_return Forward(claims);
  co_return CallerFrom(*claims);
}

Result<Caller> AccessTokens::CallerFrom(const nlohmann::json& claims) const {
  const auto expires_at = TimeClaim(claims, "exp");
  const auto issued_at = TimeClaim(claims, "iat");
  const auto not_before = TimeClaim(claims, "nbf");
  const Instant now = clock_.Now();
  if (!expires_at || now >= *expires_at + kClockSkew) return Fail(Code::kTokenClaimsInvalid, "JWT expired");
  if (issued_at && *issued_at > now + kClockSkew) return Fail(Code::kTokenClaimsInvalid, "JWT issued at future");
  if (not_before && *not_before > now + kClockSkew) return Fail(Code::kTokenClaimsInvalid, "JWT not yet valid");
  if (TextClaim(claims, "aud") != "authenticated" || TextClaim(claims, "iss") != issuer_) {
    return Fail(Code::kTokenClaimsInvalid, "JWT not in audience");
  }
  auto user_id = platform::ParseUuid(TextClaim(claims, "sub"));
  auto session_id = platform::ParseUuid(TextClaim(claims, "session_id"));
  if (!user_id || !session_id) return Fail(Code::kTokenClaimsInvalid, "invalid claim: missing sub claim");
  return Caller{.role = TokenRole::kUser,
                .user_id = std::move(*user_id),
                .session_id = std::move(*session_id),
                .email = TextClaim(claims, "email"),
                .aal = TextClaim(claims, "aal"),
                .expires_at = *expires_at};
}

}  // namespace scriba::auth
