// DELETE of a user: for good with everything that is theirs, or, with `should_soft_delete`, out of the door only.
#include <nlohmann/json.hpp>

#include "auth/answers.h"
#include "auth/endpoints/admin_endpoints.h"
#include "auth/endpoints/admin_forms.h"
#include "auth/erasure.h"

namespace scriba::auth {
namespace {

using platform::Code;
using platform::Connection;
using platform::Fail;
using platform::Forward;
using platform::Request;
using platform::Result;
using platform::Task;

/// A client may send no body at all.
Result<bool> IsSoft(const Request& request) {
  if (request.body.empty()) return false;
  auto body = request.JsonObject();
  if (!body) return Forward(body);
  const auto field = body->find("should_soft_delete");
  if (field == body->end() || field->is_null()) return false;
  if (!field->is_boolean()) return Fail(Code::kValidationFailed, "should_soft_delete must be true or false");
  return field->get<bool>();
}

Task<Result<Erasure>> Delete(Connection& connection, const Request& request, bool is_soft, platform::Instant now) {
  auto person = co_await LoadPathUser(connection, request);
  if (!person) co_return Forward(person);
  const std::string& id = person->account.id;
  if (!is_soft) co_return co_await EraseAccount(connection, id, request.client_address, now);
  auto ended = co_await CloseAccount(connection, id, request.client_address, now);
  if (!ended) co_return Forward(ended);
  Erasure closed{.user_id = id};
  closed.session_ids = std::move(*ended);
  co_return closed;
}

}  // namespace

EndpointResult DeleteUser(Service& service, const Request& request) {
  auto is_soft = IsSoft(request);
  if (!is_soft) co_return Forward(is_soft);
  std::function<Task<Result<Erasure>>(Connection&)> remove = [&](Connection& connection) {
    return Delete(connection, request, *is_soft, service.clock().Now());
  };
  auto erasure = co_await service.database().Write<Erasure>(std::move(remove));
  if (!erasure && erasure.error().code == Code::kUserNotFound) co_return UnknownUser(request);
  if (!erasure) co_return Forward(erasure);
  erasure->session_ids.push_back(erasure->user_id);
  service.standings().Forget(erasure->session_ids);
  // The sealed files, whose key is gone, are left to the file store's sweep.
  co_return EmptyObjectResponse();
}

}  // namespace scriba::auth
