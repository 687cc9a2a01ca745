#include "data/update_rules.h"

#include <algorithm>
#include <map>

#include "data/condition_sql.h"
#include "data/refusals.h"
#include "data/row_policy.h"
#include "data/sql_text.h"
#include "data/write_sql.h"

namespace scriba::data {
namespace {

using platform::Connection;
using platform::Forward;
using platform::Result;
using platform::Row;
using platform::Task;

/// What the sealed columns of one row hold, as they are stored.
using Seals = std::map<const Column*, std::string>;

bool Covers(const UpdateRule& rule, const Changes& changes) {
  return std::ranges::all_of(changes.values, [&](const auto& change) {
    return std::ranges::find(rule.columns, change.first->name) != rule.columns.end();
  });
}

/// A row may be left without an owner where the column allows it, and may not be given to somebody else.
bool GivesAway(const Changes& changes, const Actor& actor) {
  return std::ranges::any_of(changes.values, [&](const auto& change) {
    const auto* owner = std::get_if<std::string>(&change.second);
    return change.first->name == changes.table.owner && owner != nullptr && *owner != actor.user_id;
  });
}

bool HasSealed(const Changes& changes) {
  return std::ranges::any_of(changes.values, [](const auto& change) { return change.first->is_sealed; });
}

Task<Result<Seals>> ReadSeals(Connection& connection, const Changes& changes, std::string_view id) {
  SqlText sql(connection.dialect());
  std::vector<const Column*> columns;
  for (const auto& [column, value] : changes.values) {
    if (!column->is_sealed) continue;
    sql << (columns.empty() ? "SELECT " : ", ") << column->name;
    columns.push_back(column);
  }
  sql << " FROM " << changes.table.name << " WHERE id = ";
  sql.Parameter(std::string(id), ColumnType::kUuid);
  auto row = co_await connection.First(sql.text(), sql.parameters());
  if (!row) co_return Forward(row);
  Seals seals;
  for (std::size_t i = 0; *row && i < columns.size(); ++i) seals.emplace(columns[i], (*row)->Bytes(i));
  co_return seals;
}

/// `column = value` by commas. What is sealed is sealed for the row `id`, or kept as it was sealed `before`.
void WriteValues(SqlText& sql, const Changes& changes, std::string_view id, const platform::SealingKey* key,
                 const Seals& before) {
  bool is_first = true;
  for (const auto& [column, value] : changes.values) {
    sql << (is_first ? "" : ", ") << column->name << " = ";
    is_first = false;
    if (column->is_sealed) {
      const auto seal = before.find(column);
      const std::string_view sealed = seal == before.end() ? std::string_view() : std::string_view(seal->second);
      sql.Bytes(StoredValue(changes.table, *column, value, id, key, sealed));
    } else {
      sql.Parameter(value, column->type);
    }
  }
}

}  // namespace

Result<Reach> AdmitChanges(const Changes& changes, const Actor& actor) {
  const auto& rules = changes.table.Of(actor.role).update;
  const auto rule =
      std::ranges::find_if(rules, [&](const UpdateRule& candidate) { return Covers(candidate, changes); });
  if (rule == rules.end()) return NotPermitted(changes.table);
  if (rule->reach != Reach::kAll && GivesAway(changes, actor)) return ViolatesRowPolicy(changes.table);
  return rule->reach;
}

Task<Result<>> InReach(Connection& connection, const Actor& actor, const Table& table, Reach reach,
                       const std::vector<std::string>& ids) {
  SqlText sql(connection.dialect());
  sql << "SELECT count(*) FROM " << table.name << " AS stored WHERE stored.id ";
  sql.AmongKeys(ids);
  sql << " AND ";
  WriteReach(sql, table, reach, "stored", actor);
  auto count = co_await connection.First(sql.text(), sql.parameters());
  if (!count) co_return Forward(count);
  if (std::cmp_not_equal((*count)->Int(0), ids.size())) co_return NotPermitted(table);
  co_return Result<>{};
}

Task<Result<>> ApplyChanges(Connection& connection, const Changes& changes, const std::vector<std::string>& ids,
                            const platform::SealingKey* key) {
  if (ids.empty() || changes.values.empty()) co_return Result<>{};
  // A sealed value is bound to its row: each row then has a statement of its own.
  const bool has_sealed = HasSealed(changes);
  const std::size_t rows_at_once = has_sealed ? 1 : ids.size();
  for (std::size_t first = 0; first < ids.size(); first += rows_at_once) {
    Seals before;
    if (has_sealed) {
      auto seals = co_await ReadSeals(connection, changes, ids[first]);
      if (!seals) co_return Forward(seals);
      before = std::move(*seals);
    }
    SqlText sql(connection.dialect());
    sql << "UPDATE " << changes.table.name << " SET ";
    WriteValues(sql, changes, ids[first], key, before);
    sql << " WHERE id ";
    const auto begin = ids.begin() + static_cast<std::ptrdiff_t>(first);
    sql.AmongKeys(std::vector<std::string>(begin, begin + static_cast<std::ptrdiff_t>(rows_at_once)));
    auto done = co_await connection.Execute(sql.text(), sql.parameters());
    if (!done) co_return Forward(done);
  }
  co_return Result<>{};
}

bool FitsOneStatement(const Changes& changes, const Actor& actor, Reach reach) {
  const bool is_noted =
      std::ranges::any_of(changes.values, [](const auto& change) { return change.first->is_audited; });
  return !changes.values.empty() && !HasSealed(changes) && !is_noted && reach == changes.table.Of(actor.role).select;
}

Task<Result<std::size_t>> ApplyWhere(Connection& connection, const Changes& changes, const Node& root,
                                     const Actor& actor) {
  SqlText sql(connection.dialect());
  sql << "UPDATE " << root.table->name << " AS " << root.alias << " SET ";
  WriteValues(sql, changes, {}, nullptr, {});
  sql << " WHERE ";
  ConditionWriter writer(sql, actor);
  if (auto written = writer.WriteVisible(root, root.alias); !written) co_return Forward(written);
  co_return co_await connection.Execute(sql.text(), sql.parameters());
}

}  // namespace scriba::data
