// What happens once a one-time token was taken: the address is proved, and its owner is signed in.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "auth/one_time_tokens.h"
#include "auth/service.h"
#include "auth/sign_in.h"

namespace scriba::auth {

/// How the proof came.
enum class ProofForm { kLink, kCode };

/// One of three: a session; a code for the browser that began a PKCE flow; or the first half of a change of address.
struct Verification {
  std::optional<SignedIn> signed_in;
  std::string flow_code;
  bool is_half_of_email_change = false;
};

/// What the first half says, on every way.
inline constexpr const char* kHalfConfirmedMessage =
    "Confirmation link accepted. Please proceed to confirm link sent to the other email";

/// The kinds of tokens that a `type` of the wire stands for; empty when there is no such type.
std::vector<std::string> KindsOfType(std::string_view type);

/// Inside a transaction. `may_use_flow`: the link was opened in a browser, so a PKCE flow goes on with its code.
/// Errors: kOtpExpired, kUserBanned, kEmailExists.
platform::Task<platform::Result<Verification>> CompleteVerification(platform::Connection& connection,
                                                                    OneTimeToken token, ProofForm form,
                                                                    bool may_use_flow, platform::Instant now);

/// The one refusal for a token that is wrong, used or too old.
platform::Failure TokenRefused();

}  // namespace scriba::auth
