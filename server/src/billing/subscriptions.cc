#include "billing/subscriptions.h"

#include <algorithm>
#include <array>

#include "auth/audit_log.h"
#include "billing/ledger.h"
#include "billing/metering_repair.h"
#include "billing/months.h"

namespace scriba::billing {
namespace {

using platform::Code;
using platform::Connection;
using platform::Fail;
using platform::Forward;
using platform::Result;
using platform::Row;
using platform::Task;
using platform::Value;

constexpr std::array<std::string_view, 3> kSoldTiers{"free", "basic", "advanced"};
constexpr std::array<std::string_view, 4> kTiers{"free", "basic", "advanced", "enterprise"};

platform::Instant MomentOf(const Row& row, std::size_t column) {
  return platform::ParseTimestamp(row.Text(column)).value_or(platform::Instant{});
}

SubscriptionStatus StatusFrom(const Row& row) {
  SubscriptionStatus status{.id = row.Text(0),
                            .plan = row.Text(1),
                            .monthly_minutes = row.Int(2),
                            .minutes_used = row.Int(3),
                            .price = std::nullopt,
                            .period_start = MomentOf(row, 5),
                            .period_end = MomentOf(row, 6),
                            .is_active = row.Bool(7)};
  if (!row.IsNull(4)) status.price = row.Real(4);
  return status;
}

}  // namespace

std::int64_t SubscriptionStatus::MinutesRemaining() const {
  return std::max<std::int64_t>(0, monthly_minutes - minutes_used);
}

Task<Result<std::string>> Subscriptions::Open(std::string user_id, Opening opening) {
  const platform::Instant now = clock_.Now();
  std::function<Task<Result<std::string>>(Connection&)> work =
      [&](Connection& connection) -> Task<Result<std::string>> {
    auto tier = co_await LockTier(connection, user_id);
    if (!tier) co_return Forward(tier);
    auto month = co_await CurrentMonth(connection, user_id, now);
    if (!month) co_return Forward(month);
    if (*month) co_return std::move(**month);
    const std::string on = opening == Opening::kFree ? "free" : *tier;
    co_return co_await OpenMonth(connection, user_id, on, now);
  };
  co_return co_await database_.Write<std::string>(std::move(work));
}

Task<Result<std::string>> Subscriptions::OpenFree(std::string user_id) {
  return Open(std::move(user_id), Opening::kFree);
}

Task<Result<std::string>> Subscriptions::EnsureCurrent(std::string user_id) {
  return Open(std::move(user_id), Opening::kUsersTier);
}

Task<Result<std::string>> Subscriptions::MoveTo(Connection& connection, const std::string& user_id,
                                                const std::string& tier) {
  const platform::Instant now = clock_.Now();
  auto locked = co_await LockTier(connection, user_id);
  if (!locked) co_return Forward(locked);
  std::vector<Value> parameters{user_id, tier};
  auto told =
      co_await connection.Execute("UPDATE users SET subscription_tier = $2 WHERE id = $1", std::move(parameters));
  if (!told) co_return Forward(told);
  auto month = co_await CurrentMonth(connection, user_id, now);
  if (!month) co_return Forward(month);
  if (!*month) co_return co_await OpenMonth(connection, user_id, tier, now);
  auto set = co_await SetPlan(connection, **month, tier);
  if (!set) co_return Forward(set);
  co_return std::move(**month);
}

Task<Result<std::string>> Subscriptions::ChangePlan(std::string user_id, std::string tier, std::string actor_id) {
  if (std::ranges::find(kSoldTiers, tier) == kSoldTiers.end()) {
    co_return Fail(Code::kCheckViolated, "the plan must be free, basic or advanced");
  }
  std::function<Task<Result<std::string>>(Connection&)> work =
      [&](Connection& connection) -> Task<Result<std::string>> {
    auto month = co_await MoveTo(connection, user_id, tier);
    if (!month) co_return month;
    auth::AuditLine line{.account_id = user_id, .event = "subscription_tier_changed", .detail = tier};
    if (actor_id != user_id) line.actor_id = actor_id;
    auto noted = co_await auth::NoteLine(connection, std::move(line), clock_.Now());
    if (!noted) co_return Forward(noted);
    co_return month;
  };
  co_return co_await database_.Write<std::string>(std::move(work));
}

Task<Result<std::string>> Subscriptions::Carry(Connection& connection, const Assignment& assignment) {
  const bool by_id = !assignment.user_id.empty();
  std::vector<Value> whose{by_id ? assignment.user_id : assignment.email};
  const char* sql =
      by_id ? "SELECT id FROM users WHERE id = $1" : "SELECT id FROM users WHERE lower(email) = lower($1)";
  auto user = co_await connection.First(sql, std::move(whose));
  if (!user) co_return Forward(user);
  if (!user->has_value()) co_return Fail(Code::kUserNotFound, "there is no such user");
  auto month = co_await MoveTo(connection, (*user)->Text(0), assignment.tier);
  if (!month) co_return month;
  auth::AuditLine line{.account_id = (*user)->Text(0),
                       .event = "plan_assigned",
                       .actor_id = assignment.actor_id,
                       .detail = assignment.tier};
  if (assignment.minutes_used) {
    std::vector<Value> used{*month, *assignment.minutes_used};
    auto set =
        co_await connection.Execute("UPDATE user_subscriptions SET minutes_used = $2 WHERE id = $1", std::move(used));
    if (!set) co_return Forward(set);
    line.detail += ", minutes " + std::to_string(*assignment.minutes_used);
  }
  auto noted = co_await auth::NoteLine(connection, std::move(line), clock_.Now());
  if (!noted) co_return Forward(noted);
  co_return month;
}

Task<Result<std::string>> Subscriptions::Assign(Assignment assignment) {
  const std::int64_t minutes = assignment.minutes_used.value_or(0);
  if (std::ranges::find(kTiers, assignment.tier) == kTiers.end() || minutes < 0 || minutes > INT32_MAX) {
    co_return Fail(Code::kCheckViolated, "the tier is not known, or the minutes are not a number of minutes");
  }
  std::function<Task<Result<std::string>>(Connection&)> work = [&](Connection& connection) {
    return Carry(connection, assignment);
  };
  co_return co_await database_.Write<std::string>(std::move(work));
}

Task<Result<SubscriptionStatus>> Subscriptions::StatusOf(std::string user_id) {
  auto id = co_await EnsureCurrent(std::move(user_id));
  if (!id) co_return Forward(id);
  std::vector<Value> parameters{*id};
  auto row = co_await database_.First(
      "SELECT id, tier, monthly_minutes, minutes_used, price, current_period_start, current_period_end, is_active "
      "FROM user_subscriptions WHERE id = $1",
      std::move(parameters));
  if (!row) co_return Forward(row);
  if (!row->has_value()) co_return Fail(Code::kBusy, "the subscription is changing: try again");
  co_return StatusFrom(**row);
}

Task<Result<std::vector<std::int64_t>>> Subscriptions::MinutesBetween(std::string user_id,
                                                                      std::vector<platform::Instant> bounds) {
  return billing::MinutesBetween(database_, std::move(user_id), std::move(bounds));
}

Task<Result<>> Subscriptions::Repair() { return RepairMetering(database_, clock_); }

Task<Result<std::vector<Finding>>> Subscriptions::Diagnose() { return DiagnoseSubscriptions(database_, clock_); }

}  // namespace scriba::billing
