#include "support/http_scenario.h"

#include <gmock/gmock.h>

#include "platform/ids.h"
#include "platform/task.h"

namespace scriba::testing {

platform::Response Send(const platform::Router& router, platform::Method method, const std::string& target,
                        platform::Headers headers, std::string body) {
  const auto question = target.find('?');
  platform::Request request;
  request.method = method;
  request.raw_path = target.substr(0, question);
  if (question != std::string::npos) request.raw_query = target.substr(question + 1);
  request.headers = std::move(headers);
  request.body = std::move(body);
  request.client_address = "192.0.2.1";
  request.request_id = platform::NewUuid();
  return platform::BlockOn(router.Dispatch(request));
}

platform::Response SendJson(const platform::Router& router, platform::Method method, const std::string& target,
                            platform::Headers headers, const nlohmann::json& body) {
  headers["content-type"] = "application/json;charset=UTF-8";
  return Send(router, method, target, std::move(headers), body.dump());
}

nlohmann::json JsonOf(const platform::Response& response) {
  return nlohmann::json::parse(response.body, nullptr, false);
}

std::string HeaderOf(const platform::Response& response, std::string_view name) {
  for (const auto& [key, value] : response.headers) {
    if (platform::SameName(key, name)) return value;
  }
  return {};
}

void RunScenarios(const platform::Router& router, const std::vector<HttpScenario>& scenarios) {
  for (const HttpScenario& scenario : scenarios) {
    SCOPED_TRACE(scenario.name);
    const auto response = Send(router, scenario.method, scenario.target, scenario.headers, scenario.body);
    EXPECT_EQ(response.status, scenario.status) << response.body;
    for (const std::string& text : scenario.contains) EXPECT_THAT(response.body, ::testing::HasSubstr(text));
    for (const std::string& text : scenario.lacks)
      EXPECT_THAT(response.body, ::testing::Not(::testing::HasSubstr(text)));
  }
}

}  // namespace scriba::testing
