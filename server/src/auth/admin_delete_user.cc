#include <nlohmann/json.hpp>

#include "auth/admin_endpoints.h"
#include "auth/admin_forms.h"
#include "auth/answers.h"
#include "auth/audit_log.h"
#include "auth/sessions.h"

namespace scriba::auth {
namespace {

using platform::Code;
using platform::Connection;
using platform::Fail;
using platform::Forward;
using platform::Result;
using platform::Task;
using platform::Value;

/// Only a user without clinical data can go: patients and consultations are not deleted by the way.
Task<Result<std::vector<std::string>>> Delete(Connection& connection, const platform::Request& request,
                                              platform::Instant now) {
  auto person = co_await LoadPathUser(connection, request);
  if (!person) co_return Forward(person);
  const std::string& id = person->account.id;
  auto ended = co_await EndAllSessions(connection, id);
  if (!ended) co_return Forward(ended);
  for (const char* sql : {"DELETE FROM users WHERE id = $1", "DELETE FROM accounts WHERE id = $1"}) {
    std::vector<Value> parameters{id};
    auto deleted = co_await connection.Execute(sql, std::move(parameters));
    if (!deleted && deleted.error().code == Code::kForeignKeyViolated) {
      co_return Fail(Code::kValidationFailed, "The user still has patients, consultations or subscriptions");
    }
    if (!deleted && deleted.error().code == Code::kRaised) {
      co_return Fail(Code::kValidationFailed, "The last superadmin cannot be deleted");
    }
    if (!deleted) co_return Forward(deleted);
  }
  auto noted = co_await NoteEvent(connection, id, "deleted_by_operator", request.client_address, now);
  if (!noted) co_return Forward(noted);
  co_return std::move(*ended);
}

}  // namespace

EndpointResult DeleteUser(Service& service, const platform::Request& request) {
  std::function<Task<Result<std::vector<std::string>>>(Connection&)> remove = [&](Connection& connection) {
    return Delete(connection, request, service.clock().Now());
  };
  auto ended = co_await service.database().Write<std::vector<std::string>>(std::move(remove));
  if (!ended && ended.error().code == Code::kUserNotFound) co_return UnknownUser(request);
  if (!ended) co_return Forward(ended);
  service.standing_sessions().Forget(*ended);
  co_return EmptyObjectResponse();
}

}  // namespace scriba::auth
