#include "platform/http/cors.h"

#include <algorithm>

namespace scriba::platform {
namespace {

constexpr const char* kMethods = "GET,HEAD,POST,PUT,PATCH,DELETE,OPTIONS";
constexpr const char* kRequestHeaders =
    "authorization, apikey, content-type, x-client-info, x-supabase-api-version, accept, accept-profile, "
    "content-profile, prefer, range, x-retry-count, x-region, x-upsert, x-metadata, cache-control, if-none-match, "
    "traceparent, tracestate, baggage, tus-resumable, upload-length, upload-offset, upload-metadata, "
    "upload-defer-length, x-http-method-override";
// Without x-supabase-api-version a client on another origin loses every code of the sign-in surface.
constexpr const char* kAnswerHeaders =
    "content-range, x-supabase-api-version, x-sb-error-code, preference-applied, location, retry-after, etag, "
    "accept-ranges, content-disposition, tus-resumable, tus-version, tus-extension, tus-max-size, upload-offset, "
    "upload-length, upload-metadata, upload-expires, upload-defer-length, x-request-id";
constexpr const char* kSecondsKept = "7200";

}  // namespace

bool Cors::IsListed(const Request& request) const {
  return std::ranges::find(origins_, request.Header("origin")) != origins_.end();
}

std::optional<Response> Cors::Preflight(const Request& request) const {
  const bool asks = request.method == Method::kOptions && !request.Header("access-control-request-method").empty();
  if (!asks || !IsListed(request)) return std::nullopt;
  Response response = Response::Empty(204);
  response.With("access-control-allow-methods", kMethods)
      .With("access-control-allow-headers", kRequestHeaders)
      .With("access-control-max-age", kSecondsKept);
  return response;
}

void Cors::Allow(const Request& request, Response& response) const {
  if (origins_.empty()) return;
  const auto is_vary = [](const auto& header) { return SameName(header.first, "vary"); };
  if (const auto vary = std::ranges::find_if(response.headers, is_vary); vary != response.headers.end()) {
    vary->second += ", Origin";
  } else {
    response.With("vary", "Origin");
  }
  if (!IsListed(request)) return;
  response.With("access-control-allow-origin", std::string(request.Header("origin")))
      .With("access-control-expose-headers", kAnswerHeaders);
}

}  // namespace scriba::platform
