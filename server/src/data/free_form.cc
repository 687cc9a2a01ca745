#include "data/free_form.h"

#include <chrono>

#include "data/refusals.h"
#include "data/sql_text.h"

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
using std::chrono::days;

constexpr days kTerm{30};
// A client reckons a month by its calendar and its own clock.
constexpr days kShortestTerm{28};
constexpr days kClockTolerance{1};
constexpr std::int64_t kFreeMinutes = 30;

void SetIfNull(NewRow& row, std::string_view column, const Value& value) {
  if (row.IsNull(column)) row.Set(column, value);
}

/// The stored form is fixed: it always reads back.
Instant MomentOf(const NewRow& row, std::string_view column) { return *platform::ParseTimestamp(row.Text(column)); }

void CompleteTerm(NewRow& row, Instant now) {
  const bool has_period = !row.IsNull("current_period_start");
  SetIfNull(row, "start_date", has_period ? row.Get("current_period_start") : Value(platform::FormatTimestamp(now)));
  const Instant start = MomentOf(row, "start_date");
  const bool has_period_end = !row.IsNull("current_period_end");
  SetIfNull(row, "end_date",
            has_period_end ? row.Get("current_period_end") : Value(platform::FormatTimestamp(start + kTerm)));
  SetIfNull(row, "current_period_start", row.Get("start_date"));
  SetIfNull(row, "current_period_end", row.Get("end_date"));
}

bool IsZeroOrNull(const Value& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return *whole == 0;
  if (const auto* real = std::get_if<double>(&value)) return *real == 0;
  return std::holds_alternative<std::nullptr_t>(value);
}

bool IsFreeForm(const NewRow& row, Instant now) {
  const auto* minutes = std::get_if<std::int64_t>(&row.Get("monthly_minutes"));
  const auto* is_active = std::get_if<bool>(&row.Get("is_active"));
  const Instant start = MomentOf(row, "current_period_start");
  const Instant end = MomentOf(row, "current_period_end");
  return row.Text("tier") == "free" && IsZeroOrNull(row.Get("minutes_used")) && IsZeroOrNull(row.Get("price")) &&
         minutes != nullptr && *minutes <= kFreeMinutes && is_active != nullptr && *is_active &&
         start <= now + kClockTolerance && start >= now - kShortestTerm && end - start >= kShortestTerm;
}

Task<Result<std::string>> PlanOf(Connection& connection, std::string tier) {
  std::vector<Value> parameters{std::move(tier)};
  auto plan = co_await connection.First("SELECT id FROM subscription_plans WHERE name = $1", std::move(parameters));
  if (!plan) co_return Forward(plan);
  co_return plan->has_value() ? (*plan)->Text(0) : std::string();
}

/// Whether a row of the same user has a period that meets the new one's.
Task<Result<bool>> HasOverlap(Connection& connection, const NewRow& row) {
  SqlText sql(connection.dialect());
  sql << "SELECT 1 FROM user_subscriptions WHERE user_id = ";
  sql.Parameter(row.Get("user_id"), ColumnType::kUuid);
  sql << " AND current_period_start < ";
  sql.Parameter(row.Get("current_period_end"), ColumnType::kTimestamp);
  sql << " AND current_period_end > ";
  sql.Parameter(row.Get("current_period_start"), ColumnType::kTimestamp);
  sql << " LIMIT 1";
  auto found = co_await connection.First(sql.text(), sql.parameters());
  if (!found) co_return Forward(found);
  co_return found->has_value();
}

}  // namespace

Task<Result<>> CompleteSubscription(Connection& connection, const Actor& actor, NewRow& row, Instant now) {
  CompleteTerm(row, now);
  auto plan = co_await PlanOf(connection, std::string(row.Text("tier")));
  if (!plan) co_return Forward(plan);
  const bool names_other_plan = !row.IsNull("plan_id") && row.Text("plan_id") != *plan;
  if (!plan->empty()) SetIfNull(row, "plan_id", *plan);
  if (row.table().Of(actor.role).insert == Reach::kAll) co_return Result<>{};
  if (!IsFreeForm(row, now) || names_other_plan) co_return ViolatesRowPolicy(row.table());
  SetIfNull(row, "price", 0.0);
  auto overlap = co_await HasOverlap(connection, row);
  if (!overlap) co_return Forward(overlap);
  if (*overlap)
    co_return Fail(Code::kUniqueViolated,
                   "duplicate key value violates unique constraint: the user has a current subscription");
  co_return Result<>{};
}

}  // namespace scriba::data
