// The body of a request, read while it arrives.
#pragma once

#include <drogon/HttpRequest.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "platform/http/body_budget.h"
#include "platform/result.h"
#include "platform/task.h"

namespace scriba::platform {

/// Whoever sends may send so much; for more the sender must be admitted.
inline constexpr std::size_t kOpenBodyBytes = 1U << 20;

struct BodyRules {
  std::size_t limit = 0;  ///< in bytes, for whoever sends
  std::shared_ptr<BodyBudget> budget;
  /// In whose name is sent, if the server knows them; asked at most once, when the body is large or strangers' room is
  /// full.
  std::function<Task<Result<std::string>>()> admit;
};

struct Body {
  std::string bytes;
  /// The connection broke, what followed was no HTTP, or it came too slowly (`is_slow`): `bytes` is what came before.
  bool is_cut_off = false;
  bool is_slow = false;
  /// Why the body is not read: nothing of it was kept, and what still comes is dropped.
  std::optional<Error> refusal;
  /// To be kept until the answer is made.
  BodyHold hold;
};

/// Whether a body follows the head, as the library reads it.
bool HasBody(const drogon::HttpRequestPtr& request);

/// Calls `done` on the request's loop once the body has come to its end or is refused; at once when there is none. Call
/// it on that loop. Refusals: kInvalidRequest (a length that is no number), kRequestTooLarge, kBusy (no room in the
/// budget) and those of `admit`. The network library
/// must have been told to hand out requests before their bodies (enableRequestStream).
void ReadBody(const drogon::HttpRequestPtr& request, BodyRules rules, std::function<void(Body)> done);

/// Ends the connection once the answer to this request is on its way, for where the next one begins is not clear: what
/// else came on it is nobody's request.
void EndBehindAnswer(const drogon::HttpRequestPtr& request);

/// Whether the request came behind one at which its connection ends.
bool IsBehindTheEnd(const drogon::HttpRequestPtr& request);

/// Lets what comes of a body go by, for a request that is refused without it: the library would keep it on disk.
void DropBody(const drogon::HttpRequestPtr& request);

}  // namespace scriba::platform
