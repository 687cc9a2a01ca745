#include <nlohmann/json.hpp>

#include "auth/audit_log.h"
#include "auth/endpoints/endpoints.h"
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

/// The account's sessions, which all show one factor from now on.
Task<Result<std::vector<std::string>>> LowerSessions(Connection& connection, std::string account_id) {
  std::vector<Value> of_account{std::move(account_id)};
  auto rows = co_await connection.Query("UPDATE sessions SET aal = 'aal1' WHERE account_id = $1 RETURNING id",
                                        std::move(of_account));
  if (!rows) co_return Forward(rows);
  std::vector<std::string> lowered;
  for (const platform::Row& row : *rows) lowered.push_back(row.Text(0));
  co_return lowered;
}

/// Answers the sessions that stand otherwise than before.
Task<Result<std::vector<std::string>>> Unenroll(Connection& connection, const Caller& caller,
                                                const std::string& factor_id, const std::string& client,
                                                platform::Instant now) {
  auto person = co_await LoadPerson(connection, caller.user_id);
  if (!person) co_return Forward(person);
  auto factor = OwnFactor(*person, factor_id);
  if (!factor) co_return Forward(factor);
  if (factor->is_verified && caller.aal != "aal2") {
    co_return Fail(Code::kInsufficientAal, "AAL2 required to unenroll verified factor");
  }
  auto removed = co_await DeleteFactor(connection, factor->id);
  if (!removed) co_return Forward(removed);
  std::vector<std::string> lowered;
  if (factor->is_verified) {
    auto sessions = co_await LowerSessions(connection, caller.user_id);
    if (!sessions) co_return Forward(sessions);
    lowered = std::move(*sessions);
  }
  auto noted = co_await NoteEvent(connection, caller.user_id, "factor_removed", client, now);
  if (!noted) co_return Forward(noted);
  co_return lowered;
}

}  // namespace

EndpointResult UnenrollFactor(Service& service, const platform::Request& request) {
  auto caller = co_await service.RequireUser(request);
  if (!caller) co_return Forward(caller);
  const std::string factor_id(request.Path("factor_id"));
  using SessionIds = std::vector<std::string>;
  std::function<Task<Result<SessionIds>>(Connection&)> unenroll = [&](Connection& connection) {
    return Unenroll(connection, *caller, factor_id, request.client_address, service.clock().Now());
  };
  auto lowered = co_await service.database().Write<SessionIds>(std::move(unenroll));
  if (!lowered) co_return Forward(lowered);
  service.standings().Forget(*lowered);
  co_return platform::Response::Json(200, {{"id", factor_id}});
}

}  // namespace scriba::auth
