// The second factors of a user, for the operator: listed, and taken away from who has lost their device.
#include "auth/answers.h"
#include "auth/audit_log.h"
#include "auth/endpoints/admin_endpoints.h"
#include "auth/endpoints/admin_forms.h"
#include "auth/factors.h"
#include "auth/sessions.h"

namespace scriba::auth {
namespace {

using platform::Code;
using platform::Connection;
using platform::Forward;
using platform::Request;
using platform::Response;
using platform::Result;
using platform::Task;

struct Outcome {
  Factor removed;
  std::vector<std::string> ended_sessions;
};

Task<Result<Outcome>> Remove(Connection& connection, const Request& request, platform::Instant now) {
  auto person = co_await LoadPathUser(connection, request);
  if (!person) co_return Forward(person);
  auto factor = OwnFactor(*person, request.Path("factor_id"));
  if (!factor) co_return Forward(factor);
  Outcome outcome{.removed = std::move(*factor), .ended_sessions = {}};
  auto removed = co_await DeleteFactor(connection, outcome.removed.id);
  if (!removed) co_return Forward(removed);
  if (outcome.removed.is_verified) {
    auto ended = co_await EndAllSessions(connection, person->account.id);
    if (!ended) co_return Forward(ended);
    outcome.ended_sessions = std::move(*ended);
  }
  auto noted = co_await NoteEvent(connection, person->account.id, "factor_removed", request.client_address, now);
  if (!noted) co_return Forward(noted);
  co_return outcome;
}

}  // namespace

EndpointResult ListUserFactors(Service& service, const Request& request) {
  std::function<Task<Result<Person>>(Connection&)> load = [&](Connection& connection) {
    return LoadPathUser(connection, request);
  };
  auto person = co_await service.database().Read<Person>(std::move(load));
  if (!person && person.error().code == Code::kUserNotFound) co_return UnknownUser(request);
  if (!person) co_return Forward(person);
  co_return Response::JsonText(200, platform::JsonListText(person->factors, FactorText));
}

/// Of a verified one every session ends, as on the command line: who holds one may be who holds the device.
EndpointResult RemoveUserFactor(Service& service, const Request& request) {
  std::function<Task<Result<Outcome>>(Connection&)> remove = [&](Connection& connection) {
    return Remove(connection, request, service.clock().Now());
  };
  auto outcome = co_await service.database().Write<Outcome>(std::move(remove));
  if (!outcome && outcome.error().code == Code::kUserNotFound) co_return UnknownUser(request);
  if (!outcome) co_return Forward(outcome);
  service.standings().Forget(outcome->ended_sessions);
  co_return Response::JsonText(200, FactorText(outcome->removed));
}

}  // namespace scriba::auth
