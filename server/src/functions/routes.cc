#include "functions/routes.h"

#include <nlohmann/json.hpp>

#include "platform/http/error_body.h"

namespace scriba::functions {
namespace {

using auth::Authenticator;
using auth::Caller;
using platform::Code;
using platform::Error;
using platform::Fail;
using platform::Method;
using platform::Request;
using platform::Response;
using platform::Result;
using platform::Router;
using platform::Task;

enum class Needs { kSession, kNothing };

/// Sign-in errors as functions give them: whoever is not signed in is told so.
Error Translated(Error error) {
  switch (error.code) {
    case Code::kNoApiKey:
    case Code::kInvalidApiKey:
    case Code::kTokenUndecodable:
    case Code::kTokenClaimsInvalid:
    case Code::kSessionNotFound: error.code = Code::kUnauthorized; break;
    case Code::kNotPermitted: error.code = Code::kForbidden; break;
    default: break;
  }
  return error;
}

Task<Result<Caller>> Identify(Authenticator& authenticator, Needs needs, const Request& request) {
  auto caller = co_await authenticator.Identify(request);
  if (!caller || needs == Needs::kNothing || caller->IsUser()) co_return caller;
  co_return Fail(Code::kUnauthorized, "Sessione non valida");
}

Task<Response> Serve(Authenticator& authenticator, const Parts& parts, Endpoint endpoint, Needs needs,
                     const Request& request) {
  auto caller = co_await Identify(authenticator, needs, request);
  if (!caller) co_return platform::FunctionErrorResponse(request, Translated(caller.error()));
  auto answer = co_await endpoint(parts, request, *caller);
  if (!answer) co_return platform::FunctionErrorResponse(request, Translated(answer.error()));
  co_return std::move(*answer);
}

/// Large bodies are sound to transcribe and texts of consultations.
Task<Result<std::string>> Admit(Authenticator& authenticator, const Request& request) {
  auto caller = co_await Identify(authenticator, Needs::kSession, request);
  if (!caller) co_return platform::Failure(Translated(caller.error()));
  co_return std::move(caller->user_id);
}

Task<Response> ServeUnknown(Authenticator& authenticator, const Request& request) {
  auto caller = co_await Identify(authenticator, Needs::kNothing, request);
  if (!caller) co_return platform::FunctionErrorResponse(request, Translated(caller.error()));
  const nlohmann::json body{{"code", "NOT_FOUND"}, {"message", "Requested function was not found"}};
  co_return Response::Json(404, body);
}

}  // namespace

void AddFunctionRoutes(Router& router, Authenticator& authenticator, const Parts& parts) {
  const auto add = [&](std::string_view name, Endpoint endpoint, Needs needs) {
    router.Add(Method::kPost, "/functions/v1/" + std::string(name),
               [&authenticator, &parts, endpoint, needs](const Request& request) {
                 return Serve(authenticator, parts, endpoint, needs, request);
               });
  };
  router.SetErrorWriter("/functions/v1", platform::FunctionErrorResponse);
  router.SetGatekeeper("/functions/v1",
                       [&authenticator](const Request& request) { return Admit(authenticator, request); });
  add("subscription", Subscription, Needs::kSession);
  add("user-profile", UserProfile, Needs::kNothing);
  add("analyze-consultation", AnalyzeConsultation, Needs::kSession);
  add("transcribe", Transcribe, Needs::kSession);
  add("generate-report", GenerateReport, Needs::kSession);
  add("recording", Recording, Needs::kSession);
  add("review", Review, Needs::kSession);
  for (const Method method : {Method::kPost, Method::kGet, Method::kPut, Method::kPatch, Method::kDelete}) {
    router.Add(method, "/functions/v1/{name}",
               [&authenticator](const Request& request) { return ServeUnknown(authenticator, request); });
  }
}

}  // namespace scriba::functions
