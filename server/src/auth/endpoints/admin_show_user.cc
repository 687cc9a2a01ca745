#include <nlohmann/json.hpp>

#include "auth/answers.h"
#include "auth/endpoints/admin_endpoints.h"
#include "auth/endpoints/admin_forms.h"

namespace scriba::auth {

using platform::Connection;
using platform::Forward;
using platform::Result;
using platform::Task;

EndpointResult ShowUser(Service& service, const platform::Request& request) {
  std::function<Task<Result<Person>>(Connection&)> load = [&](Connection& connection) {
    return LoadPathUser(connection, request);
  };
  auto person = co_await service.database().Read<Person>(std::move(load));
  if (!person && person.error().code == platform::Code::kUserNotFound) co_return UnknownUser(request);
  if (!person) co_return Forward(person);
  co_return Uncached(UserObject(*person));
}

}  // namespace scriba::auth
