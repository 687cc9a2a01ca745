#include "data/audited_changes.h"

#include <algorithm>

#include "auth/audit_log.h"
#include "data/sql_text.h"

namespace scriba::data {
namespace {

using auth::AuditLine;
using platform::Connection;
using platform::Forward;
using platform::Instant;
using platform::Result;
using platform::Row;
using platform::Task;
using platform::Value;

std::string TextOf(const Value& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return std::to_string(*whole);
  if (const auto* real = std::get_if<double>(&value)) return nlohmann::json(*real).dump();
  return {};
}

bool IsAudited(const Table& table) { return std::ranges::any_of(table.columns, &Column::is_audited); }

/// A line about each row: of its owner's account, and by its id where that is not the account itself.
Task<Result<std::vector<AuditLine>>> LinesAbout(Connection& connection, const TableRequest& request,
                                                const std::vector<std::string>& ids) {
  const Table& table = *request.table;
  std::vector<AuditLine> lines;
  if (ids.empty()) co_return lines;
  SqlText sql(connection.dialect());
  sql << "SELECT id, " << (table.owner.empty() ? "NULL" : table.owner) << " FROM " << table.name << " WHERE id ";
  sql.AmongKeys(ids);
  auto rows = co_await connection.Query(sql.text(), sql.parameters());
  if (!rows) co_return Forward(rows);
  for (const Row& row : *rows) {
    AuditLine line{.event = {}, .address = request.http.client_address, .actor_id = request.actor.user_id};
    if (!row.IsNull(1)) line.account_id = row.Text(1);
    if (line.account_id != row.Text(0)) line.subject = row.Text(0);
    lines.push_back(std::move(line));
  }
  co_return lines;
}

}  // namespace

Task<Result<>> NoteChanges(Connection& connection, const TableRequest& request, const Changes& changes,
                           const std::vector<std::string>& ids, Instant now) {
  const bool is_noted =
      std::ranges::any_of(changes.values, [](const auto& change) { return change.first->is_audited; });
  if (!is_noted) co_return Result<>{};
  auto lines = co_await LinesAbout(connection, request, ids);
  if (!lines) co_return Forward(lines);
  for (const AuditLine& about : *lines) {
    for (const auto& [column, value] : changes.values) {
      if (!column->is_audited) continue;
      AuditLine line = about;
      line.event = std::string(column->name) + "_changed";
      line.detail = TextOf(value);
      auto noted = co_await auth::NoteLine(connection, std::move(line), now);
      if (!noted) co_return Forward(noted);
    }
  }
  co_return Result<>{};
}

Task<Result<>> NoteInsertion(Connection& connection, const TableRequest& request, const NewRow& row, Instant now) {
  if (request.table->Of(request.actor.role).insert != Reach::kAll) co_return Result<>{};
  Changes changes{.table = *request.table};
  for (const Column& column : request.table->columns) {
    if (column.is_audited && !row.IsNull(column.name)) changes.values.emplace_back(&column, row.Get(column.name));
  }
  const std::vector<std::string> ids{std::string(row.Text("id"))};
  co_return co_await NoteChanges(connection, request, changes, ids, now);
}

Task<Result<>> NoteRemoval(Connection& connection, const TableRequest& request, const std::vector<std::string>& ids,
                           Instant now) {
  if (!IsAudited(*request.table)) co_return Result<>{};
  auto lines = co_await LinesAbout(connection, request, ids);
  if (!lines) co_return Forward(lines);
  for (AuditLine& line : *lines) {
    line.event = std::string(request.table->name) + "_removed";
    auto noted = co_await auth::NoteLine(connection, std::move(line), now);
    if (!noted) co_return Forward(noted);
  }
  co_return Result<>{};
}

}  // namespace scriba::data
