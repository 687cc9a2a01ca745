// HTTP behaviour as a table: who asks for what, and what they must and must not see.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "platform/http/router.h"

namespace scriba::testing {

/// Sends one request through the router and waits for the answer, as a client on 192.0.2.1 (RFC 5737).
/// `target` is the path with an optional query, as it stands on the wire.
platform::Response Send(const platform::Router& router, platform::Method method, const std::string& target,
                        platform::Headers headers = {}, std::string body = {});

/// The same with a JSON body and its content type.
platform::Response SendJson(const platform::Router& router, platform::Method method, const std::string& target,
                            platform::Headers headers, const nlohmann::json& body);

/// The answer's body as JSON; a discarded value when it is none.
nlohmann::json JsonOf(const platform::Response& response);

/// The header's value, or "".
std::string HeaderOf(const platform::Response& response, std::string_view name);

/// One row of the table.
struct HttpScenario {
  std::string name;
  platform::Method method = platform::Method::kGet;
  std::string target;
  platform::Headers headers = {};
  std::string body = {};
  int status = 200;
  std::vector<std::string> contains = {};  ///< each must stand in the answer's body
  std::vector<std::string> lacks = {};     ///< none may
};

/// Runs every row; a failing one is reported by its name and the others still run.
void RunScenarios(const platform::Router& router, const std::vector<HttpScenario>& scenarios);

}  // namespace scriba::testing
