#include "auth/email_change.h"

#include "auth/answers.h"
#include "auth/audit_log.h"
#include "auth/one_time_tokens.h"

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

platform::Failure Taken() {
  return Fail(Code::kEmailExists, "A user with this email address has already been registered");
}

Task<Result<>> PrepareBoth(Connection& connection, const Service& service, Account& account,
                           const std::string& redirect_to, std::optional<PkceChallenge> pkce) {
  account.is_email_change_half_confirmed = false;
  TokenOrder to_current{
      .account_id = account.id, .kind = token_kind::kEmailChangeCurrent, .email = account.email, .pkce = pkce};
  auto current = co_await PrepareLinkMail(connection, service, account, std::move(to_current), redirect_to);
  if (!current) co_return Forward(current);
  TokenOrder to_new{.account_id = account.id,
                    .kind = token_kind::kEmailChangeNew,
                    .email = account.new_email,
                    .pkce = std::move(pkce)};
  co_return co_await PrepareLinkMail(connection, service, account, std::move(to_new), redirect_to);
}

Task<Result<>> PrepareAgain(Connection& connection, const Service& service, const LinkRequest& form,
                            const std::string& client) {
  std::vector<Value> parameters{form.email};
  auto row = co_await connection.First(
      "SELECT id FROM accounts WHERE new_email = $1 ORDER BY email_change_sent_at DESC", std::move(parameters));
  if (!row) co_return Forward(row);
  const std::string id = *row ? (*row)->Text(0) : std::string();
  auto noted = co_await NoteEvent(connection, id, "email_change_requested", client, service.clock().Now());
  if (!noted) co_return Forward(noted);
  if (id.empty()) co_return Result<>{};
  auto account = co_await FindAccount(connection, id);
  if (!account) co_return Forward(account);
  co_return co_await PrepareBoth(connection, service, **account, form.redirect_to, form.pkce);
}

}  // namespace

Task<Result<>> BeginEmailChange(Connection& connection, const Service& service, Account& account,
                                std::string new_email, const std::string& redirect_to,
                                std::optional<PkceChallenge> pkce) {
  auto other = co_await FindAccountByEmail(connection, new_email);
  if (!other) co_return Forward(other);
  if (*other) co_return Taken();
  account.new_email = std::move(new_email);
  co_return co_await PrepareBoth(connection, service, account, redirect_to, std::move(pkce));
}

Task<Result<bool>> ConfirmEmailChange(Connection& connection, Account& account, Instant now) {
  account.updated_at = now;
  const bool is_second = account.is_email_change_half_confirmed;
  if (is_second) {
    auto other = co_await FindAccountByEmail(connection, account.new_email);
    if (!other) co_return Forward(other);
    if (*other) co_return Taken();
    account.email = std::move(account.new_email);
    account.new_email.clear();
    account.user_metadata.Edit()["email"] = account.email;
    account.email_confirmed_at = now;
    std::vector<Value> profile{account.id, account.email};
    auto renamed = co_await connection.Execute("UPDATE users SET email = $2 WHERE id = $1", std::move(profile));
    if (!renamed) co_return Forward(renamed);
    auto cleared = co_await ForgetPendingProofs(connection, account.id);
    if (!cleared) co_return Forward(cleared);
  }
  account.is_email_change_half_confirmed = !is_second;
  auto updated = co_await UpdateAccount(connection, account);
  if (!updated && updated.error().code == Code::kUniqueViolated) co_return Taken();
  if (!updated) co_return Forward(updated);
  co_return is_second;
}

Task<Result<platform::Response>> ResendEmailChange(Service& service, const platform::Request& request,
                                                   LinkRequest form) {
  std::function<Task<Result<>>(Connection&)> prepare = [&](Connection& connection) {
    return PrepareAgain(connection, service, form, request.client_address);
  };
  auto prepared = co_await service.database().WriteWith(std::move(prepare));
  if (!prepared) co_return Forward(prepared);
  service.SendWaitingMails();
  co_return EmptyObjectResponse();
}

}  // namespace scriba::auth
