// The `review` function: the doctor has read a report and answers for it, or takes that back.
#include <algorithm>

#include "functions/arguments.h"
#include "functions/endpoints.h"

namespace scriba::functions {
namespace {

using auth::Caller;
using nlohmann::json;
using platform::Code;
using platform::Fail;
using platform::Response;
using platform::Result;

Result<std::set<std::string>> ConfirmedKeys(const json& arguments) {
  std::set<std::string> keys;
  const auto found = arguments.find("confirmed");
  if (found == arguments.end() || found->is_null()) return keys;
  const auto is_text = [](const json& key) { return key.is_string(); };
  if (!found->is_array() || !std::all_of(found->begin(), found->end(), is_text)) {
    return Fail(Code::kValidationFailed, "confirmed must be a list of keys");
  }
  for (const json& key : *found) keys.insert(key.get<std::string>());
  return keys;
}

}  // namespace

Answer Review(const Parts& parts, const platform::Request& request, const Caller& caller) {
  auto arguments = ReadArguments(request);
  if (!arguments) co_return Forward(arguments);
  auto action = TextArgument(*arguments, {"action"});
  if (!action) co_return Forward(action);
  auto consultation_id = TextArgument(*arguments, {"consultationId", "consultation_id"});
  if (!consultation_id) co_return Forward(consultation_id);
  auto& review = parts.consultations.review();
  if (*action == "reopen") {
    auto done = co_await review.Reopen(caller.user_id, std::move(*consultation_id));
    if (!done) co_return Forward(done);
    const json answer{{"success", true}, {"reviewedAt", nullptr}, {"reviewedBy", nullptr}};
    co_return Response::Json(200, answer);
  }
  if (*action != "mark") co_return Fail(Code::kActionUnknown, "action must be mark or reopen");
  auto confirmed = ConfirmedKeys(*arguments);
  if (!confirmed) co_return Forward(confirmed);
  auto at = co_await review.Mark(caller.user_id, std::move(*consultation_id), std::move(*confirmed));
  if (!at) co_return Forward(at);
  const json answer{{"success", true}, {"reviewedAt", *at}, {"reviewedBy", caller.user_id}};
  co_return Response::Json(200, answer);
}

}  // namespace scriba::functions
