#include "auth/email_change.h"

#include <algorithm>

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

const std::string& ReceiverOf(const Account& account, const std::string& kind) {
  return kind == token_kind::kEmailChangeNew ? account.new_email : account.email;
}

Task<Result<>> Prepare(Connection& connection, const Service& service, Account& account, std::string kind,
                       const std::string& redirect_to, std::optional<PkceChallenge> pkce) {
  const std::string& email = ReceiverOf(account, kind);
  TokenOrder order{.account_id = account.id, .kind = std::move(kind), .email = email, .pkce = std::move(pkce)};
  co_return co_await PrepareLinkMail(connection, service, account, std::move(order), redirect_to);
}

/// The links that a change under way still wants. Of a half confirmed one that is the link which has not been used;
/// when it was voided meanwhile, both sides begin anew.
Task<Result<std::vector<std::string>>> WantedKinds(Connection& connection, Account& account) {
  const std::vector<std::string> both{token_kind::kEmailChangeCurrent, token_kind::kEmailChangeNew};
  if (!account.is_email_change_half_confirmed) co_return both;
  std::vector<Value> parameters{account.id, both[0], both[1]};
  auto row = co_await connection.First("SELECT kind FROM one_time_tokens WHERE account_id = $1 AND kind IN ($2, $3)",
                                       std::move(parameters));
  if (!row) co_return Forward(row);
  if (*row) co_return std::vector<std::string>{(*row)->Text(0)};
  account.is_email_change_half_confirmed = false;
  co_return both;
}

/// The account whose change is under way between this address, its own or the new one, and another.
Task<Result<std::optional<Account>>> FindChange(Connection& connection, const std::string& email) {
  std::vector<Value> parameters{email};
  auto row = co_await connection.First(
      "SELECT id FROM accounts WHERE (email = $1 AND new_email IS NOT NULL) OR new_email = $1 "
      "ORDER BY CASE WHEN email = $1 THEN 0 ELSE 1 END, email_change_sent_at DESC",
      std::move(parameters));
  if (!row) co_return Forward(row);
  if (!*row) co_return std::optional<Account>();
  auto account = co_await FindAccount(connection, (*row)->Text(0));
  if (!account) co_return Forward(account);
  co_return std::move(*account);
}

/// `mails_other` is false when the address that the form does not name got too many mails.
Task<Result<>> PrepareAgain(Connection& connection, const Service& service, const LinkRequest& form,
                            const std::string& client, bool mails_other) {
  const Instant now = service.clock().Now();
  auto account = co_await FindChange(connection, form.email);
  if (!account) co_return Forward(account);
  std::string account_id = *account ? (*account)->id : std::string();
  auto noted = co_await NoteEvent(connection, std::move(account_id), "email_change_requested", client, now);
  if (!noted) co_return Forward(noted);
  if (!*account || (*account)->IsBanned(now)) co_return Result<>{};
  auto kinds = co_await WantedKinds(connection, **account);
  if (!kinds) co_return Forward(kinds);
  for (const std::string& kind : *kinds) {
    if (ReceiverOf(**account, kind) != form.email && !mails_other) continue;
    auto prepared = co_await Prepare(connection, service, **account, kind, form.redirect_to, form.pkce);
    if (!prepared) co_return prepared;
  }
  co_return Result<>{};
}

/// The address that the form does not name, when a mail would go to it too.
Task<Result<std::optional<std::string>>> OtherReceiver(Connection& connection, const std::string& email, Instant now) {
  auto account = co_await FindChange(connection, email);
  if (!account) co_return Forward(account);
  if (!*account || (*account)->IsBanned(now)) co_return std::optional<std::string>();
  auto kinds = co_await WantedKinds(connection, **account);
  if (!kinds) co_return Forward(kinds);
  for (const std::string& kind : *kinds) {
    if (ReceiverOf(**account, kind) != email) co_return std::optional(ReceiverOf(**account, kind));
  }
  co_return std::optional<std::string>();
}

/// Counts the mail that goes to the address which the form does not name. Used up, it is not said: the answer would
/// tell that there is a change.
Task<Result<bool>> TakeLimitOfOther(Service& service, const std::string& email) {
  std::function<Task<Result<std::optional<std::string>>>(Connection&)> find = [&](Connection& connection) {
    return OtherReceiver(connection, email, service.clock().Now());
  };
  auto receiver = co_await service.database().Read<std::optional<std::string>>(std::move(find));
  if (!receiver) co_return Forward(receiver);
  co_return *receiver&& TakeReceiverLimit(service, **receiver);
}

Task<Result<>> VoidLinks(Connection& connection, std::string account_id) {
  std::vector<Value> links{std::move(account_id), token_kind::kEmailChangeCurrent, token_kind::kEmailChangeNew};
  auto voided = co_await connection.Execute("DELETE FROM one_time_tokens WHERE account_id = $1 AND kind IN ($2, $3)",
                                            std::move(links));
  if (!voided) co_return Forward(voided);
  co_return Result<>{};
}

/// Of a half confirmed change the link that is left tells which half is open. So there are always two, though the other
/// is not handed out yet.
Task<Result<>> EnsureOtherLink(Connection& connection, const Service& service, const Account& account,
                               const std::string& kind) {
  const bool is_new = kind == token_kind::kEmailChangeNew;
  std::string other = is_new ? token_kind::kEmailChangeCurrent : token_kind::kEmailChangeNew;
  std::vector<Value> link{account.id, other};
  auto row =
      co_await connection.First("SELECT 1 FROM one_time_tokens WHERE account_id = $1 AND kind = $2", std::move(link));
  if (!row) co_return Forward(row);
  if (*row) co_return Result<>{};
  const std::string& email = ReceiverOf(account, other);
  TokenOrder order{.account_id = account.id, .kind = std::move(other), .email = email};
  const IssuedToken token = OneTimeTokens::Draw(order);
  std::string no_mail;
  co_return co_await service.one_time_tokens().Keep(connection, std::move(order), token, std::move(no_mail),
                                                    service.clock().Now());
}

}  // namespace

Task<Result<>> BeginEmailChange(Connection& connection, const Service& service, Account& account, std::string new_email,
                                const std::string& redirect_to, std::optional<PkceChallenge> pkce) {
  auto other = co_await FindAccountByEmail(connection, new_email);
  if (!other) co_return Forward(other);
  if (*other) co_return Taken();
  account.new_email = std::move(new_email);
  account.is_email_change_half_confirmed = false;
  auto current = co_await Prepare(connection, service, account, token_kind::kEmailChangeCurrent, redirect_to, pkce);
  if (!current) co_return current;
  co_return co_await Prepare(connection, service, account, token_kind::kEmailChangeNew, redirect_to, std::move(pkce));
}

Task<Result<>> TurnEmailChange(Connection& connection, const Service& service, Account& account,
                               const std::string& new_email, const std::string& kind) {
  auto other = co_await FindAccountByEmail(connection, new_email);
  if (!other) co_return Forward(other);
  if (*other) co_return Taken();
  if (account.new_email != new_email) {
    account.new_email = new_email;
    account.is_email_change_half_confirmed = false;
    auto voided = co_await VoidLinks(connection, account.id);
    if (!voided) co_return voided;
  }
  auto wanted = co_await WantedKinds(connection, account);
  if (!wanted) co_return Forward(wanted);
  if (std::ranges::find(*wanted, kind) == wanted->end()) account.is_email_change_half_confirmed = false;
  if (account.is_email_change_half_confirmed) co_return Result<>{};
  co_return co_await EnsureOtherLink(connection, service, account, kind);
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
  auto mails_other = co_await TakeLimitOfOther(service, form.email);
  if (!mails_other) co_return Forward(mails_other);
  std::function<Task<Result<>>(Connection&)> prepare = [&](Connection& connection) {
    return PrepareAgain(connection, service, form, request.client_address, *mails_other);
  };
  auto prepared = co_await service.database().WriteWith(std::move(prepare));
  if (!prepared) co_return Forward(prepared);
  service.SendWaitingMails();
  co_return EmptyObjectResponse();
}

}  // namespace scriba::auth
