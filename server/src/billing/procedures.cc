#include "billing/procedures.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "billing/ledger.h"
#include "billing/metering_repair.h"
#include "platform/ids.h"

namespace scriba::billing {
namespace {

using auth::Procedure;
using auth::Requester;
using nlohmann::json;
using platform::Code;
using platform::Fail;
using platform::Failure;
using platform::Forward;
using platform::Result;
using platform::Task;

// Two months of days.
constexpr std::size_t kMostBounds = 63;

Failure NotPermitted(const std::string& what) { return Fail(Code::kNotPermitted, "permission denied: " + what); }

/// The user meant, if the requester may speak for them.
Result<std::string> UserOf(const Requester& requester, const json& arguments) {
  const json& value = arguments.at("user_id");
  auto id = value.is_string() ? platform::ParseUuid(value.get_ref<const std::string&>()) : std::nullopt;
  if (!id) return Fail(Code::kValueUnparsable, "invalid input syntax for type uuid: user_id");
  if (*id != requester.user_id && !requester.is_admin) return NotPermitted("the user_id is somebody else's");
  return std::move(*id);
}

/// The procedures that take a user and answer the id of a subscription.
using ById = Task<Result<std::string>> (Subscriptions::*)(std::string);

Task<Result<json>> CallById(Subscriptions& subscriptions, ById function, Requester requester, json arguments) {
  auto user = UserOf(requester, arguments);
  if (!user) co_return Forward(user);
  auto id = co_await (subscriptions.*function)(std::move(*user));
  if (!id) co_return Forward(id);
  co_return json(std::move(*id));
}

Task<Result<json>> HandlePlanChange(Subscriptions& subscriptions, Requester requester, json arguments) {
  auto user = UserOf(requester, arguments);
  if (!user) co_return Forward(user);
  const json& tier = arguments.at("new_tier");
  if (!tier.is_string()) co_return Fail(Code::kValueUnparsable, "invalid input syntax for type text: new_tier");
  std::string name = tier.get<std::string>();
  const bool is_paid = name != "free";
  const bool is_sold = name == "basic" || name == "advanced";
  if (is_paid && is_sold && !requester.is_admin && !subscriptions.settings().self_activation) {
    co_return NotPermitted("a paid plan is activated by its payment");
  }
  auto id = co_await subscriptions.ChangePlan(std::move(*user), std::move(name), std::move(requester.user_id));
  if (!id) co_return Forward(id);
  co_return json(std::move(*id));
}

/// The text is never executed (S10): whatever it says, it means "check and repair the metering".
Task<Result<json>> RunSqlMigration(Subscriptions& subscriptions, Requester requester, json) {
  if (!requester.is_admin) co_return NotPermitted("administrators only");
  auto repaired = co_await subscriptions.Repair();
  if (!repaired) co_return Forward(repaired);
  json answer{{"success", true}};
  co_return answer;
}

/// Any plan for anybody, the month's minutes kept.
Task<Result<json>> AssignPlan(Subscriptions& subscriptions, Requester requester, json arguments) {
  if (!requester.is_admin) co_return NotPermitted("administrators only");
  auto user = UserOf(requester, arguments);
  if (!user) co_return Forward(user);
  const json& tier = arguments.at("new_tier");
  if (!tier.is_string()) co_return Fail(Code::kValueUnparsable, "invalid input syntax for type text: new_tier");
  Assignment assignment{
      .user_id = std::move(*user), .tier = tier.get<std::string>(), .actor_id = std::move(requester.user_id)};
  auto id = co_await subscriptions.Assign(std::move(assignment));
  if (!id && id.error().code == Code::kUserNotFound) {
    co_return Fail(Code::kForeignKeyViolated, "there is no user with this id");
  }
  if (!id) co_return Forward(id);
  co_return json(std::move(*id));
}

Result<std::vector<platform::Instant>> BoundsOf(const json& arguments) {
  const json& given = arguments.at("bounds");
  if (!given.is_array()) return Fail(Code::kValueUnparsable, "bounds must be a list of moments");
  std::vector<platform::Instant> bounds;
  for (const json& moment : given) {
    if (!moment.is_string()) return Fail(Code::kValueUnparsable, "bounds must be a list of moments");
    auto parsed = platform::ParseTimestamp(moment.get_ref<const std::string&>());
    if (!parsed) return Forward(parsed);
    bounds.push_back(*parsed);
  }
  const bool is_range = bounds.size() >= 2 && bounds.size() <= kMostBounds && std::ranges::is_sorted(bounds);
  if (!is_range) return Fail(Code::kValueOutOfRange, "bounds must be 2 to 63 moments in order");
  return bounds;
}

Task<Result<json>> MinutesCharged(Subscriptions& subscriptions, Requester requester, json arguments) {
  if (requester.user_id.empty()) co_return NotPermitted("only a doctor has minutes");
  auto bounds = BoundsOf(arguments);
  if (!bounds) co_return Forward(bounds);
  auto minutes = co_await subscriptions.MinutesBetween(std::move(requester.user_id), std::move(*bounds));
  if (!minutes) co_return Forward(minutes);
  co_return json(std::move(*minutes));
}

Task<Result<json>> Diagnosis(Subscriptions& subscriptions, Requester requester, json) {
  if (!requester.is_admin) co_return NotPermitted("administrators only");
  auto findings = co_await subscriptions.Diagnose();
  if (!findings) co_return Forward(findings);
  json answer = json::array();
  for (const Finding& finding : *findings) {
    answer.push_back({{"kind", finding.kind}, {"users", finding.users}, {"emails", finding.emails}});
  }
  co_return answer;
}

}  // namespace

std::vector<Procedure> Procedures(Subscriptions& subscriptions) {
  const auto by_id = [&subscriptions](ById function) {
    return [&subscriptions, function](Requester requester, json arguments) {
      return CallById(subscriptions, function, std::move(requester), std::move(arguments));
    };
  };
  return {{"create_free_subscription_for_user", {"user_id"}, by_id(&Subscriptions::OpenFree)},
          {"ensure_valid_subscription", {"user_id"}, by_id(&Subscriptions::EnsureCurrent)},
          {"handle_plan_change",
           {"user_id", "new_tier"},
           [&subscriptions](Requester requester, json arguments) {
             return HandlePlanChange(subscriptions, std::move(requester), std::move(arguments));
           }},
          {"assign_plan",
           {"user_id", "new_tier"},
           [&subscriptions](Requester requester, json arguments) {
             return AssignPlan(subscriptions, std::move(requester), std::move(arguments));
           }},
          {"minutes_charged",
           {"bounds"},
           [&subscriptions](Requester requester, json arguments) {
             return MinutesCharged(subscriptions, std::move(requester), std::move(arguments));
           }},
          {"subscription_diagnosis",
           {},
           [&subscriptions](Requester requester, json arguments) {
             return Diagnosis(subscriptions, std::move(requester), std::move(arguments));
           }},
          {"run_sql_migration", {"sql"}, [&subscriptions](Requester requester, json arguments) {
             return RunSqlMigration(subscriptions, std::move(requester), std::move(arguments));
           }}};
}

}  // namespace scriba::billing
