#include "auth/service.h"

#include <algorithm>

namespace scriba::auth {
namespace {

using platform::Code;
using platform::Fail;
using platform::Failure;
using platform::Forward;
using platform::Request;
using platform::Result;
using platform::Task;

/// The bearer token; "" when the header is absent. Another scheme is a token that nobody can decode.
std::string_view Bearer(const Request& request) {
  constexpr std::string_view kScheme = "bearer ";
  const std::string_view header = request.Header("authorization");
  if (header.size() < kScheme.size()) return header;
  const bool is_bearer = std::ranges::equal(header.substr(0, kScheme.size()), kScheme, [](char a, char b) {
    return (a >= 'A' && a <= 'Z' ? a + ('a' - 'A') : a) == b;
  });
  return is_bearer ? header.substr(kScheme.size()) : header;
}

Failure SecondFactorRequired() {
  return Fail(Code::kSecondFactorRequired, "This account's data needs the second factor: verify it first");
}

Failure NoApiKey() {
  return Failure({.code = Code::kNoApiKey,
                  .message = "No API key found in request",
                  .hint = "Send the public key of /config.json in the header apikey"});
}

Failure InvalidApiKey() {
  return Failure({.code = Code::kInvalidApiKey,
                  .message = "Invalid API key",
                  .hint = "The public key is the anonKey of /config.json"});
}

// They only wait. More people at once than this wait in line, with what is left of the deadline.
constexpr std::size_t kCaptchaWaiters = 16;
// A mail server that does not answer holds each of them for half a minute.
constexpr std::size_t kMailsAtOnce = 4;

platform::Instant Moment(const platform::Row& row, std::size_t column) {
  return platform::FromMicroseconds(row.Int(column));
}

}  // namespace

Service::Service(platform::Database& database, const platform::Config& config, const platform::Clock& clock,
                 const platform::MasterKey& master, platform::WorkerPool& workers, platform::JobRunner& jobs)
    : database_(database),
      config_(config),
      clock_(clock),
      workers_(workers),
      session_limits_(SessionLimits::From(config)),
      api_keys_(master),
      signing_keys_(database, master, clock),
      access_tokens_(signing_keys_, clock, config.public_url + "/auth/v1"),
      refresh_tokens_(master),
      one_time_tokens_(master),
      factor_seal_(0, master.Derive("factors")),
      mailer_(platform::MakeMailer(config, clock)),
      rate_limits_(clock, config.rate_limits),
      standings_(clock),
      jobs_(jobs),
      waiting_mails_(database, clock, master, *mailer_),
      captcha_waiters_("captcha", config.captcha_url.empty() ? 0 : kCaptchaWaiters) {
  jobs.Handle(kWaitingMailJob, waiting_mails_, kMailsAtOnce);
}

Task<Result<>> Service::Start() {
  auto written = api_keys_.WriteServiceKey(config_.data_dir / "service.key");
  if (!written) co_return Forward(written);
  auto hurried = co_await platform::HurryJobs(database_, kWaitingMailJob, clock_.Now());
  if (!hurried) co_return Forward(hurried);
  co_return co_await signing_keys_.Load();
}

Result<TokenRole> Service::RequireApiKey(const Request& request) const {
  const std::string_view key = request.Header("apikey");
  if (key.empty()) return NoApiKey();
  const auto role = api_keys_.RoleOf(key);
  if (!role) return InvalidApiKey();
  return *role;
}

Task<Result<Caller>> Service::Identify(const Request& request) {
  auto known = RecogniseAtOnce(request);
  if (!known) known = co_await RecogniseToken(std::string(Bearer(request)));
  co_return WithSecondFactor(std::move(*known));
}

Task<Result<Caller>> Service::IdentifyToken(std::string token) {
  co_return WithSecondFactor(co_await RecogniseToken(std::move(token)));
}

std::optional<Result<Service::Known>> Service::RecogniseAtOnce(const Request& request) const {
  const auto key_role = RequireApiKey(request);
  if (!key_role) return platform::Failure(key_role.error());
  const std::string_view bearer = Bearer(request);
  if (bearer.empty()) return Known{.caller = {.role = *key_role}};
  if (const auto role = api_keys_.RoleOf(bearer)) return Known{.caller = {.role = *role}};
  const auto caller = token_cache_.Find(bearer);
  if (caller == nullptr) return std::nullopt;
  const auto standing = standings_.Known(caller->session_id);
  if (!standing) return std::nullopt;
  return Judge(*caller, *standing);
}

Task<Result<Service::Known>> Service::RecogniseToken(std::string token) {
  auto caller = token_cache_.Find(token);
  if (caller == nullptr) {
    auto verified = co_await access_tokens_.Verify(token);
    if (!verified) co_return Forward(verified);
    caller = std::make_shared<const Caller>(std::move(*verified));
    token_cache_.Remember(std::move(token), caller);
  }
  auto standing = co_await StandingOf(caller->session_id);
  if (!standing) co_return Forward(standing);
  co_return Judge(*caller, *standing);
}

Result<Service::Known> Service::Judge(const Caller& caller, const Standing& standing) const {
  if (clock_.Now() >= caller.expires_at + kClockSkew) return Fail(Code::kTokenClaimsInvalid, "JWT expired");
  if (!standing.stands) return Fail(Code::kSessionNotFound, "Session from session_id claim in JWT does not exist");
  return Known{.caller = caller, .lacks_second_factor = standing.needs_second_factor && caller.aal == "aal1"};
}

Result<Caller> Service::WithSecondFactor(Result<Known> known) {
  if (!known) return Forward(known);
  if (known->lacks_second_factor) return SecondFactorRequired();
  return std::move(known->caller);
}

Task<Result<bool>> Service::SessionStands(std::string session_id) {
  auto standing = co_await StandingOf(std::move(session_id));
  if (!standing) co_return Forward(standing);
  co_return standing->stands;
}

Task<Result<bool>> Service::AccountStands(std::string user_id) {
  if (const auto known = standings_.Known(user_id)) co_return known->stands;
  const std::uint64_t era = standings_.Era();
  std::vector<platform::Value> parameters{user_id};
  auto row =
      co_await database_.First("SELECT coalesce(banned_until, 0) FROM accounts WHERE id = $1", std::move(parameters));
  if (!row) co_return Forward(row);
  const Standing standing{.stands = *row && Moment(**row, 0) <= clock_.Now()};
  standings_.Remember(user_id, standing, era);
  co_return standing.stands;
}

Task<Result<Standing>> Service::StandingOf(std::string session_id) {
  if (const auto known = standings_.Known(session_id)) co_return *known;
  const std::uint64_t era = standings_.Era();
  std::vector<platform::Value> parameters{session_id};
  auto row = co_await database_.First(
      "SELECT coalesce(accounts.banned_until, 0), sessions.created_at, sessions.refreshed_at, "
      "EXISTS (SELECT 1 FROM factors WHERE factors.account_id = accounts.id AND status = 'verified') "
      "FROM sessions JOIN accounts ON accounts.id = sessions.account_id WHERE sessions.id = $1",
      std::move(parameters));
  if (!row) co_return Forward(row);
  const platform::Instant now = clock_.Now();
  Standing standing;
  standing.stands =
      *row && Moment(**row, 0) <= now && !session_limits_.ArePassed(Moment(**row, 1), Moment(**row, 2), now);
  standing.needs_second_factor = *row && (*row)->Bool(3);
  standings_.Remember(session_id, standing, era);
  co_return standing;
}

Task<Result<Caller>> Service::RequireUser(const Request& request) {
  auto recognised = RecogniseAtOnce(request);
  if (!recognised) recognised = co_await RecogniseToken(std::string(Bearer(request)));
  Result<Known>& known = *recognised;
  if (!known) {
    const Code code = known.error().code;
    if (code == Code::kTokenUndecodable || code == Code::kTokenClaimsInvalid) known.error().code = Code::kBadJwt;
    co_return Forward(known);
  }
  if (known->caller.IsUser()) co_return std::move(known->caller);
  if (request.Header("authorization").empty()) {
    co_return Fail(Code::kNoAuthorization, "This endpoint requires a valid Bearer token");
  }
  co_return Fail(Code::kBadJwt, "invalid claim: missing sub claim");
}

Result<> Service::RequireService(const Request& request) const {
  const std::string_view bearer = Bearer(request);
  if (bearer.empty()) return Fail(Code::kNoAuthorization, "This endpoint requires a valid Bearer token");
  if (api_keys_.RoleOf(bearer) != TokenRole::kService) return Fail(Code::kNotAdmin, "User not allowed");
  return {};
}

}  // namespace scriba::auth
