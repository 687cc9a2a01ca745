// Sign-in flows with a proof key (RFC 7636): the link gives a code, and only the browser that began can use it.
#pragma once

#include <string>

#include "auth/forms.h"
#include "platform/clock.h"
#include "platform/db/database.h"

namespace scriba::auth {

/// A flow whose code was presented with the right verifier.
struct FinishedFlow {
  std::string account_id;
  std::string method;  ///< the kind of the one-time token that it began with
};

/// Notes the challenge and answers the flow's id.
platform::Task<platform::Result<std::string>> OpenFlow(platform::Connection& connection, std::string account_id,
                                                       std::string method, PkceChallenge challenge,
                                                       platform::Instant now);

/// The link was opened: answers the code that the browser may exchange for a session within five minutes.
platform::Task<platform::Result<std::string>> IssueFlowCode(platform::Connection& connection, std::string flow_id,
                                                            platform::Instant now);

/// What became of a presented code; the flow is used up unless only the verifier was wrong.
/// Errors: kFlowStateNotFound, kFlowStateExpired, kBadCodeVerifier.
platform::Task<platform::Result<FinishedFlow>> FinishFlow(platform::Connection& connection, std::string code,
                                                          std::string verifier, platform::Instant now);

/// Whether the verifier is the one that the challenge was made of.
bool VerifierMatches(const PkceChallenge& challenge, const std::string& verifier);

}  // namespace scriba::auth
