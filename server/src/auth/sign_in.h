// The last step of every way to sign in: a session for a person.
#pragma once

#include <string>

#include "auth/accounts.h"
#include "auth/sessions.h"

namespace scriba::auth {

struct SignedIn {
  Person person;
  Session session;
};

/// Opens a session inside a transaction and reads the person as of then. `method` is what the token's `amr` says.
/// Errors: kUserNotFound, kUserBanned.
platform::Task<platform::Result<SignedIn>> SignIn(platform::Connection& connection, std::string account_id,
                                                  std::string method, platform::Instant now);

}  // namespace scriba::auth
