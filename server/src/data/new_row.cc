#include "data/new_row.h"

#include <algorithm>

#include "data/column_value.h"
#include "data/free_form.h"
#include "data/refusals.h"
#include "data/row_policy.h"
#include "platform/ids.h"

namespace scriba::data {
namespace {

using platform::Code;
using platform::Connection;
using platform::Fail;
using platform::Forward;
using platform::Instant;
using platform::Result;
using platform::Task;
using platform::Value;
using Json = nlohmann::json;

/// The column's default as JSON, so that one path checks given and assumed values alike.
Json DefaultOf(const Column& column, const Actor& actor, Instant now) {
  switch (column.fallback) {
    case Fallback::kNewId: return platform::NewUuid();
    case Fallback::kNow: return platform::FormatTimestamp(now);
    case Fallback::kCaller: return actor.user_id.empty() ? Json(nullptr) : Json(actor.user_id);
    case Fallback::kLiteral: return std::string(column.literal);
    case Fallback::kNull: break;
  }
  return nullptr;
}

/// A doctor's own profile row: what sign-up would have made, and no more.
Result<> CheckProfile(const Actor& actor, const NewRow& row) {
  const std::string_view email = row.Text("email");
  const auto same = [](char a, char b) { return (a | 0x20) == (b | 0x20); };
  const bool is_own_email = actor.email.empty() || std::ranges::equal(email, actor.email, same);
  if (row.Text("role") != "doctor" || row.Text("subscription_tier") != "free" || !is_own_email) {
    return ViolatesRowPolicy(row.table());
  }
  return {};
}

bool IsOwn(const NewRow& row, const Actor& actor) {
  return !actor.user_id.empty() && row.Text(row.table().owner) == actor.user_id;
}

}  // namespace

std::size_t NewRow::IndexOf(std::string_view column) const {
  const auto found = std::ranges::find(table_.columns, column, &Column::name);
  return static_cast<std::size_t>(found - table_.columns.begin());
}

const Value& NewRow::Get(std::string_view column) const { return values_.at(IndexOf(column)); }

void NewRow::Set(std::string_view column, Value value) { values_.at(IndexOf(column)) = std::move(value); }

bool NewRow::IsNull(std::string_view column) const { return std::holds_alternative<std::nullptr_t>(Get(column)); }

std::string_view NewRow::Text(std::string_view column) const {
  const auto* text = std::get_if<std::string>(&Get(column));
  return text != nullptr ? std::string_view(*text) : std::string_view();
}

Result<NewRow> FillRow(const Table& table, const Payload& payload, const Json& json, bool missing_is_default,
                       const Actor& actor, Instant now) {
  NewRow row(table);
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const Column& column = table.columns[i];
    const bool is_named = std::ranges::find(payload.columns, &column) != payload.columns.end();
    const auto given = is_named ? json.find(column.name) : json.end();
    const bool is_given = given != json.end();
    // Whoever leaves out the owner means themselves.
    const bool means_caller = column.fallback == Fallback::kCaller && (!is_given || given->is_null());
    Json assumed;
    if (means_caller || (!is_given && (!is_named || missing_is_default))) assumed = DefaultOf(column, actor, now);
    auto stored = ValueOfJson(table, column, is_given && !means_caller ? *given : assumed);
    if (!stored) return Forward(stored);
    row.At(i) = std::move(*stored);
  }
  return row;
}

Task<Result<>> CheckReferences(Connection& connection, const Actor& actor, const NewRow& row) {
  for (const Reference& reference : row.table().references) {
    const std::string_view key = row.Text(reference.column);
    if (key.empty() || (reference.target == "users" && key == actor.user_id)) continue;
    const Table& target = *FindTable(reference.target);
    SqlText sql(connection.dialect());
    sql << "SELECT 1 FROM " << target.name << " AS target WHERE target.id = ";
    sql.Parameter(std::string(key), ColumnType::kUuid);
    sql << " AND ";
    WriteReach(sql, target, target.Of(actor.role).select, "target", actor);
    auto found = co_await connection.First(sql.text(), sql.parameters());
    if (!found) co_return Forward(found);
    if (!found->has_value()) co_return MissingReference(row.table(), reference, key);
  }
  co_return Result<>{};
}

Task<Result<>> AdmitRow(Connection& connection, const Actor& actor, NewRow& row, Instant now) {
  const Table& table = row.table();
  const Reach reach = table.Of(actor.role).insert;
  if (reach != Reach::kAll && !IsOwn(row, actor)) co_return ViolatesRowPolicy(table);
  if (table.name == "users") {
    if (auto checked = CheckProfile(actor, row); !checked) co_return checked;
  }
  if (table.name == "user_subscriptions") {
    auto completed = co_await CompleteSubscription(connection, actor, row, now);
    if (!completed) co_return completed;
  }
  if (table.name == "consultations" && !(row.IsNull("reviewed_at") && row.IsNull("reviewed_by"))) {
    co_return ViolatesRowPolicy(table);
  }
  co_return co_await CheckReferences(connection, actor, row);
}

}  // namespace scriba::data
