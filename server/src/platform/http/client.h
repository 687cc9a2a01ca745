// Calls to other servers over HTTP: speech engine, language model, captcha. Blocking, for worker threads only.
#pragma once

#include <chrono>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "platform/result.h"

namespace scriba::platform {

/// One part of a multipart/form-data body.
struct OutgoingPart {
  std::string name;
  std::string bytes;
  std::string filename;      ///< empty: a plain field
  std::string content_type;  ///< empty: none stated
};

struct OutgoingRequest {
  std::string method = "POST";
  std::string url;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;
  std::vector<OutgoingPart> parts;  ///< when not empty, the body
  std::chrono::milliseconds deadline{30'000};
  std::chrono::milliseconds connect_deadline{5'000};
  std::size_t max_answer_bytes = 16U << 20;
};

struct IncomingAnswer {
  int status = 0;
  std::string content_type;
  std::string body;
};

/// Sends and waits. Any HTTP status is an answer. Errors: kDeadlineExceeded, kBusy when `stop` was requested or the
/// server cannot be reached (the cause is in `internal`).
Result<IncomingAnswer> Fetch(const OutgoingRequest& request, const std::stop_token& stop = {});

}  // namespace scriba::platform
