#include "auth/audit_log.h"
#include "auth/endpoints/endpoints.h"
#include "auth/sessions.h"

namespace scriba::auth {
namespace {

using platform::Code;
using platform::Connection;
using platform::Fail;
using platform::Forward;
using platform::Result;
using platform::Task;

Result<SessionScope> ReadScope(const platform::Request& request) {
  const std::string scope = request.QueryValue("scope").value_or("global");
  if (scope == "global" || scope.empty()) return SessionScope::kGlobal;
  if (scope == "local") return SessionScope::kLocal;
  if (scope == "others") return SessionScope::kOthers;
  return Fail(Code::kValidationFailed, "Unsupported logout scope: use global, local or others");
}

Task<Result<std::vector<std::string>>> End(Connection& connection, const Caller& caller, SessionScope scope,
                                           const std::string& address, platform::Instant now) {
  auto noted = co_await NoteEvent(connection, caller.user_id, "signed_out", address, now);
  if (!noted) co_return Forward(noted);
  co_return co_await EndSessions(connection, caller.user_id, scope, caller.session_id);
}

}  // namespace

EndpointResult SignOut(Service& service, const platform::Request& request) {
  auto scope = ReadScope(request);
  if (!scope) co_return Forward(scope);
  auto caller = co_await service.RequireUser(request);
  if (!caller) co_return Forward(caller);
  std::function<Task<Result<std::vector<std::string>>>(Connection&)> end = [&](Connection& connection) {
    return End(connection, *caller, *scope, request.client_address, service.clock().Now());
  };
  auto ended = co_await service.database().Write<std::vector<std::string>>(std::move(end));
  if (!ended) co_return Forward(ended);
  service.standings().Forget(*ended);
  co_return platform::Response::Empty(204);
}

}  // namespace scriba::auth
