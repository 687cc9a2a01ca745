#include "platform/db/transfer_schema.h"

#include <algorithm>
#include <map>
#include <set>

namespace scriba::platform {
namespace {

using Columns = std::map<std::string, std::vector<TransferColumn>>;  // by table

Failure Differ(const std::string& what) {
  return Fail(Code::kConfigurationInvalid, "the two databases are not of one version: " + what);
}

Result<TransferType> TypeNamed(const std::string& name) {
  static const std::map<std::string, TransferType> kTypes{
      {"uuid", TransferType::kText},
      {"text", TransferType::kText},
      {"integer", TransferType::kInteger},
      {"bigint", TransferType::kInteger},
      {"double precision", TransferType::kReal},
      {"boolean", TransferType::kBoolean},
      {"timestamp with time zone", TransferType::kTimestamp},
      {"date", TransferType::kDate},
      {"bytea", TransferType::kBytes},
  };
  const auto found = kTypes.find(name);
  if (found == kTypes.end())
    return Fail(Code::kConfigurationInvalid, "a column has a type that cannot travel: " + name);
  return found->second;
}

/// News on their way between nodes (0015_keep_changed_rows.sql) stay behind.
Task<Result<Columns>> ColumnsOfPostgres(Connection& postgres) {
  auto rows = co_await postgres.Query(
      "SELECT columns.table_name::text, columns.column_name::text, columns.data_type::text, columns.is_identity = "
      "'YES' "
      "FROM information_schema.columns AS columns JOIN information_schema.tables AS tables "
      "USING (table_schema, table_name) WHERE table_schema = current_schema() AND tables.table_type = 'BASE TABLE' "
      "AND columns.is_generated = 'NEVER' AND table_name <> 'row_changes' ORDER BY columns.table_name, "
      "columns.ordinal_position");
  if (!rows) co_return Forward(rows);
  Columns columns;
  for (const Row& row : *rows) {
    auto type = TypeNamed(row.Text(2));
    if (!type) co_return Forward(type);
    columns[row.Text(0)].push_back({.name = row.Text(1), .type = *type, .is_counter = row.Bool(3)});
  }
  co_return columns;
}

/// Tables and what they refer to.
Task<Result<std::map<std::string, std::set<std::string>>>> ReferencesInSqlite(Connection& sqlite) {
  auto rows = co_await sqlite.Query(
      "SELECT tables.name, coalesce(keys.\"table\", '') FROM sqlite_master AS tables "
      "LEFT JOIN pragma_foreign_key_list(tables.name) AS keys "
      "WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite_%'");
  if (!rows) co_return Forward(rows);
  std::map<std::string, std::set<std::string>> references;
  for (const Row& row : *rows) {
    auto& of_table = references[row.Text(0)];
    if (!row.Text(1).empty() && row.Text(1) != row.Text(0)) of_table.insert(row.Text(1));
  }
  co_return references;
}

/// Adds names and key of a table as SQLite has them, where they are those of PostgreSQL.
Task<Result<TransferTable>> Compared(Connection& sqlite, std::string name, std::vector<TransferColumn> columns) {
  TransferTable table{.name = std::move(name), .columns = std::move(columns), .key = {}};
  std::vector<Value> values{table.name};
  auto rows = co_await sqlite.Query("SELECT name, pk FROM pragma_table_info($1) ORDER BY pk", std::move(values));
  if (!rows) co_return Forward(rows);
  std::set<std::string> theirs;
  for (const Row& row : *rows) {
    theirs.insert(row.Text(0));
    if (row.Int(1) > 0) table.key.push_back(row.Text(0));
  }
  for (const TransferColumn& column : table.columns) {
    if (theirs.erase(column.name) == 0) co_return Differ(table.name + "." + column.name);
  }
  if (!theirs.empty()) co_return Differ(table.name + "." + *theirs.begin());
  if (table.key.empty()) co_return Fail(Code::kConfigurationInvalid, table.name + " has no primary key");
  co_return table;
}

}  // namespace

Task<Result<std::vector<TransferTable>>> TransferSchema(Connection& sqlite, Connection& postgres) {
  auto columns = co_await ColumnsOfPostgres(postgres);
  if (!columns) co_return Forward(columns);
  auto references = co_await ReferencesInSqlite(sqlite);
  if (!references) co_return Forward(references);
  for (const auto& [name, unused] : *columns) {
    if (!references->contains(name)) co_return Differ("the table " + name);
  }
  std::vector<TransferTable> tables;
  while (!references->empty()) {
    const auto is_free = [&](const auto& entry) {
      return std::ranges::none_of(entry.second, [&](const auto& target) { return references->contains(target); });
    };
    const auto next = std::ranges::find_if(*references, is_free);
    if (next == references->end())
      co_return Fail(Code::kConfigurationInvalid, "tables refer to each other in a circle");
    const auto found = columns->find(next->first);
    if (found == columns->end()) co_return Differ("the table " + next->first);
    auto table = co_await Compared(sqlite, found->first, std::move(found->second));
    if (!table) co_return Forward(table);
    tables.push_back(std::move(*table));
    references->erase(next);
  }
  co_return tables;
}

}  // namespace scriba::platform
