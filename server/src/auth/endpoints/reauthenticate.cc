#include "auth/answers.h"
#include "auth/endpoints/endpoints.h"
#include "auth/link_mails.h"

namespace scriba::auth {
namespace {

using platform::Connection;
using platform::Forward;
using platform::Result;
using platform::Task;

Task<Result<>> Prepare(Connection& connection, const Service& service, const Caller& caller) {
  auto person = co_await LoadPerson(connection, caller.user_id);
  if (!person) co_return Forward(person);
  TokenOrder order{.account_id = caller.user_id, .kind = token_kind::kReauthentication, .email = person->account.email};
  const std::string default_target;
  co_return co_await PrepareLinkMail(connection, service, person->account, std::move(order), default_target);
}

}  // namespace

EndpointResult Reauthenticate(Service& service, const platform::Request& request) {
  auto caller = co_await service.RequireUser(request);
  if (!caller) co_return Forward(caller);
  auto allowed = TakeMailLimits(service, request, caller->email);
  if (!allowed) co_return Forward(allowed);
  std::function<Task<Result<>>(Connection&)> prepare = [&](Connection& connection) {
    return Prepare(connection, service, *caller);
  };
  auto prepared = co_await service.database().WriteWith(std::move(prepare));
  if (!prepared) co_return Forward(prepared);
  service.SendWaitingMails();
  co_return EmptyObjectResponse();
}

}  // namespace scriba::auth
