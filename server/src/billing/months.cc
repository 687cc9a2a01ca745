#include "billing/months.h"

#include <chrono>

#include "platform/ids.h"

namespace scriba::billing {
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

constexpr std::chrono::days kTerm{30};
// The database opens months by its own clock, which may be a little ahead of ours.
constexpr std::chrono::minutes kClockTolerance{1};
// What a tier gives where an installation has deleted its plan.
constexpr std::int64_t kDefaultMinutes = 30;

Task<Result<std::optional<Row>>> FindPlan(Connection& connection, const std::string& tier) {
  std::vector<Value> parameters{tier};
  co_return co_await connection.First("SELECT id, name, monthly_minutes, price FROM subscription_plans WHERE name = $1",
                                      std::move(parameters));
}

}  // namespace

Task<Result<std::string>> LockTier(Connection& connection, const std::string& user_id) {
  std::string sql = "SELECT subscription_tier FROM users WHERE id = $1";
  if (connection.dialect() == platform::Dialect::kPostgres) sql += " FOR NO KEY UPDATE";
  std::vector<Value> parameters{user_id};
  auto user = co_await connection.First(std::move(sql), std::move(parameters));
  if (!user) co_return Forward(user);
  if (!user->has_value()) co_return Fail(Code::kForeignKeyViolated, "there is no user with this id");
  co_return (*user)->Text(0);
}

Task<Result<std::optional<std::string>>> CurrentMonth(Connection& connection, const std::string& user_id, Instant now) {
  std::vector<Value> parameters{user_id, platform::FormatTimestamp(now + kClockTolerance),
                                platform::FormatTimestamp(now)};
  auto month = co_await connection.First(
      "SELECT id FROM user_subscriptions WHERE user_id = $1 AND current_period_start <= $2 AND current_period_end > $3 "
      "ORDER BY is_active DESC, current_period_end DESC, id LIMIT 1",
      std::move(parameters));
  if (!month) co_return Forward(month);
  if (!month->has_value()) co_return std::optional<std::string>();
  co_return std::optional((*month)->Text(0));
}

Task<Result<std::string>> OpenMonth(Connection& connection, const std::string& user_id, const std::string& tier,
                                    Instant now) {
  auto plan = co_await FindPlan(connection, tier);
  const std::string free = "free";
  if (plan && !plan->has_value()) plan = co_await FindPlan(connection, free);
  if (!plan) co_return Forward(plan);
  const bool has_plan = plan->has_value();
  const Row row = has_plan ? **plan : Row({Value(nullptr), Value("free"), Value(kDefaultMinutes), Value(0.0)});
  // The charging trigger's clock has milliseconds: a visit charged at once must not come before its month.
  const Instant begin = std::chrono::floor<std::chrono::milliseconds>(now);
  const std::string start = platform::FormatTimestamp(begin);
  const std::string end = platform::FormatTimestamp(begin + kTerm);
  std::string id = platform::NewUuid();
  std::vector<Value> parameters{id, user_id, row.At(0), row.At(1), row.Int(2), start, end, row.At(3)};
  auto opened = co_await connection.Execute(
      "INSERT INTO user_subscriptions (id, user_id, plan_id, tier, monthly_minutes, minutes_used, start_date, "
      "end_date, "
      "current_period_start, current_period_end, is_active, price, created_at) "
      "VALUES ($1, $2, $3, $4, $5, 0, $6, $7, $6, $7, TRUE, $8, $6)",
      std::move(parameters));
  if (!opened) co_return Forward(opened);
  co_return id;
}

Task<Result<>> SetPlan(Connection& connection, const std::string& month_id, const std::string& tier) {
  auto plan = co_await FindPlan(connection, tier);
  if (!plan) co_return Forward(plan);
  const bool has_plan = plan->has_value();
  const Row row = has_plan ? **plan : Row({Value(nullptr), Value(tier), Value(kDefaultMinutes), Value(nullptr)});
  std::vector<Value> parameters{month_id, row.At(0), tier, row.Int(2), row.At(3)};
  auto set = co_await connection.Execute(
      "UPDATE user_subscriptions SET plan_id = $2, tier = $3, monthly_minutes = $4, price = $5, is_active = TRUE "
      "WHERE id = $1",
      std::move(parameters));
  if (!set) co_return Forward(set);
  co_return Result<>{};
}

}  // namespace scriba::billing
