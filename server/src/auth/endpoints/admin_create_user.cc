#include "auth/answers.h"
#include "auth/audit_log.h"
#include "auth/endpoints/admin_endpoints.h"
#include "auth/endpoints/admin_forms.h"
#include "auth/forms.h"

namespace scriba::auth {
namespace {

using platform::Code;
using platform::Connection;
using platform::Fail;
using platform::Forward;
using platform::Result;
using platform::Task;

Task<Result<Person>> Create(Connection& connection, const Account& account, const std::string& client) {
  auto inserted = co_await InsertAccount(connection, account);
  if (!inserted && inserted.error().code == Code::kUniqueViolated) {
    co_return Fail(Code::kEmailExists, "A user with this email address has already been registered");
  }
  if (!inserted) co_return Forward(inserted);
  auto noted = co_await NoteEvent(connection, account.id, "created_by_operator", client, account.created_at);
  if (!noted) co_return Forward(noted);
  co_return co_await LoadPerson(connection, account.id);
}

}  // namespace

EndpointResult CreateUser(Service& service, const platform::Request& request) {
  auto body = ReadBody(request);
  if (!body) co_return Forward(body);
  auto form = co_await ReadAccountForm(service, *body);
  if (!form) co_return Forward(form);
  if (form->email.empty()) co_return Fail(Code::kValidationFailed, "Cannot create a user without an email address");
  const platform::Instant now = service.clock().Now();
  Account account =
      NewAccount(form->email, form->password_hash, nlohmann::json::object(), form->is_email_confirmed, now);
  auto applied = ApplyForm(account, *form, now);
  if (!applied) co_return Forward(applied);
  std::function<Task<Result<Person>>(Connection&)> create = [&](Connection& connection) {
    return Create(connection, account, request.client_address);
  };
  auto person = co_await service.database().Write<Person>(std::move(create));
  if (!person) co_return Forward(person);
  service.Announce({.user_id = account.id, .email = account.email});
  co_return Uncached(UserObject(*person));
}

}  // namespace scriba::auth
