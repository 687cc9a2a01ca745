// The body of a request, read while it arrives.
#pragma once

#include <drogon/HttpRequest.h>

#include <functional>
#include <string>

namespace scriba::platform {

struct Body {
  std::string bytes;
  /// The connection broke, or what followed was no HTTP: `bytes` is what came before.
  bool is_cut_off = false;
  /// More than the limit came or was announced; nothing of it was kept, and what still comes is dropped.
  bool is_too_large = false;
};

/// Calls `done` on the request's loop once the body has come to its end or is known to be too large; at once when there
/// is none. Call it on that loop. `limit` is in bytes. The network library must have been told to hand out requests
/// before their bodies (enableRequestStream).
void ReadBody(const drogon::HttpRequestPtr& request, std::size_t limit, std::function<void(Body)> done);

}  // namespace scriba::platform
