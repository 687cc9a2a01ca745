#include <nlohmann/json.hpp>

#include "auth/endpoints/endpoints.h"
#include "auth/factors.h"
#include "auth/forms.h"
#include "platform/ids.h"

namespace scriba::auth {
namespace {

using platform::Connection;
using platform::Forward;
using platform::Instant;
using platform::Result;
using platform::Task;
using platform::Value;

constexpr std::chrono::minutes kLifetime{5};

Task<Result<std::string>> Challenge(Connection& connection, const Caller& caller, const std::string& factor_id,
                                    Instant now) {
  auto person = co_await LoadPerson(connection, caller.user_id);
  if (!person) co_return Forward(person);
  auto factor = OwnFactor(*person, factor_id);
  if (!factor) co_return Forward(factor);
  factor->last_challenged_at = now;
  auto updated = co_await UpdateFactor(connection, *factor);
  if (!updated) co_return Forward(updated);
  std::vector<Value> former{factor->id, platform::ToMicroseconds(now - kLifetime)};
  auto removed =
      co_await connection.Execute("DELETE FROM challenges WHERE factor_id = $1 AND created_at < $2", std::move(former));
  if (!removed) co_return Forward(removed);
  std::string id = platform::NewUuid();
  std::vector<Value> fields{id, factor->id, platform::ToMicroseconds(now)};
  auto inserted = co_await connection.Execute("INSERT INTO challenges (id, factor_id, created_at) VALUES ($1, $2, $3)",
                                              std::move(fields));
  if (!inserted) co_return Forward(inserted);
  co_return id;
}

}  // namespace

EndpointResult ChallengeFactor(Service& service, const platform::Request& request) {
  auto caller = co_await service.RequireUser(request);
  if (!caller) co_return Forward(caller);
  auto body = ReadBody(request);
  if (!body) co_return Forward(body);
  const std::string factor_id(request.Path("factor_id"));
  const Instant now = service.clock().Now();
  std::function<Task<Result<std::string>>(Connection&)> challenge = [&](Connection& connection) {
    return Challenge(connection, *caller, factor_id, now);
  };
  auto id = co_await service.database().Write<std::string>(std::move(challenge));
  if (!id) co_return Forward(id);
  co_return platform::Response::Json(
      200, {{"id", *id}, {"type", "totp"}, {"expires_at", platform::ToUnixSeconds(now + kLifetime)}});
}

}  // namespace scriba::auth
