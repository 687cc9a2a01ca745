#include "platform/db/migrations.h"

#include <array>
#include <charconv>

#include "embedded/migrations.h"
#include "platform/log.h"

namespace scriba::platform {
namespace {

constexpr std::array kTurn{"SET LOCAL lock_timeout = '30min'", "LOCK TABLE schema_migrations IN EXCLUSIVE MODE",
                           "RESET lock_timeout"};
/// The number stands for the table of migrations, and for nothing else in the house.
constexpr const char* kTurnToMakeTable = "SELECT pg_advisory_xact_lock(20251)";

Task<Result<>> Apply(Connection& connection, const Migration& migration) {
  for (std::string& statement : Statements(migration.sql)) {
    auto done = co_await connection.Execute(std::move(statement));
    if (!done) co_return Forward(done);
  }
  std::vector<Value> entry{static_cast<std::int64_t>(migration.version), std::string(migration.name)};
  auto noted =
      co_await connection.Execute("INSERT INTO schema_migrations (version, name) VALUES ($1, $2)", std::move(entry));
  if (!noted) co_return Forward(noted);
  co_return Result<>{};
}

/// Programs that made the same table at once would meet in the catalogue of PostgreSQL, whatever IF NOT EXISTS says:
/// they make it one after the other.
Task<Result<>> MakeTable(Connection& connection) {
  if (connection.dialect() == Dialect::kPostgres) {
    auto turn = co_await connection.Execute(kTurnToMakeTable);
    if (!turn) co_return Forward(turn);
  }
  auto made = co_await connection.Execute(
      "CREATE TABLE IF NOT EXISTS schema_migrations (version INTEGER PRIMARY KEY, name TEXT NOT NULL)");
  if (!made) co_return Forward(made);
  co_return Result<>{};
}

/// A lock of a table, and first of all: what is read afterwards is what the former holder left. It may be held long.
Task<Result<>> WaitForTurn(Connection& connection) {
  if (connection.dialect() == Dialect::kSqlite) co_return Result<>{};
  for (const char* statement : kTurn) {
    auto done = co_await connection.Execute(statement);
    if (!done) co_return Forward(done);
  }
  co_return Result<>{};
}

/// Of several programs that start together one applies it, the others find it there. Answers whether it was this one.
Task<Result<bool>> ApplyOnce(Connection& connection, const Migration& migration) {
  auto turn = co_await WaitForTurn(connection);
  if (!turn) co_return Forward(turn);
  std::vector<Value> version{static_cast<std::int64_t>(migration.version)};
  auto known = co_await connection.First("SELECT 1 FROM schema_migrations WHERE version = $1", std::move(version));
  if (!known) co_return Forward(known);
  if (known->has_value()) co_return false;
  auto applied = co_await Apply(connection, migration);
  if (!applied) co_return Forward(applied);
  co_return true;
}

}  // namespace

std::vector<std::string> Statements(std::string_view sql) {
  std::vector<std::string> statements(1);
  bool in_block = false;
  while (!sql.empty()) {
    const auto end = sql.find('\n');
    const std::string_view line = sql.substr(0, end);
    sql.remove_prefix(end == std::string_view::npos ? sql.size() : end + 1);
    if (line == "-- begin" || line == "-- end") {
      in_block = line == "-- begin";
      if (!in_block) statements.emplace_back();
      continue;
    }
    if (line.starts_with("--") || line.empty()) continue;
    statements.back().append(line).push_back('\n');
    if (!in_block && line.ends_with(';')) statements.emplace_back();
  }
  std::erase_if(statements, [](const std::string& statement) { return statement.empty(); });
  return statements;
}

std::vector<Migration> Migrations(Dialect dialect) {
  const std::string_view folder = dialect == Dialect::kSqlite ? "sqlite/" : "postgres/";
  std::vector<Migration> migrations;
  for (const auto& file : embedded::migrations()) {
    if (!file.path.starts_with(folder)) continue;
    Migration migration{.name = file.path.substr(folder.size()), .sql = file.bytes};
    std::from_chars(migration.name.data(), migration.name.data() + migration.name.size(), migration.version);
    migrations.push_back(migration);
  }
  return migrations;
}

Task<Result<int>> VersionOf(Database& database) {
  auto known =
      co_await database.First(database.dialect() == Dialect::kPostgres
                                  ? "SELECT 1 WHERE to_regclass('schema_migrations') IS NOT NULL"
                                  : "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'schema_migrations'");
  if (!known) co_return Forward(known);
  if (!*known) co_return 0;
  auto version = co_await database.First("SELECT coalesce(max(version), 0) FROM schema_migrations");
  if (!version) co_return Forward(version);
  co_return static_cast<int>((*version)->Int(0));
}

Task<Result<>> Migrate(Database& database, std::span<const Migration> migrations) {
  auto table = co_await database.WriteWith(MakeTable);
  if (!table) co_return Forward(table);
  auto current = co_await VersionOf(database);
  if (!current) co_return Forward(current);
  if (!migrations.empty() && *current > migrations.back().version) {
    co_return Fail(Code::kConfigurationInvalid, "the database is newer than this program: install the newer program");
  }
  for (const Migration& migration : migrations) {
    if (migration.version <= *current) continue;
    std::function<Task<Result<bool>>(Connection&)> apply = [&migration](Connection& connection) {
      return ApplyOnce(connection, migration);
    };
    auto done = co_await database.Write<bool>(std::move(apply));
    if (!done) co_return Forward(done);
    if (*done) LogInfo("migrated", {{"name", migration.name}});
  }
  co_return Result<>{};
}

}  // namespace scriba::platform
