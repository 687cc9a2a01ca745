#include "data/data_service.h"

#include "data/plan.h"
#include "platform/http/error_body.h"

namespace scriba::data {
namespace {

using platform::Code;
using platform::Error;
using platform::Fail;
using platform::Forward;
using platform::Method;
using platform::Request;
using platform::Response;
using platform::Result;
using platform::Task;

constexpr std::size_t kMostQueryBytes = 16U << 10;

/// Sizes that are refused before anything is read.
Result<> CheckSizes(const Request& request) {
  if (request.raw_path.size() + request.raw_query.size() > kMostQueryBytes) {
    return Fail(Code::kUriTooLong, "the address is longer than 16 KiB");
  }
  if (request.body.size() > kMostBodyBytes) return Fail(Code::kRequestTooLarge, "the body is larger than 10 MiB");
  return {};
}

/// Codes of the other surfaces in the words of this one.
Error Translated(Error error) {
  if (error.code == Code::kSessionNotFound) error.code = Code::kTokenClaimsInvalid;
  if (error.code == Code::kMethodNotAllowed) error.code = Code::kVerbNotServed;
  if (error.code == Code::kNotFound) error.code = Code::kPathInvalid;
  return error;
}

Response Refuse(const Request& request, const Actor& actor, const Error& refused) {
  const Error error = Translated(refused);
  Response response = platform::RestErrorResponse(request, error);
  if (error.code == Code::kTokenUndecodable || error.code == Code::kTokenClaimsInvalid) {
    response.With("www-authenticate", "Bearer error=\"invalid_token\", error_description=\"" + error.message + "\"");
  }
  if (error.code == Code::kNotPermitted && actor.role == Role::kAnon) {
    response.status = 401;
    response.With("www-authenticate", "Bearer");
  }
  if (error.code == Code::kMethodNotServed || error.code == Code::kReadOnly) response.With("allow", "POST");
  return response;
}

Role RoleOf(std::string_view name) {
  if (name == "superadmin") return Role::kSuperadmin;
  return name == "admin" ? Role::kAdmin : Role::kDoctor;
}

}  // namespace

Task<Result<Actor>> DataService::Identify(const Request& request, bool needs_role) {
  auto caller = co_await authenticator_.Identify(request);
  if (!caller) co_return Forward(caller);
  // The operator's key administers accounts and plans; clinical rows belong to their doctor alone.
  if (caller->role == auth::TokenRole::kService) co_return Actor{.role = Role::kSuperadmin};
  if (!caller->IsUser()) co_return Actor{};
  Actor actor{.role = Role::kDoctor, .user_id = std::move(caller->user_id), .email = std::move(caller->email)};
  if (!needs_role) co_return actor;
  std::vector<platform::Value> parameters{actor.user_id};
  auto row = co_await database_.First("SELECT role FROM users WHERE id = $1", std::move(parameters));
  if (!row) co_return Forward(row);
  if (row->has_value()) actor.role = RoleOf((*row)->Text(0));
  co_return actor;
}

Task<Result<std::string>> DataService::Admit(const Request& request) {
  auto actor = co_await Identify(request, false);
  if (!actor) co_return Forward(actor);
  if (actor->role == Role::kAnon) co_return Fail(Code::kNotPermitted, "permission denied: sign in first");
  co_return std::move(actor->user_id);
}

Task<Result<std::optional<platform::SealingKey>>> DataService::KeyFor(const Actor& actor, bool is_needed) {
  // Rows with sealed columns are within reach of their owner alone, so the owner's key is the actor's.
  if (!is_needed || actor.user_id.empty()) co_return std::optional<platform::SealingKey>();
  auto key = co_await keys_.KeyOf(actor.user_id);
  if (!key) co_return Forward(key);
  co_return std::optional(std::move(*key));
}

DataService::Answer DataService::RunTable(const Request& request, Actor& actor) {
  if (auto sizes = CheckSizes(request); !sizes) co_return Forward(sizes);
  const Table* table = FindTable(request.Path("table"));
  auto query = queries_.Parse(request.raw_query);
  const bool needs_role = table != nullptr && (!query || DependsOnRole(*table, (*query)->select));
  auto identified = co_await Identify(request, needs_role);
  if (!identified) co_return Forward(identified);
  actor = *identified;
  if (table == nullptr) {
    co_return Fail(Code::kTableUnknown,
                   "Could not find the table 'public." + std::string(request.Path("table")) + "' in the schema cache");
  }
  if (!query) co_return Forward(query);
  auto preferences = ReadPreferences(request);
  if (!preferences) co_return Forward(preferences);
  auto accepted = ReadAccept(request);
  if (!accepted) co_return Forward(accepted);
  TableRequest read{request, actor, table, **query, std::move(*preferences), *accepted};
  switch (request.method) {
    case Method::kGet:
    case Method::kHead: co_return co_await Select(std::move(read));
    case Method::kPost: co_return co_await Insert(std::move(read));
    case Method::kPatch: co_return co_await Update(std::move(read));
    case Method::kDelete: co_return co_await Remove(std::move(read));
    default: co_return Fail(Code::kMethodNotAllowed, "this path does not answer this method");
  }
}

Task<Response> DataService::ServeTable(const Request& request) {
  Actor actor;
  auto answer = co_await RunTable(request, actor);
  if (!answer) co_return Refuse(request, actor, answer.error());
  co_return std::move(*answer);
}

Task<Response> DataService::ServeProcedure(const Request& request) {
  Actor actor;
  auto answer = co_await RunProcedure(request, actor);
  if (!answer) co_return Refuse(request, actor, answer.error());
  co_return std::move(*answer);
}

void AddDataRoutes(platform::Router& router, DataService& service) {
  for (const Method method : {Method::kGet, Method::kPost, Method::kPatch, Method::kDelete}) {
    router.Add(method, "/rest/v1/{table}", [&service](const Request& request) { return service.ServeTable(request); });
  }
  for (const Method method : {Method::kGet, Method::kPost, Method::kPut, Method::kPatch, Method::kDelete}) {
    router.Add(method, "/rest/v1/rpc/{function}",
               [&service](const Request& request) { return service.ServeProcedure(request); });
  }
  router.SetGatekeeper("/rest/v1", [&service](const Request& request) { return service.Admit(request); });
  router.SetErrorWriter("/rest/v1",
                        [](const Request& request, const Error& error) { return Refuse(request, Actor{}, error); });
}

}  // namespace scriba::data
