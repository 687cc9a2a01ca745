#include "billing/procedures.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "auth/procedure_arguments.h"

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
constexpr std::size_t kLongestTier = 200;

Failure NotPermitted(const std::string& what) { return Fail(Code::kNotPermitted, "permission denied: " + what); }

/// The user meant, if the requester may speak for them.
Result<std::string> UserOf(const Requester& requester, const json& arguments) {
  auto id = auth::UuidOf(arguments, "user_id");
  if (!id) return id;
  if (*id != requester.user_id && !requester.is_admin) return NotPermitted("the user_id is somebody else's");
  return id;
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
  auto tier = auth::TextOf(arguments, "new_tier", kLongestTier);
  if (!tier) co_return Forward(tier);
  const bool is_paid = *tier != "free";
  const bool is_sold = *tier == "basic" || *tier == "advanced";
  if (is_paid && is_sold && !requester.is_admin && !subscriptions.settings().self_activation) {
    co_return NotPermitted("a paid plan is activated by its payment");
  }
  auto id = co_await subscriptions.ChangePlan(std::move(*user), std::move(*tier), std::move(requester.user_id));
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
  auto tier = auth::TextOf(arguments, "new_tier", kLongestTier);
  if (!tier) co_return Forward(tier);
  Assignment assignment{
      .user_id = std::move(*user), .tier = std::move(*tier), .actor_id = std::move(requester.user_id)};
  auto id = co_await subscriptions.Assign(std::move(assignment));
  if (!id && id.error().code == Code::kUserNotFound) {
    co_return Fail(Code::kForeignKeyViolated, "there is no user with this id");
  }
  if (!id) co_return Forward(id);
  co_return json(std::move(*id));
}

Result<std::vector<platform::Instant>> BoundsOf(const json& arguments) {
  auto given = auth::ListOf(arguments, "bounds", kMostBounds);
  if (!given) return Forward(given);
  std::vector<platform::Instant> bounds;
  for (const std::string& moment : *given) {
    auto parsed = platform::ParseTimestamp(moment);
    if (!parsed) return Forward(parsed);
    bounds.push_back(*parsed);
  }
  if (bounds.size() < 2 || !std::ranges::is_sorted(bounds)) {
    return Fail(Code::kValueOutOfRange, "bounds must be 2 to 63 moments in order");
  }
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

/// On a worker: it looks at every visit, and a network thread has others to serve.
Task<Result<json>> Diagnosis(Subscriptions& subscriptions, platform::WorkerPool& readers, Requester requester) {
  if (!requester.is_admin) co_return NotPermitted("administrators only");
  auto diagnose = [&subscriptions] { return platform::BlockOn(subscriptions.Diagnose()); };
  auto findings = co_await readers.RunFor("reports of " + requester.user_id, std::move(diagnose));
  if (!findings) co_return Forward(findings);
  json answer = json::array();
  for (const Finding& finding : *findings) {
    answer.push_back({{"kind", finding.kind}, {"users", finding.users}, {"emails", finding.emails}});
  }
  co_return answer;
}

}  // namespace

std::vector<Procedure> Procedures(Subscriptions& subscriptions, platform::WorkerPool& readers) {
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
           [&subscriptions, &readers](Requester requester, const json&) {
             return Diagnosis(subscriptions, readers, std::move(requester));
           }},
          {"run_sql_migration", {"sql"}, [&subscriptions](Requester requester, json arguments) {
             return RunSqlMigration(subscriptions, std::move(requester), std::move(arguments));
           }}};
}

}  // namespace scriba::billing
