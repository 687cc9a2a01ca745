#include <nlohmann/json.hpp>

#include "auth/audit_log.h"
#include "auth/endpoints.h"
#include "auth/factors.h"

namespace scriba::auth {
namespace {

using platform::Code;
using platform::Connection;
using platform::Fail;
using platform::Forward;
using platform::Result;
using platform::Task;
using platform::Value;

Task<Result<>> Unenroll(Connection& connection, const Caller& caller, const std::string& factor_id,
                        const std::string& client, platform::Instant now) {
  auto person = co_await LoadPerson(connection, caller.user_id);
  if (!person) co_return Forward(person);
  auto factor = OwnFactor(*person, factor_id);
  if (!factor) co_return Forward(factor);
  if (factor->is_verified && caller.aal != "aal2") {
    co_return Fail(Code::kInsufficientAal, "AAL2 required to unenroll verified factor");
  }
  std::vector<Value> by_id{factor->id};
  auto removed = co_await connection.Execute("DELETE FROM factors WHERE id = $1", std::move(by_id));
  if (!removed) co_return Forward(removed);
  if (factor->is_verified) {
    std::vector<Value> of_account{caller.user_id};
    auto lowered =
        co_await connection.Execute("UPDATE sessions SET aal = 'aal1' WHERE account_id = $1", std::move(of_account));
    if (!lowered) co_return Forward(lowered);
  }
  co_return co_await NoteEvent(connection, caller.user_id, "factor_removed", client, now);
}

}  // namespace

EndpointResult UnenrollFactor(Service& service, const platform::Request& request) {
  auto caller = co_await service.RequireUser(request);
  if (!caller) co_return Forward(caller);
  const std::string factor_id(request.Path("factor_id"));
  std::function<Task<Result<>>(Connection&)> unenroll = [&](Connection& connection) {
    return Unenroll(connection, *caller, factor_id, request.client_address, service.clock().Now());
  };
  auto removed = co_await service.database().WriteWith(std::move(unenroll));
  if (!removed) co_return Forward(removed);
  service.standing_sessions().ForgetAll();
  co_return platform::Response::Json(200, {{"id", factor_id}});
}

}  // namespace scriba::auth
