#include "auth/administration.h"

#include <algorithm>

#include "auth/accounts.h"
#include "auth/audit_log.h"
#include "auth/forms.h"
#include "auth/one_time_tokens.h"
#include "auth/passwords.h"
#include "auth/sessions.h"
#include "platform/ids.h"

namespace scriba::auth {
namespace {

using platform::Code;
using platform::Connection;
using platform::Fail;
using platform::Forward;
using platform::Instant;
using platform::Result;
using platform::Task;

constexpr const char* kAddress = "command line";

Result<> CheckRole(const std::string& role) {
  if (role == "doctor" || role == "admin" || role == "superadmin") return {};
  return Fail(Code::kValidationFailed, "The role must be doctor, admin or superadmin");
}

Task<Result<>> WriteRole(Connection& connection, const std::string& user_id, const std::string& role, Instant now) {
  std::vector<platform::Value> fields{user_id, role};
  auto written =
      co_await connection.Execute("UPDATE users SET role = $2 WHERE id = $1 AND role <> $2", std::move(fields));
  if (!written) co_return Forward(written);
  if (*written == 0) co_return Result<>{};
  AuditLine line{.account_id = user_id, .event = "role_changed", .address = kAddress, .detail = role};
  co_return co_await NoteLine(connection, std::move(line), now);
}

Task<Result<>> WritePassword(Connection& connection, Account& account, std::string hash, Instant now) {
  account.password_hash = std::move(hash);
  account.updated_at = now;
  if (!account.IsConfirmed()) account.email_confirmed_at = now;
  auto updated = co_await UpdateAccount(connection, account);
  if (!updated) co_return Forward(updated);
  auto cleared = co_await ForgetPendingProofs(connection, account.id);
  if (!cleared) co_return Forward(cleared);
  auto ended = co_await EndAllSessions(connection, account.id);
  if (!ended) co_return Forward(ended);
  co_return co_await NoteEvent(connection, account.id, "password_changed", kAddress, now);
}

Task<Result<std::string>> Add(Connection& connection, const AccountOrder& order, const std::string& hash, Instant now) {
  auto found = co_await FindAccountByEmail(connection, order.email);
  if (!found) co_return Forward(found);
  std::string id;
  if (*found) {
    id = (*found)->id;
    if (!VerifyPassword((*found)->password_hash, order.password)) {
      auto changed = co_await WritePassword(connection, **found, hash, now);
      if (!changed) co_return Forward(changed);
    }
    auto profile = co_await EnsureProfile(connection, **found);
    if (!profile) co_return Forward(profile);
  } else {
    const Account account = NewAccount(order.email, hash, nlohmann::json::object(), true, now);
    id = account.id;
    auto inserted = co_await InsertAccount(connection, account);
    if (!inserted) co_return Forward(inserted);
    auto noted = co_await NoteEvent(connection, id, "signed_up", kAddress, now);
    if (!noted) co_return Forward(noted);
  }
  auto promoted = co_await WriteRole(connection, id, order.role, now);
  if (!promoted) co_return Forward(promoted);
  co_return id;
}

Task<Result<std::size_t>> DeleteFactors(Connection& connection, std::string account_id, Instant now) {
  std::vector<platform::Value> of_account{account_id};
  auto rows =
      co_await connection.Query("DELETE FROM factors WHERE account_id = $1 RETURNING status", std::move(of_account));
  if (!rows) co_return Forward(rows);
  if (rows->empty()) co_return Fail(Code::kMfaFactorNotFound, "This account has no second factor");
  auto ended = co_await EndAllSessions(connection, account_id);
  if (!ended) co_return Forward(ended);
  auto noted = co_await NoteEvent(connection, std::move(account_id), "factor_removed", kAddress, now);
  if (!noted) co_return Forward(noted);
  const auto is_verified = [](const platform::Row& row) { return row.Text(0) == "verified"; };
  co_return static_cast<std::size_t>(std::ranges::count_if(*rows, is_verified));
}

/// The account of an address. Errors: kUserNotFound.
Task<Result<Account>> Require(Connection& connection, std::string email) {
  auto found = co_await FindAccountByEmail(connection, std::move(email));
  if (!found) co_return Forward(found);
  if (!*found) co_return Fail(Code::kUserNotFound, "There is no account with this address");
  co_return std::move(**found);
}

}  // namespace

Task<Result<std::string>> AddAccount(platform::Database& database, const platform::Clock& clock, AccountOrder order) {
  auto role = CheckRole(order.role);
  if (!role) co_return Forward(role);
  auto email = NormalisedEmail(order.email);
  if (!email) co_return Forward(email);
  order.email = std::move(*email);
  auto strong = CheckPassword(order.password, PasswordRules::kSignUp);
  if (!strong) co_return Forward(strong);
  const std::string hash = HashPassword(order.password);
  std::function<Task<Result<std::string>>(Connection&)> add = [&](Connection& connection) {
    return Add(connection, order, hash, clock.Now());
  };
  co_return co_await database.Write<std::string>(std::move(add));
}

Task<Result<>> SetRole(platform::Database& database, const platform::Clock& clock, std::string email,
                       std::string role) {
  auto known = CheckRole(role);
  if (!known) co_return Forward(known);
  auto normalised = NormalisedEmail(email);
  if (!normalised) co_return Forward(normalised);
  std::function<Task<Result<>>(Connection&)> set = [&](Connection& connection) -> Task<Result<>> {
    auto account = co_await Require(connection, *normalised);
    if (!account) co_return Forward(account);
    co_return co_await WriteRole(connection, account->id, role, clock.Now());
  };
  co_return co_await database.WriteWith(std::move(set));
}

Task<Result<>> ResetPassword(platform::Database& database, const platform::Clock& clock, std::string email,
                             std::string password) {
  auto normalised = NormalisedEmail(email);
  if (!normalised) co_return Forward(normalised);
  auto strong = CheckPassword(password, PasswordRules::kSignUp);
  if (!strong) co_return Forward(strong);
  const std::string hash = HashPassword(password);
  std::function<Task<Result<>>(Connection&)> reset = [&](Connection& connection) -> Task<Result<>> {
    auto account = co_await Require(connection, *normalised);
    if (!account) co_return Forward(account);
    co_return co_await WritePassword(connection, *account, hash, clock.Now());
  };
  co_return co_await database.WriteWith(std::move(reset));
}

Task<Result<std::size_t>> RemoveFactors(platform::Database& database, const platform::Clock& clock, std::string email) {
  auto normalised = NormalisedEmail(email);
  if (!normalised) co_return Forward(normalised);
  std::function<Task<Result<std::size_t>>(Connection&)> remove =
      [&](Connection& connection) -> Task<Result<std::size_t>> {
    auto account = co_await Require(connection, *normalised);
    if (!account) co_return Forward(account);
    co_return co_await DeleteFactors(connection, account->id, clock.Now());
  };
  co_return co_await database.Write<std::size_t>(std::move(remove));
}

}  // namespace scriba::auth
