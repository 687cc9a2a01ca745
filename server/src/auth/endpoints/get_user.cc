#include "auth/answers.h"
#include "auth/endpoints/endpoints.h"

namespace scriba::auth {

using platform::Connection;
using platform::Forward;

EndpointResult GetUser(Service& service, const platform::Request& request) {
  auto caller = co_await service.RequireUser(request);
  if (!caller) co_return Forward(caller);
  std::function<platform::Task<platform::Result<Person>>(Connection&)> load = [&](Connection& connection) {
    return LoadPerson(connection, caller->user_id);
  };
  auto person = co_await service.database().Read<Person>(std::move(load));
  if (!person) co_return Forward(person);
  co_return Uncached(UserObject(*person));
}

}  // namespace scriba::auth
