// The objects of /auth/v1 as clients read them: user and session.
#pragma once

#include <string>

#include "auth/accounts.h"
#include "auth/service.h"
#include "auth/sessions.h"
#include "platform/http/message.h"
#include "platform/json_text.h"

namespace scriba::auth {

/// The factor object: without its secret.
std::string FactorText(const Factor& factor);

/// Absent optional fields are left out; times are RFC 3339 with Z. More members may be added.
platform::JsonObjectText UserObject(const Person& person);

/// What a client holds of its session: a fresh access token and the current refresh token.
struct Tokens {
  AccessToken access;
  std::string refresh;
};
Tokens IssueTokens(const Service& service, const Account& account, const Session& session);

/// The session object with newly issued tokens. More members may be added.
platform::JsonObjectText SessionObject(const Service& service, const Person& person, const Session& session);

/// An answer that no cache may keep.
platform::Response Uncached(platform::JsonObjectText object);

/// The session object as an answer.
platform::Response SessionResponse(const Service& service, const Person& person, const Session& session);

/// `{}`: done, or silently not.
platform::Response EmptyObjectResponse();

}  // namespace scriba::auth
