#include "auth/answers.h"
#include "auth/audit_log.h"
#include "auth/endpoints/admin_endpoints.h"
#include "auth/endpoints/admin_forms.h"
#include "auth/forms.h"
#include "auth/one_time_tokens.h"
#include "auth/sessions.h"

namespace scriba::auth {
namespace {

using platform::Code;
using platform::Connection;
using platform::Fail;
using platform::Forward;
using platform::Instant;
using platform::Result;
using platform::Task;
using platform::Value;

struct Outcome {
  Person person;
  std::vector<std::string> changed;  ///< ids of sessions that ended, and the account's
};

Task<Result<>> RenameProfile(Connection& connection, const Account& account) {
  std::vector<Value> fields{account.id, account.email};
  auto renamed = co_await connection.Execute("UPDATE users SET email = $2 WHERE id = $1", std::move(fields));
  if (!renamed) co_return Forward(renamed);
  co_return Result<>{};
}

/// A new address, a new password and a ban end what the user has open and what was mailed to them.
Task<Result<Outcome>> Modify(Connection& connection, const platform::Request& request, const AccountForm& form,
                             Instant now) {
  auto person = co_await LoadPathUser(connection, request);
  if (!person) co_return Forward(person);
  Outcome outcome{.person = std::move(*person), .changed = {}};
  Account& account = outcome.person.account;
  const std::string former_email = account.email;
  auto applied = ApplyForm(account, form, now);
  if (!applied) co_return Forward(applied);
  auto updated = co_await UpdateAccount(connection, account);
  if (!updated && updated.error().code == Code::kUniqueViolated) {
    co_return Fail(Code::kEmailExists, "A user with this email address has already been registered");
  }
  if (!updated) co_return Forward(updated);
  auto renamed = co_await RenameProfile(connection, account);
  if (!renamed) co_return Forward(renamed);
  if (!form.password_hash.empty() || account.email != former_email || account.IsBanned(now)) {
    auto cleared = co_await ForgetPendingProofs(connection, account.id);
    if (!cleared) co_return Forward(cleared);
    auto ended = co_await EndAllSessions(connection, account.id);
    if (!ended) co_return Forward(ended);
    outcome.changed = std::move(*ended);
  }
  outcome.changed.push_back(account.id);
  auto noted = co_await NoteEvent(connection, account.id, "modified_by_operator", request.client_address, now);
  if (!noted) co_return Forward(noted);
  co_return outcome;
}

}  // namespace

EndpointResult ModifyUser(Service& service, const platform::Request& request) {
  auto body = ReadBody(request);
  if (!body) co_return Forward(body);
  auto form = co_await ReadAccountForm(service, *body);
  if (!form) co_return Forward(form);
  std::function<Task<Result<Outcome>>(Connection&)> modify = [&](Connection& connection) {
    return Modify(connection, request, *form, service.clock().Now());
  };
  auto outcome = co_await service.database().Write<Outcome>(std::move(modify));
  if (!outcome && outcome.error().code == Code::kUserNotFound) co_return UnknownUser(request);
  if (!outcome) co_return Forward(outcome);
  service.standings().Forget(outcome->changed);
  co_return Uncached(UserObject(outcome->person));
}

}  // namespace scriba::auth
