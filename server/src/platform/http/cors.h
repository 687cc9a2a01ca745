// Cross-origin calls (WHATWG Fetch): which pages of other origins may call us from a browser, and what they may see.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "platform/http/message.h"

namespace scriba::platform {

/// No origin but our own unless the operator lists it. Callers prove who they are by a header and never by a cookie, so
/// a page gains nothing that it was not given; credentials mode is not offered.
class Cors {
 public:
  explicit Cors(std::vector<std::string> origins) : origins_(std::move(origins)) {}

  /// The answer to a browser's question whether a listed origin may call; nothing for everything else.
  std::optional<Response> Preflight(const Request& request) const;

  /// Lets the page of a listed origin read an answer.
  void Allow(const Request& request, Response& response) const;

 private:
  bool IsListed(const Request& request) const;

  const std::vector<std::string> origins_;
};

}  // namespace scriba::platform
