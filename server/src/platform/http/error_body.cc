#include "platform/http/error_body.h"

#include <nlohmann/json.hpp>
#include <optional>

#include "platform/log.h"

namespace scriba::platform {
namespace {

using Json = nlohmann::ordered_json;

std::string CodeText(const Error& error) { return std::string(WireCode(error.code)); }

/// What goes wrong on our side is in the log under the request's id; the caller reads no more than that.
void NoteServerFailure(const Request& request, const Error& error) {
  if (HttpStatus(error.code) < 500) return;
  LogError("request_failed", {{"request_id", request.request_id},
                              {"code", WireCode(error.code)},
                              {"message", error.message},
                              {"cause", error.internal}});
}

/// After how many seconds another try makes sense; nothing where waiting does not help.
std::optional<int> RetryAfterSeconds(Code code) {
  if (code == Code::kOverEmailSendRateLimit) return 900;
  if (code == Code::kOverRequestRateLimit) return 300;
  if (code == Code::kBusy) return 2;
  return std::nullopt;
}

/// `hint` says what to do about it, where there is something.
Response Body(const Request& request, const Error& error, Json body) {
  NoteServerFailure(request, error);
  if (!error.hint.empty()) body["hint"] = error.hint;
  auto response = Response::JsonText(HttpStatus(error.code), body.dump(-1, ' ', false, Json::error_handler_t::replace));
  if (const auto seconds = RetryAfterSeconds(error.code)) response.With("retry-after", std::to_string(*seconds));
  return response;
}

Json TextOrNull(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

}  // namespace

Response AuthErrorResponse(const Request& request, const Error& error) {
  // Clients of this surface know one code for whatever goes wrong on our side.
  const std::string code(WireCode(HttpStatus(error.code) == 500 ? Code::kUnexpectedFailure : error.code));
  Json body{{"code", code}, {"message", error.message}, {"error_code", code}, {"msg", error.message}};
  if (error.code == Code::kWeakPassword) body["weak_password"] = {{"reasons", error.reasons}};
  auto response = Body(request, error, std::move(body));
  response.With("x-supabase-api-version", "2024-01-01").With("x-sb-error-code", code);
  return response;
}

Response RestErrorResponse(const Request& request, const Error& error) {
  return Body(request, error,
              {{"code", CodeText(error)},
               {"message", error.message},
               {"details", TextOrNull(error.details)},
               {"hint", TextOrNull(error.hint)}});
}

Response FunctionErrorResponse(const Request& request, const Error& error) {
  Json body{{"error", error.message}, {"code", CodeText(error)}};
  if (!error.details.empty()) body["details"] = error.details;
  body["requestId"] = request.request_id;
  return Body(request, error, std::move(body));
}

Response StorageErrorResponse(const Request& request, const Error& error) {
  std::string name = "invalid_request";
  const int status = HttpStatus(error.code);
  if (status == 404) name = "not_found";
  if (status == 401 || status == 403) name = "unauthorized";
  if (status == 409) name = "duplicate";
  if (status >= 500) name = "internal";
  return Body(
      request, error,
      {{"statusCode", std::to_string(status)}, {"error", name}, {"code", CodeText(error)}, {"message", error.message}});
}

Response PlainErrorResponse(const Request& request, const Error& error) {
  return Body(request, error, {{"code", CodeText(error)}, {"message", error.message}});
}

}  // namespace scriba::platform
