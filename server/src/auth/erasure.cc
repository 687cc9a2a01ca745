#include "auth/erasure.h"

#include "auth/accounts.h"
#include "auth/audit_log.h"
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

// As good as for ever, and a time that every client can read.
constexpr std::chrono::years kBarred{100};

/// A statement about one person, `$1`. Answers how many rows it changed.
Task<Result<std::size_t>> Change(Connection& connection, const char* sql, const std::string& user_id) {
  std::vector<Value> parameters{user_id};
  co_return co_await connection.Execute(sql, std::move(parameters));
}

/// Whether the row is there. Until the transaction ends nothing new can be hung on it.
Task<Result<bool>> Hold(Connection& connection, const std::string& table, const std::string& user_id) {
  std::string sql = "SELECT id FROM " + table + " WHERE id = $1";
  if (connection.dialect() == platform::Dialect::kPostgres) sql += " FOR UPDATE";
  std::vector<Value> parameters{user_id};
  auto row = co_await connection.First(std::move(sql), std::move(parameters));
  if (!row) co_return Forward(row);
  co_return row->has_value();
}

Task<Result<std::vector<std::string>>> FilesOf(Connection& connection, const std::string& user_id) {
  std::vector<Value> parameters{user_id};
  auto rows = co_await connection.Query(
      "SELECT file_id FROM storage_objects WHERE owner_id = $1 UNION SELECT id FROM storage_uploads WHERE owner_id = "
      "$1",
      std::move(parameters));
  if (!rows) co_return Forward(rows);
  std::vector<std::string> ids;
  for (const auto& row : *rows) ids.push_back(row.Text(0));
  co_return ids;
}

/// The practice, in the order in which rows refer to each other. What cascades from these is not named: the parts of a
/// consultation and of a recording, files, notices, and all that the sign-in keeps.
Task<Result<>> DeletePractice(Connection& connection, Erasure& erasure) {
  struct Step {
    const char* sql;
    std::size_t* count;
  };
  std::size_t uncounted = 0;
  const std::vector<Step> steps{
      {"DELETE FROM recordings WHERE user_id = $1", &erasure.recordings},
      {"DELETE FROM consultations WHERE user_id = $1 OR patient_id IN (SELECT id FROM patients WHERE user_id = $1)",
       &erasure.consultations},
      {"DELETE FROM patients WHERE user_id = $1", &erasure.patients},
      {"UPDATE consultations SET reviewed_by = NULL WHERE reviewed_by = $1", &uncounted},
      {"DELETE FROM user_subscriptions WHERE user_id = $1", &uncounted},
      {"DELETE FROM minutes_ledger WHERE user_id = $1", &uncounted},
      {"DELETE FROM data_keys WHERE owner_id = $1", &uncounted},
      {"UPDATE audit_log SET address = '' WHERE account_id = $1", &uncounted},
  };
  for (const Step& step : steps) {
    auto changed = co_await Change(connection, step.sql, erasure.user_id);
    if (!changed) co_return Forward(changed);
    *step.count = *changed;
  }
  co_return Result<>{};
}

Task<Result<>> DeletePerson(Connection& connection, const std::string& user_id) {
  auto profile = co_await Change(connection, "DELETE FROM users WHERE id = $1", user_id);
  if (!profile && profile.error().code == Code::kRaised) {
    co_return Fail(Code::kValidationFailed, "The last superadmin cannot be deleted");
  }
  if (!profile) co_return Forward(profile);
  auto account = co_await Change(connection, "DELETE FROM accounts WHERE id = $1", user_id);
  if (!account) co_return Forward(account);
  co_return Result<>{};
}

}  // namespace

Task<Result<Erasure>> EraseAccount(Connection& connection, std::string user_id, std::string address, Instant now) {
  auto has_profile = co_await Hold(connection, "users", user_id);
  if (!has_profile) co_return Forward(has_profile);
  auto has_account = co_await Hold(connection, "accounts", user_id);
  if (!has_account) co_return Forward(has_account);
  if (!*has_profile && !*has_account) co_return Fail(Code::kUserNotFound, "User not found");
  Erasure erasure{.user_id = user_id};
  auto files = co_await FilesOf(connection, user_id);
  if (!files) co_return Forward(files);
  erasure.file_ids = std::move(*files);
  auto sessions = co_await EndAllSessions(connection, user_id);
  if (!sessions) co_return Forward(sessions);
  erasure.session_ids = std::move(*sessions);
  auto practice = co_await DeletePractice(connection, erasure);
  if (!practice) co_return Forward(practice);
  auto person = co_await DeletePerson(connection, user_id);
  if (!person) co_return Forward(person);
  auto noted = co_await NoteEvent(connection, std::move(user_id), "account_erased", std::move(address), now);
  if (!noted) co_return Forward(noted);
  co_return erasure;
}

Task<Result<std::vector<std::string>>> CloseAccount(Connection& connection, std::string user_id, std::string address,
                                                    Instant now) {
  auto person = co_await LoadPerson(connection, user_id);
  if (!person) co_return Forward(person);
  Account& account = person->account;
  account.password_hash.clear();
  account.banned_until = now + kBarred;
  account.updated_at = now;
  auto updated = co_await UpdateAccount(connection, account);
  if (!updated) co_return Forward(updated);
  auto cleared = co_await ForgetPendingProofs(connection, user_id);
  if (!cleared) co_return Forward(cleared);
  auto removed = co_await Change(connection, "DELETE FROM factors WHERE account_id = $1", user_id);
  if (!removed) co_return Forward(removed);
  auto ended = co_await EndAllSessions(connection, user_id);
  if (!ended) co_return Forward(ended);
  auto noted = co_await NoteEvent(connection, std::move(user_id), "account_closed", std::move(address), now);
  if (!noted) co_return Forward(noted);
  co_return std::move(*ended);
}

}  // namespace scriba::auth
