// Who is asking. Every surface identifies its caller through here and decides for itself what they may do.
#pragma once

#include <string>
#include <string_view>

#include "platform/clock.h"
#include "platform/http/message.h"
#include "platform/task.h"

namespace scriba::auth {

/// The role in the token, not the doctor/admin role (that one stands in users.role and is read when needed).
enum class TokenRole {
  kAnon,     ///< the public key alone: nobody is signed in
  kUser,     ///< a signed-in user
  kService,  ///< the operator's service key
};

struct Caller {
  TokenRole role = TokenRole::kAnon;
  std::string user_id;     ///< empty unless kUser
  std::string session_id;  ///< empty unless kUser
  std::string email;
  std::string aal = "aal1";
  platform::Instant expires_at{};

  bool IsUser() const { return role == TokenRole::kUser; }
};

/// Tells who a request comes from. Safe on every thread; a token seen before costs a look-up in memory.
class Authenticator {
 public:
  virtual ~Authenticator() = default;

  /// Checks `apikey` and the bearer token of a request (bearer equal to the public key, or absent: kAnon).
  /// Errors: kNoApiKey, kInvalidApiKey, kTokenUndecodable (signature, shape, algorithm), kTokenClaimsInvalid (expired,
  /// not yet valid, wrong audience), kSessionNotFound (signed out, revoked, user gone or banned),
  /// kSecondFactorRequired (the account has a verified factor that this token does not show). Each surface translates
  /// them to its own codes.
  virtual platform::Task<platform::Result<Caller>> Identify(const platform::Request& request) = 0;

  /// The same for a bare access token (realtime).
  virtual platform::Task<platform::Result<Caller>> IdentifyToken(std::string token) = 0;

  /// Whether the text is the public or the service key.
  virtual bool IsApiKey(std::string_view key) const = 0;

  /// Whether the session still stands; at most 5 s behind the database (realtime asks now and then).
  virtual platform::Task<platform::Result<bool>> SessionStands(std::string session_id) = 0;

  /// Whether the account is there and not banned; at most 5 s behind the database. For what somebody left behind with
  /// their name on it and no session: a signed address.
  virtual platform::Task<platform::Result<bool>> AccountStands(std::string user_id) = 0;
};

}  // namespace scriba::auth
