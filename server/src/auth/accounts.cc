#include "auth/accounts.h"

#include <algorithm>

#include "platform/ids.h"
#include "platform/json.h"

namespace scriba::auth {
namespace {

using platform::Code;
using platform::Connection;
using platform::Fail;
using platform::Forward;
using platform::Instant;
using platform::Result;
using platform::Row;
using platform::Task;
using platform::Value;

constexpr const char* kSelectAccount =
    "SELECT id, email, password_hash, user_metadata, app_metadata, new_email, email_change_confirmed, created_at, "
    "updated_at, email_confirmed_at, last_sign_in_at, confirmation_sent_at, recovery_sent_at, email_change_sent_at, "
    "reauthentication_sent_at, invited_at, banned_until FROM accounts ";

Instant InstantAt(const Row& row, std::size_t column) { return platform::FromMicroseconds(row.Int(column)); }

Value TextOrNull(const std::string& text) { return text.empty() ? Value(nullptr) : Value(text); }

Account AccountFrom(const Row& row) {
  return {.id = row.Text(0),
          .email = row.Text(1),
          .password_hash = row.Text(2),
          .user_metadata = StoredJson::FromColumn(row.Text(3)),
          .app_metadata = StoredJson::FromColumn(row.Text(4)),
          .new_email = row.Text(5),
          .is_email_change_half_confirmed = row.Int(6) != 0,
          .created_at = InstantAt(row, 7),
          .updated_at = InstantAt(row, 8),
          .email_confirmed_at = TimeAt(row, 9),
          .last_sign_in_at = TimeAt(row, 10),
          .confirmation_sent_at = TimeAt(row, 11),
          .recovery_sent_at = TimeAt(row, 12),
          .email_change_sent_at = TimeAt(row, 13),
          .reauthentication_sent_at = TimeAt(row, 14),
          .invited_at = TimeAt(row, 15),
          .banned_until = TimeAt(row, 16)};
}

/// The parameters $1 to $17, in the order of kSelectAccount.
std::vector<Value> Fields(const Account& account) {
  return {account.id,
          account.email,
          TextOrNull(account.password_hash),
          account.user_metadata.Text(),
          account.app_metadata.Text(),
          TextOrNull(account.new_email),
          std::int64_t{account.is_email_change_half_confirmed},
          platform::ToMicroseconds(account.created_at),
          platform::ToMicroseconds(account.updated_at),
          TimeValue(account.email_confirmed_at),
          TimeValue(account.last_sign_in_at),
          TimeValue(account.confirmation_sent_at),
          TimeValue(account.recovery_sent_at),
          TimeValue(account.email_change_sent_at),
          TimeValue(account.reauthentication_sent_at),
          TimeValue(account.invited_at),
          TimeValue(account.banned_until)};
}

Task<Result<std::optional<Account>>> FindWhere(Connection& connection, std::string condition, std::string value) {
  std::vector<Value> parameters{std::move(value)};
  std::string sql = kSelectAccount + condition;
  auto row = co_await connection.First(std::move(sql), std::move(parameters));
  if (!row) co_return Forward(row);
  std::optional<Account> account;
  if (*row) account = AccountFrom(**row);
  co_return account;
}

Task<Result<std::vector<Identity>>> IdentitiesOf(Connection& connection, std::string account_id) {
  std::vector<Value> parameters{std::move(account_id)};
  auto rows = co_await connection.Query(
      "SELECT id, account_id, provider, provider_id, last_sign_in_at, created_at, updated_at FROM identities "
      "WHERE account_id = $1 ORDER BY created_at, id",
      std::move(parameters));
  if (!rows) co_return Forward(rows);
  std::vector<Identity> identities;
  for (const Row& row : *rows) {
    identities.push_back({.id = row.Text(0),
                          .account_id = row.Text(1),
                          .provider = row.Text(2),
                          .provider_id = row.Text(3),
                          .last_sign_in_at = TimeAt(row, 4),
                          .created_at = InstantAt(row, 5),
                          .updated_at = InstantAt(row, 6)});
  }
  co_return identities;
}

Task<Result<std::vector<Factor>>> FactorsOf(Connection& connection, std::string account_id) {
  std::vector<Value> parameters{std::move(account_id)};
  auto rows = co_await connection.Query(
      "SELECT id, account_id, friendly_name, status, sealed_secret, last_step, created_at, updated_at, "
      "last_challenged_at "
      "FROM factors WHERE account_id = $1 ORDER BY created_at, id",
      std::move(parameters));
  if (!rows) co_return Forward(rows);
  std::vector<Factor> factors;
  for (const Row& row : *rows) {
    factors.push_back({.id = row.Text(0),
                       .account_id = row.Text(1),
                       .friendly_name = row.Text(2),
                       .is_verified = row.Text(3) == "verified",
                       .sealed_secret = row.Bytes(4),
                       .last_step = row.Int(5),
                       .created_at = InstantAt(row, 6),
                       .updated_at = InstantAt(row, 7),
                       .last_challenged_at = TimeAt(row, 8)});
  }
  co_return factors;
}

/// The name that sign-up gave, where the database can hold it as text.
Value FullName(const Account& account) {
  const nlohmann::json& metadata = account.user_metadata.Value();
  const auto name = metadata.find("full_name");
  if (name == metadata.end() || !name->is_string()) return nullptr;
  const auto& text = name->get_ref<const std::string&>();
  return platform::HasZeroByte(text) ? Value(nullptr) : Value(text);
}

}  // namespace

Value TimeValue(const std::optional<Instant>& instant) {
  return instant ? Value(platform::ToMicroseconds(*instant)) : Value(nullptr);
}

std::optional<Instant> TimeAt(const Row& row, std::size_t column) {
  if (row.IsNull(column)) return std::nullopt;
  return InstantAt(row, column);
}

bool Person::HasVerifiedFactor() const {
  return std::ranges::any_of(factors, [](const Factor& factor) { return factor.is_verified; });
}

Task<Result<std::optional<Account>>> FindAccount(Connection& connection, std::string id) {
  return FindWhere(connection, "WHERE id = $1", std::move(id));
}

Task<Result<std::optional<Account>>> FindAccountByEmail(Connection& connection, std::string email) {
  return FindWhere(connection, "WHERE email = $1", std::move(email));
}

Task<Result<Person>> LoadPerson(Connection& connection, std::string id) {
  auto account = co_await FindAccount(connection, id);
  if (!account) co_return Forward(account);
  if (!*account) co_return Fail(Code::kUserNotFound, "User from sub claim in JWT does not exist");
  auto identities = co_await IdentitiesOf(connection, id);
  if (!identities) co_return Forward(identities);
  auto factors = co_await FactorsOf(connection, id);
  if (!factors) co_return Forward(factors);
  co_return Person{
      .account = std::move(**account), .identities = std::move(*identities), .factors = std::move(*factors)};
}

Account NewAccount(std::string email, std::string password_hash, nlohmann::json metadata, bool is_confirmed,
                   Instant now) {
  Account account{.id = platform::NewUuid(),
                  .email = std::move(email),
                  .password_hash = std::move(password_hash),
                  .user_metadata = std::move(metadata),
                  .app_metadata = nlohmann::json{{"provider", "email"}, {"providers", {"email"}}},
                  .created_at = now,
                  .updated_at = now};
  nlohmann::json& shown = account.user_metadata.Edit();
  shown["email"] = account.email;
  shown["email_verified"] = is_confirmed;
  shown["phone_verified"] = false;
  shown["sub"] = account.id;
  if (is_confirmed) account.email_confirmed_at = now;
  return account;
}

Task<Result<>> InsertAccount(Connection& connection, const Account& account) {
  std::vector<Value> fields = Fields(account);
  auto inserted = co_await connection.Execute(
      "INSERT INTO accounts (id, email, password_hash, user_metadata, app_metadata, new_email, email_change_confirmed, "
      "created_at, updated_at, email_confirmed_at, last_sign_in_at, confirmation_sent_at, recovery_sent_at, "
      "email_change_sent_at, reauthentication_sent_at, invited_at, banned_until) "
      "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)",
      std::move(fields));
  if (!inserted) co_return Forward(inserted);
  const std::int64_t now = platform::ToMicroseconds(account.created_at);
  std::vector<Value> identity{platform::NewUuid(), account.id, account.id, now, now};
  auto identified = co_await connection.Execute(
      "INSERT INTO identities (id, account_id, provider, provider_id, created_at, updated_at) "
      "VALUES ($1, $2, 'email', $3, $4, $5)",
      std::move(identity));
  if (!identified) co_return Forward(identified);
  co_return co_await EnsureProfile(connection, account);
}

Task<Result<>> EnsureProfile(Connection& connection, const Account& account) {
  std::vector<Value> profile{account.id, account.email, account.email.substr(0, account.email.find('@')),
                             FullName(account), platform::FormatTimestamp(account.created_at)};
  auto profiled = co_await connection.Execute(
      "INSERT INTO users (id, email, username, full_name, created_at) VALUES ($1, $2, $3, $4, $5) "
      "ON CONFLICT (id) DO NOTHING",
      std::move(profile));
  if (!profiled) co_return Forward(profiled);
  co_return Result<>{};
}

Task<Result<>> UpdateAccount(Connection& connection, const Account& account) {
  std::vector<Value> fields = Fields(account);
  auto updated = co_await connection.Execute(
      "UPDATE accounts SET email = $2, password_hash = $3, user_metadata = $4, app_metadata = $5, new_email = $6, "
      "email_change_confirmed = $7, created_at = $8, updated_at = $9, email_confirmed_at = $10, last_sign_in_at = $11, "
      "confirmation_sent_at = $12, recovery_sent_at = $13, email_change_sent_at = $14, reauthentication_sent_at = $15, "
      "invited_at = $16, banned_until = $17 WHERE id = $1",
      std::move(fields));
  if (!updated) co_return Forward(updated);
  co_return Result<>{};
}

}  // namespace scriba::auth
