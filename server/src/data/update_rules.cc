#include "data/update_rules.h"

#include <algorithm>

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
  const std::size_t keys = sql.InKeys();
  sql << " AND ";
  WriteReach(sql, table, reach, "stored", actor);
  sql.parameters().at(keys) = KeyList(connection.dialect(), ids);
  auto count = co_await connection.First(sql.text(), sql.parameters());
  if (!count) co_return Forward(count);
  if (std::cmp_not_equal((*count)->Int(0), ids.size())) co_return NotPermitted(table);
  co_return Result<>{};
}

Task<Result<>> ApplyChanges(Connection& connection, const Changes& changes, const std::vector<std::string>& ids,
                            const platform::SealingKey* key) {
  if (ids.empty() || changes.values.empty()) co_return Result<>{};
  // A sealed value is bound to its row: each row then has a statement of its own.
  const bool seals = std::ranges::any_of(changes.values, [](const auto& change) { return change.first->is_sealed; });
  const std::size_t rows_at_once = seals ? 1 : ids.size();
  for (std::size_t first = 0; first < ids.size(); first += rows_at_once) {
    SqlText sql(connection.dialect());
    sql << "UPDATE " << changes.table.name << " SET ";
    for (std::size_t i = 0; i < changes.values.size(); ++i) {
      const auto& [column, value] = changes.values[i];
      sql << (i == 0 ? "" : ", ") << column->name << " = ";
      if (column->is_sealed) {
        sql.Bytes(StoredValue(changes.table, *column, value, ids[first], key));
      } else {
        sql.Parameter(value, column->type);
      }
    }
    sql << " WHERE id ";
    const std::size_t keys = sql.InKeys();
    const auto begin = ids.begin() + static_cast<std::ptrdiff_t>(first);
    const std::vector<std::string> some(begin, begin + static_cast<std::ptrdiff_t>(rows_at_once));
    sql.parameters().at(keys) = KeyList(connection.dialect(), some);
    auto done = co_await connection.Execute(sql.text(), sql.parameters());
    if (!done) co_return Forward(done);
  }
  co_return Result<>{};
}

}  // namespace scriba::data
