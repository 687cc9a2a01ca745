// A link of a mail, opened in a browser: the answer is always a redirect, for a person is waiting. Where it leads is
// checked again, and the token is used up by GET only, not by the HEAD with which mail scanners look at links.
#include <nlohmann/json.hpp>

#include "auth/answers.h"
#include "auth/endpoints/endpoints.h"
#include "auth/link_mails.h"
#include "auth/redirect_targets.h"
#include "auth/verification.h"

namespace scriba::auth {
namespace {

using platform::Connection;
using platform::Forward;
using platform::Response;
using platform::Result;
using platform::Task;

struct Link {
  std::string token;
  std::string type;
  std::string target;

  bool IsPkce() const { return token.starts_with("pkce_"); }
};

Link ReadLink(const platform::Config& config, const platform::Request& request) {
  Link link{
      .token = request.QueryValue("token").value_or(""), .type = request.QueryValue("type").value_or(""), .target = {}};
  if (link.token.empty()) link.token = request.QueryValue("token_hash").value_or("");
  const std::string requested = request.QueryValue("redirect_to").value_or("");
  link.target = RedirectTarget(config, requested, DefaultTarget(config, link.type));
  return link;
}

Response RedirectTo(const std::string& location) {
  Response response = Response::Empty(303);
  response.With("location", location).With("referrer-policy", "no-referrer").With("cache-control", "no-store");
  return response;
}

Response Refusal(const Link& link, const platform::Error& error) {
  const LinkParameters parameters{{"error", "access_denied"},
                                  {"error_code", std::string(platform::WireCode(error.code))},
                                  {"error_description", error.message}};
  LinkParameters fragment = parameters;
  fragment.emplace_back("sb", "");
  return RedirectTo(WithParameters(link.target, link.IsPkce() ? parameters : LinkParameters{}, fragment));
}

/// The whole session in the fragment. A recovery names its type and token in the query too: the page that sets the new
/// password reads them there, while client libraries read the fragment.
/// Who has confirmed an account that has no password is led to the same page, to choose one.
Response SignedInRedirect(const Service& service, Link link, const SignedIn& signed_in) {
  if (link.type == token_kind::kSignUp && signed_in.person.account.password_hash.empty()) {
    link.type = token_kind::kRecovery;
    link.target = DefaultTarget(service.config(), link.type);
  }
  const Tokens tokens = IssueTokens(service, signed_in.person.account, signed_in.session);
  const std::string& access_token = tokens.access.text;
  LinkParameters query;
  if (link.type == token_kind::kRecovery) query = {{"type", link.type}, {"access_token", access_token}};
  const LinkParameters fragment{{"access_token", access_token},
                                {"expires_at", std::to_string(platform::ToUnixSeconds(tokens.access.expires_at))},
                                {"expires_in", std::to_string(kAccessTokenLifetime.count())},
                                {"refresh_token", tokens.refresh},
                                {"sb", ""},
                                {"token_type", "bearer"},
                                {"type", link.type}};
  return RedirectTo(WithParameters(link.target, query, fragment));
}

Task<Result<Verification>> Verify(Connection& connection, const Service& service, const Link& link) {
  const platform::Instant now = service.clock().Now();
  std::vector<std::string> kinds = KindsOfType(link.type);
  auto token = co_await service.one_time_tokens().TakeByLink(connection, link.token, std::move(kinds), now);
  if (!token) co_return Forward(token);
  if (!*token) co_return platform::Fail(platform::Code::kOtpExpired, "Email link is invalid or has expired");
  co_return co_await CompleteVerification(connection, std::move(**token), ProofForm::kLink, true, now);
}

}  // namespace

EndpointResult VerifyLink(Service& service, const platform::Request& request) {
  if (request.method == platform::Method::kHead) co_return Response::Empty(200);
  const Link link = ReadLink(service.config(), request);
  std::function<Task<Result<Verification>>(Connection&)> verify = [&](Connection& connection) {
    return Verify(connection, service, link);
  };
  auto verification = co_await service.database().Write<Verification>(std::move(verify));
  if (!verification) {
    if (platform::HttpStatus(verification.error().code) >= 500) co_return Forward(verification);
    co_return Refusal(link, verification.error());
  }
  if (verification->is_half_of_email_change) {
    const LinkParameters message{{"message", kHalfConfirmedMessage}, {"sb", ""}};
    co_return RedirectTo(WithParameters(link.target, {}, message));
  }
  if (!verification->flow_code.empty()) {
    const LinkParameters code{{"code", verification->flow_code}};
    co_return RedirectTo(WithParameters(link.target, code, {}));
  }
  co_return SignedInRedirect(service, link, *verification->signed_in);
}

}  // namespace scriba::auth
