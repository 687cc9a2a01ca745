// The `subscription` function: the plan of the month and its changes.
#include "functions/arguments.h"
#include "functions/endpoints.h"
#include "platform/ids.h"

namespace scriba::functions {
namespace {

using auth::Caller;
using nlohmann::json;
using platform::Code;
using platform::Fail;
using platform::Response;
using platform::Result;
using platform::Task;
using platform::Value;

Task<Result<bool>> IsAdmin(platform::Database& database, const std::string& user_id) {
  std::vector<Value> values{user_id};
  auto row = co_await database.First("SELECT role FROM users WHERE id = $1", std::move(values));
  if (!row) co_return Forward(row);
  co_return *row && ((*row)->Text(0) == "admin" || (*row)->Text(0) == "superadmin");
}

/// The user that the call is about: oneself.
Result<std::string> OwnUser(const json& arguments, const Caller& caller) {
  auto user_id = TextArgument(arguments, {"userId", "user_id"});
  if (!user_id) return Forward(user_id);
  if (user_id->empty() || *user_id == caller.user_id) return caller.user_id;
  return Fail(Code::kForbidden, "The subscription of another user");
}

Answer Status(const Parts& parts, const json& arguments, const Caller& caller) {
  auto user_id = OwnUser(arguments, caller);
  if (!user_id) co_return Forward(user_id);
  auto status = co_await parts.subscriptions.StatusOf(std::move(*user_id));
  if (!status) co_return Forward(status);
  json answer{{"id", status->id},
              {"plan", status->plan},
              {"monthlyMinutes", status->monthly_minutes},
              {"minutesUsed", status->minutes_used},
              {"minutesRemaining", status->MinutesRemaining()},
              {"startDate", platform::FormatTimestamp(status->period_start)},
              {"endDate", platform::FormatTimestamp(status->period_end)},
              {"isActive", status->is_active},
              {"price", nullptr},
              {"error", nullptr}};
  if (status->price) answer["price"] = *status->price;
  co_return Response::Json(200, answer);
}

Response Changed(const std::string& subscription_id) {
  return Response::Json(200, json{{"success", true}, {"subscriptionId", subscription_id}});
}

/// What did not come about, in the words of the answer to what did. Failures of ours stay failures.
Result<Response> Told(const platform::Request& request, Result<Response> answer) {
  if (answer || platform::HttpStatus(answer.error().code) >= 500) return answer;
  const platform::Error& error = answer.error();
  const json body{{"success", false},
                  {"error", error.message},
                  {"code", platform::WireCode(error.code)},
                  {"requestId", request.request_id}};
  return Response::Json(platform::HttpStatus(error.code), body);
}

/// The user that a change is about: anybody, for an administrator.
Result<std::string> UserToChange(const json& arguments, const Caller& caller, bool is_admin) {
  if (!is_admin) return OwnUser(arguments, caller);
  auto given = TextArgument(arguments, {"userId", "user_id"});
  if (!given || given->empty()) return OwnUser(arguments, caller);
  auto user_id = platform::ParseUuid(*given);
  if (!user_id) return Fail(Code::kValidationFailed, "userId is not an id");
  return std::move(*user_id);
}

/// The policy of the procedure handle_plan_change.
Answer ChangePlan(const Parts& parts, const json& arguments, const Caller& caller) {
  auto is_admin = co_await IsAdmin(parts.database, caller.user_id);
  if (!is_admin) co_return Forward(is_admin);
  auto user_id = UserToChange(arguments, caller, *is_admin);
  if (!user_id) co_return Forward(user_id);
  auto tier = TextArgument(arguments, {"tier"});
  if (!tier) co_return Forward(tier);
  if (*tier != "free" && *tier != "basic" && *tier != "advanced") {
    co_return Fail(Code::kValidationFailed, "tier must be free, basic or advanced");
  }
  if (*tier != "free" && !*is_admin && !parts.subscriptions.settings().self_activation) {
    co_return Fail(Code::kForbidden, "A paid plan is activated by its payment");
  }
  auto id = co_await parts.subscriptions.ChangePlan(std::move(*user_id), std::move(*tier), caller.user_id);
  if (!id) co_return Forward(id);
  co_return Changed(*id);
}

Answer CreateAsAdmin(const Parts& parts, const json& arguments, const Caller& caller) {
  auto is_admin = co_await IsAdmin(parts.database, caller.user_id);
  if (!is_admin) co_return Forward(is_admin);
  if (!*is_admin) co_return Fail(Code::kForbidden, "Administrators only");
  auto email = TextArgument(arguments, {"email"});
  if (!email) co_return Forward(email);
  auto tier = TextArgument(arguments, {"tier"});
  if (!tier) co_return Forward(tier);
  auto minutes_used = NumberArgument(arguments, "minutesUsed");
  if (!minutes_used) co_return Forward(minutes_used);
  if (email->empty() || tier->empty()) co_return Fail(Code::kValidationFailed, "email and tier are needed");
  billing::Assignment assignment{.email = std::move(*email),
                                 .tier = std::move(*tier),
                                 .minutes_used = minutes_used->value_or(0),
                                 .actor_id = caller.user_id};
  auto id = co_await parts.subscriptions.Assign(std::move(assignment));
  if (!id && id.error().code == Code::kUserNotFound) co_return Fail(Code::kNotFound, "No such user");
  if (!id) co_return Forward(id);
  co_return Changed(*id);
}

}  // namespace

Answer Subscription(const Parts& parts, const platform::Request& request, const Caller& caller) {
  auto arguments = ReadArguments(request);
  if (!arguments) co_return Forward(arguments);
  auto action = TextArgument(*arguments, {"action"});
  if (!action) co_return Forward(action);
  if (*action == "getSubscriptionStatus") co_return co_await Status(parts, *arguments, caller);
  if (*action == "changePlan") {
    auto changed = co_await ChangePlan(parts, *arguments, caller);
    co_return Told(request, std::move(changed));
  }
  if (*action == "adminCreateSubscription") {
    auto created = co_await CreateAsAdmin(parts, *arguments, caller);
    co_return Told(request, std::move(created));
  }
  co_return Fail(Code::kActionUnknown, "action must be getSubscriptionStatus, changePlan or adminCreateSubscription");
}

}  // namespace scriba::functions
