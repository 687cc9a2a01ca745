// POST on /rpc/{function}: a procedure of another room, found by name, its arguments by name.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "data/data_service.h"
#include "data/payload.h"
#include "data/refusals.h"
#include "platform/json_text.h"

namespace scriba::data {
namespace {

using auth::Procedure;
using platform::Code;
using platform::Error;
using platform::Fail;
using platform::Failure;
using platform::Forward;
using platform::Response;
using platform::Result;
using Json = nlohmann::json;

Failure NoSuchFunction(std::string_view name, const Json& arguments) {
  std::string given;
  for (const auto& [key, value] : arguments.items()) given.append(given.empty() ? "" : ", ").append(key);
  const std::string call = "public." + std::string(name) + "(" + given + ")";
  Error error{.code = Code::kFunctionUnknown,
              .message = "Could not find the function " + call + " in the schema cache"};
  error.details = "Searched for the function " + call + ", but no matches were found.";
  return Failure(std::move(error));
}

/// The arguments under their own names, or nothing when one is missing or unknown. Takes the values out of `given`.
std::optional<Json> Match(const Procedure& procedure, Json& given) {
  Json matched = Json::object();
  for (auto& [key, value] : given.get_ref<Json::object_t&>()) {
    const std::string name = key.starts_with("p_") ? key.substr(2) : key;
    const bool is_known = std::ranges::find(procedure.arguments, name) != procedure.arguments.end();
    if (!is_known || matched.contains(name)) return std::nullopt;
    matched[name] = std::move(value);
  }
  if (matched.size() != procedure.arguments.size()) return std::nullopt;
  return matched;
}

bool IsAdmin(const Actor& actor) { return actor.role == Role::kAdmin || actor.role == Role::kSuperadmin; }

/// A procedure's answer comes whole: a part of it that was asked for must not be taken for the answer.
Result<> CheckQuery(const platform::Request& request) {
  for (const auto& [key, value] : request.Query()) {
    if (key == "select" && value == "*") continue;
    return Fail(Code::kFeatureNotServed,
                "the answer of a function comes whole: the parameter " + key + " is not served");
  }
  return {};
}

/// A list of one row is that row, for who wants an object; values that are no list stay as they are.
Result<Response> Write(const Accepted& accepted, Json answer) {
  if (answer.is_null()) return Response::Empty(204);
  if (!accepted.wants_object) return Response::Json(200, answer);
  if (answer.is_array()) {
    if (answer.size() != 1) return NotSingular(answer.size());
    Json row = std::move(answer.front());
    answer = std::move(row);
  }
  return Response::Text(200, platform::JsonText(answer), "application/vnd.pgrst.object+json; charset=utf-8");
}

}  // namespace

DataService::Answer DataService::RunProcedure(const platform::Request& request, Actor& actor) {
  if (request.body.size() > kMostBodyBytes) co_return Fail(Code::kRequestTooLarge, "the body is larger than 10 MiB");
  auto identified = co_await Identify(request, true);
  if (!identified) co_return Forward(identified);
  actor = *identified;
  auto accepted = ReadAccept(request);
  if (!accepted) co_return Forward(accepted);
  if (auto preferences = ReadPreferences(request); !preferences) co_return Forward(preferences);
  const std::string_view name = request.Path("function");
  const auto procedure = std::ranges::find(procedures_, name, &Procedure::name);
  if (procedure == procedures_.end()) co_return NoSuchFunction(name, Json::object());
  if (request.method == platform::Method::kGet || request.method == platform::Method::kHead) {
    co_return Fail(Code::kReadOnly, "cannot execute " + std::string(name) + " in a read-only transaction: use POST");
  }
  if (request.method != platform::Method::kPost) {
    co_return Fail(Code::kMethodNotServed,
                   "Cannot use the " + std::string(platform::MethodName(request.method)) + " method on RPC");
  }
  if (auto query = CheckQuery(request); !query) co_return Forward(query);
  if (actor.role == Role::kAnon)
    co_return Fail(Code::kNotPermitted, "permission denied for function " + std::string(name));
  auto body = request.body.empty() ? Result<Json>(Json::object()) : ParseJson(request.body);
  if (!body) co_return Forward(body);
  if (!body->is_object())
    co_return Fail(Code::kBodyUnparsable, "Empty or invalid json: an object of arguments is expected");
  auto arguments = Match(*procedure, *body);
  if (!arguments) co_return NoSuchFunction(name, *body);
  auth::Requester requester{.user_id = actor.user_id, .is_admin = IsAdmin(actor)};
  auto answer = co_await procedure->call(std::move(requester), std::move(*arguments));
  if (!answer) co_return Forward(answer);
  co_return Write(*accepted, std::move(*answer));
}

}  // namespace scriba::data
