// Rotation of refresh tokens. The session knows the number of its current token; a presented one is d rotations behind:
//   d = 0   the usual case: rotate.
//   d = 1   the client never saved the last answer (a lost connection, two tabs): it gets the current token again.
//   d >= 2  right after a refresh, several tabs woke together: as d = 1. Later somebody else holds a copy: the session
//   ends.
// The rules are those of supabase/auth, so that its clients never see their session end for a lost answer.
#include "auth/answers.h"
#include "auth/audit_log.h"
#include "auth/endpoints/endpoints.h"
#include "auth/forms.h"
#include "auth/sign_in.h"

namespace scriba::auth {
namespace {

using platform::Code;
using platform::Connection;
using platform::Fail;
using platform::Forward;
using platform::Instant;
using platform::Result;
using platform::Task;

constexpr std::chrono::seconds kReuseInterval{10};
constexpr RateRule kPerAddress{.allowed = 1800, .window = std::chrono::minutes(5)};

/// Why a refresh ended its session, if it did.
enum class Ending { kNone, kReuse, kTimeOut };

struct Outcome {
  SignedIn signed_in;
  Ending ending = Ending::kNone;
};

platform::Failure NotFound() {
  return Fail(Code::kRefreshTokenNotFound, "Invalid Refresh Token: Refresh Token Not Found");
}

Task<Result<>> End(Connection& connection, const Session& session, Ending ending, const std::string& address,
                   Instant now) {
  auto ended = co_await EndSessions(connection, session.account_id, SessionScope::kLocal, session.id);
  if (!ended) co_return Forward(ended);
  std::string event = ending == Ending::kReuse ? "refresh_token_reused" : "session_timed_out";
  co_return co_await NoteEvent(connection, session.account_id, std::move(event), address, now);
}

Task<Result<Outcome>> Refresh(Connection& connection, const RefreshToken& token, const SessionLimits& limits,
                              const std::string& address, Instant now) {
  auto session = co_await LockSession(connection, token.session_id);
  if (!session) co_return Forward(session);
  if (!*session || token.counter < (*session)->refresh_floor || token.counter > (*session)->refresh_counter) {
    co_return NotFound();
  }
  Outcome outcome;
  outcome.signed_in.session = std::move(**session);
  Session& current = outcome.signed_in.session;
  auto person = co_await LoadPerson(connection, current.account_id);
  if (!person) co_return Forward(person);
  if (person->account.IsBanned(now)) co_return Fail(Code::kUserBanned, "Invalid Refresh Token: User Banned");
  outcome.signed_in.person = std::move(*person);

  const std::int64_t behind = current.refresh_counter - token.counter;
  if (limits.ArePassed(current.created_at, current.refreshed_at, now)) {
    outcome.ending = Ending::kTimeOut;
  } else if (behind >= 2 && now >= current.refreshed_at + kReuseInterval) {
    outcome.ending = Ending::kReuse;
  }
  if (outcome.ending != Ending::kNone) {
    auto ended = co_await End(connection, current, outcome.ending, address, now);
    if (!ended) co_return Forward(ended);
  } else if (behind == 0) {
    ++current.refresh_counter;
    current.refreshed_at = now;
    auto updated = co_await UpdateSession(connection, current);
    if (!updated) co_return Forward(updated);
  }
  co_return outcome;
}

}  // namespace

EndpointResult TokenRefresh(Service& service, const platform::Request& request) {
  if (!service.rate_limits().Take(AddressKey("refresh", request.client_address), kPerAddress)) {
    co_return Fail(Code::kOverRequestRateLimit, "Request rate limit reached");
  }
  auto body = ReadBody(request);
  if (!body) co_return Forward(body);
  auto text = TextField(*body, "refresh_token");
  if (!text) co_return Forward(text);
  if (text->empty()) co_return Fail(Code::kValidationFailed, "refresh_token required");
  const auto token = service.refresh_tokens().Read(*text);
  if (!token) co_return NotFound();

  std::function<Task<Result<Outcome>>(Connection&)> refresh = [&](Connection& connection) {
    return Refresh(connection, *token, service.session_limits(), request.client_address, service.clock().Now());
  };
  auto outcome = co_await service.database().Write<Outcome>(std::move(refresh));
  if (!outcome) co_return Forward(outcome);
  const SignedIn& signed_in = outcome->signed_in;
  if (outcome->ending != Ending::kNone) {
    const std::vector<std::string> ended{signed_in.session.id};
    service.standings().Forget(ended);
    if (outcome->ending == Ending::kTimeOut) {
      co_return Fail(Code::kSessionExpired, "Invalid Refresh Token: Session Expired");
    }
    co_return Fail(Code::kRefreshTokenAlreadyUsed, "Invalid Refresh Token: Already Used");
  }
  co_return SessionResponse(service, signed_in.person, signed_in.session);
}

}  // namespace scriba::auth
