#include "auth/sessions.h"

#include "platform/ids.h"

namespace scriba::auth {
namespace {

using platform::Connection;
using platform::Forward;
using platform::Instant;
using platform::Result;
using platform::Row;
using platform::Task;
using platform::Value;

Session SessionFrom(const Row& row) {
  return {.id = row.Text(0),
          .account_id = row.Text(1),
          .aal = row.Text(2),
          .amr = StoredJson::FromColumn(row.Text(3)),
          .refresh_counter = row.Int(4),
          .refresh_floor = row.Int(5),
          .created_at = platform::FromMicroseconds(row.Int(6)),
          .refreshed_at = platform::FromMicroseconds(row.Int(7))};
}

Task<Result<>> NoteSignIn(Connection& connection, std::string account_id, std::int64_t now) {
  std::vector<Value> of_account{account_id, now};
  auto account = co_await connection.Execute("UPDATE accounts SET last_sign_in_at = $2, updated_at = $2 WHERE id = $1",
                                             std::move(of_account));
  if (!account) co_return Forward(account);
  std::vector<Value> of_identity{std::move(account_id), now};
  auto identity = co_await connection.Execute(
      "UPDATE identities SET last_sign_in_at = $2, updated_at = $2 WHERE account_id = $1", std::move(of_identity));
  if (!identity) co_return Forward(identity);
  co_return Result<>{};
}

}  // namespace

SessionLimits SessionLimits::From(const platform::Config& config) {
  using Hours = std::chrono::duration<double, std::ratio<3600>>;
  return {.idle = std::chrono::duration_cast<std::chrono::microseconds>(Hours(config.session_idle_hours)),
          .age = std::chrono::duration_cast<std::chrono::microseconds>(Hours(config.session_max_hours))};
}

bool SessionLimits::ArePassed(Instant created_at, Instant refreshed_at, Instant now) const {
  return (idle.count() > 0 && now >= refreshed_at + idle) || (age.count() > 0 && now >= created_at + age);
}

void Session::AddMethod(std::string_view method, Instant now) {
  nlohmann::json entry{{"method", method}, {"timestamp", platform::ToUnixSeconds(now)}};
  nlohmann::json& methods = amr.Edit();
  methods.insert(methods.begin(), std::move(entry));
}

Task<Result<Session>> OpenSession(Connection& connection, std::string account_id, std::string method, Instant now) {
  Session session{.id = platform::NewUuid(), .account_id = account_id, .created_at = now, .refreshed_at = now};
  session.AddMethod(method, now);
  std::vector<Value> fields{session.id,
                            session.account_id,
                            session.aal,
                            session.amr.Text(),
                            platform::ToMicroseconds(now),
                            platform::ToMicroseconds(now)};
  auto inserted = co_await connection.Execute(
      "INSERT INTO sessions (id, account_id, aal, amr, created_at, refreshed_at) VALUES ($1, $2, $3, $4, $5, $6)",
      std::move(fields));
  if (!inserted) co_return Forward(inserted);
  auto noted = co_await NoteSignIn(connection, std::move(account_id), platform::ToMicroseconds(now));
  if (!noted) co_return Forward(noted);
  co_return session;
}

Task<Result<std::optional<Session>>> LockSession(Connection& connection, std::string id) {
  std::string sql =
      "SELECT id, account_id, aal, amr, refresh_counter, refresh_floor, created_at, refreshed_at FROM sessions WHERE "
      "id = $1";
  if (connection.dialect() == platform::Dialect::kPostgres) sql += " FOR UPDATE";
  std::vector<Value> parameters{std::move(id)};
  auto row = co_await connection.First(std::move(sql), std::move(parameters));
  if (!row) co_return Forward(row);
  std::optional<Session> session;
  if (*row) session = SessionFrom(**row);
  co_return session;
}

Task<Result<>> UpdateSession(Connection& connection, const Session& session) {
  std::vector<Value> fields{session.id,
                            session.aal,
                            session.amr.Text(),
                            session.refresh_counter,
                            session.refresh_floor,
                            platform::ToMicroseconds(session.refreshed_at)};
  auto updated = co_await connection.Execute(
      "UPDATE sessions SET aal = $2, amr = $3, refresh_counter = $4, refresh_floor = $5, refreshed_at = $6 WHERE id = "
      "$1",
      std::move(fields));
  if (!updated) co_return Forward(updated);
  co_return Result<>{};
}

Task<Result<std::vector<std::string>>> EndAllSessions(Connection& connection, std::string account_id) {
  return EndSessions(connection, std::move(account_id), SessionScope::kGlobal, {});
}

Task<Result<std::vector<std::string>>> EndSessions(Connection& connection, std::string account_id, SessionScope scope,
                                                   std::string session_id) {
  std::string sql = "DELETE FROM sessions WHERE account_id = $1";
  std::vector<Value> parameters{std::move(account_id)};
  if (scope != SessionScope::kGlobal) {
    sql += scope == SessionScope::kLocal ? " AND id = $2" : " AND id <> $2";
    parameters.emplace_back(std::move(session_id));
  }
  sql += " RETURNING id";
  auto rows = co_await connection.Query(std::move(sql), std::move(parameters));
  if (!rows) co_return Forward(rows);
  std::vector<std::string> ended;
  for (const Row& row : *rows) ended.push_back(row.Text(0));
  co_return ended;
}

}  // namespace scriba::auth
