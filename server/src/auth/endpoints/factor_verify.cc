#include "auth/answers.h"
#include "auth/audit_log.h"
#include "auth/endpoints/endpoints.h"
#include "auth/factors.h"
#include "auth/forms.h"
#include "auth/sessions.h"
#include "auth/sign_in.h"
#include "auth/totp.h"
#include "platform/ids.h"

namespace scriba::auth {
namespace {

using platform::Code;
using platform::Connection;
using platform::Fail;
using platform::Forward;
using platform::Instant;
using platform::Result;
using platform::Task;
using platform::Value;

constexpr RateRule kWrongCodes{.allowed = 5, .window = std::chrono::minutes(5)};
constexpr std::chrono::minutes kChallengeLifetime{5};

struct Form {
  std::string factor_id;
  std::string challenge_id;
  std::string code;
};

Result<Form> ReadForm(const platform::Request& request, const nlohmann::json& body) {
  auto challenge_id = TextField(body, "challenge_id");
  if (!challenge_id) return Forward(challenge_id);
  auto code = TextField(body, "code");
  if (!code) return Forward(code);
  auto uuid = platform::ParseUuid(*challenge_id);
  if (!uuid || code->empty()) return Fail(Code::kValidationFailed, "challenge_id and code are required");
  return Form{
      .factor_id = std::string(request.Path("factor_id")), .challenge_id = std::move(*uuid), .code = std::move(*code)};
}

struct Outcome {
  SignedIn signed_in;
  std::vector<std::string> ended_sessions;
};

Task<Result<>> CheckChallenge(Connection& connection, const Form& form, Instant now) {
  std::vector<Value> parameters{form.challenge_id, form.factor_id};
  auto row = co_await connection.First("SELECT created_at FROM challenges WHERE id = $1 AND factor_id = $2",
                                       std::move(parameters));
  if (!row) co_return Forward(row);
  const std::int64_t oldest = platform::ToMicroseconds(now - kChallengeLifetime);
  if (!*row || (*row)->Int(0) < oldest) {
    co_return Fail(Code::kMfaChallengeExpired,
                   "MFA challenge has expired, verify against another challenge or create a new one");
  }
  co_return Result<>{};
}

/// Each code is good once: its step must lie behind the last one that was taken.
Task<Result<>> UseCode(Connection& connection, const Service& service, Factor& factor, const std::string& code,
                       Instant now) {
  auto secret = service.factor_seal().Open(factor.sealed_secret, SecretPlace(factor.id));
  if (!secret) co_return Forward(secret);
  const auto step = MatchTotp(*secret, code, now);
  if (!step || *step <= factor.last_step) co_return Fail(Code::kMfaVerificationFailed, "Invalid TOTP code entered");
  factor.last_step = *step;
  factor.is_verified = true;
  factor.updated_at = now;
  auto updated = co_await UpdateFactor(connection, factor);
  if (!updated) co_return Forward(updated);
  std::vector<Value> of_factor{factor.id};
  auto used = co_await connection.Execute("DELETE FROM challenges WHERE factor_id = $1", std::move(of_factor));
  if (!used) co_return Forward(used);
  co_return Result<>{};
}

/// The same session at aal2, with a new refresh token; the former ones are dead.
Task<Result<Session>> RaiseSession(Connection& connection, const Caller& caller, Instant now) {
  auto session = co_await LockSession(connection, caller.session_id);
  if (!session) co_return Forward(session);
  if (!*session) co_return Fail(Code::kSessionNotFound, "Session from session_id claim in JWT does not exist");
  Session raised = std::move(**session);
  raised.aal = "aal2";
  raised.AddMethod("totp", now);
  raised.refresh_counter += 1;
  raised.refresh_floor = raised.refresh_counter;
  raised.refreshed_at = now;
  auto updated = co_await UpdateSession(connection, raised);
  if (!updated) co_return Forward(updated);
  co_return raised;
}

/// The user's other sessions that have shown no second factor.
Task<Result<std::vector<std::string>>> EndLowerSessions(Connection& connection, const Caller& caller) {
  std::vector<Value> parameters{caller.user_id, caller.session_id};
  auto rows = co_await connection.Query(
      "DELETE FROM sessions WHERE account_id = $1 AND id <> $2 AND aal = 'aal1' RETURNING id", std::move(parameters));
  if (!rows) co_return Forward(rows);
  std::vector<std::string> ended;
  for (const auto& row : *rows) ended.push_back(row.Text(0));
  co_return ended;
}

Task<Result<Outcome>> Verify(Connection& connection, const Service& service, const Caller& caller, const Form& form,
                             const std::string& client) {
  const Instant now = service.clock().Now();
  auto person = co_await LoadPerson(connection, caller.user_id);
  if (!person) co_return Forward(person);
  auto factor = OwnFactor(*person, form.factor_id);
  if (!factor) co_return Forward(factor);
  auto challenged = co_await CheckChallenge(connection, form, now);
  if (!challenged) co_return Forward(challenged);
  auto used = co_await UseCode(connection, service, *factor, form.code, now);
  if (!used) co_return Forward(used);
  auto noted = co_await NoteEvent(connection, caller.user_id, "factor_verified", client, now);
  if (!noted) co_return Forward(noted);
  auto ended = co_await EndLowerSessions(connection, caller);
  if (!ended) co_return Forward(ended);
  auto session = co_await RaiseSession(connection, caller, now);
  if (!session) co_return Forward(session);
  auto shown = co_await LoadPerson(connection, caller.user_id);
  if (!shown) co_return Forward(shown);
  Outcome outcome;
  outcome.signed_in = {.person = std::move(*shown), .session = std::move(*session)};
  outcome.ended_sessions = std::move(*ended);
  co_return outcome;
}

}  // namespace

EndpointResult VerifyFactor(Service& service, const platform::Request& request) {
  auto caller = co_await service.RequireUser(request);
  if (!caller) co_return Forward(caller);
  auto body = ReadBody(request);
  if (!body) co_return Forward(body);
  auto form = ReadForm(request, *body);
  if (!form) co_return Forward(form);
  const std::string tries = "factor:" + caller->user_id + ":" + form->factor_id;
  if (!service.rate_limits().Take(tries, kWrongCodes)) {
    co_return Fail(Code::kOverRequestRateLimit, "Request rate limit reached");
  }
  std::function<Task<Result<Outcome>>(Connection&)> verify = [&](Connection& connection) {
    return Verify(connection, service, *caller, *form, request.client_address);
  };
  auto outcome = co_await service.database().Write<Outcome>(std::move(verify));
  if (!outcome && outcome.error().code == Code::kMfaVerificationFailed) co_return Forward(outcome);
  service.rate_limits().GiveBack(tries);
  if (!outcome) co_return Forward(outcome);
  // From now on the sessions that stand need the factor.
  outcome->ended_sessions.push_back(caller->session_id);
  service.standings().Forget(outcome->ended_sessions);
  co_return SessionResponse(service, outcome->signed_in.person, outcome->signed_in.session);
}

}  // namespace scriba::auth
