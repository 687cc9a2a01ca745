#include "support/data/data_app.h"

#include <stdexcept>

namespace scriba::testing {

using nlohmann::json;
using platform::Headers;
using platform::Method;
using platform::Response;

DataApp::DataApp()
    : keys_(auth_.database(), auth_.master()),
      subscriptions_(auth_.database(), auth_.clock(), {.self_activation = true}),
      service_(auth_.database(), keys_, auth_.clock(), auth_.service()),
      runner_(auth_.database(), auth_.clock(), {}),
      announcements_(auth_.database(), auth_.clock(), runner_),
      administration_parts_{
          .database = auth_.database(), .clock = auth_.clock(), .announcements = announcements_, .readers = readers_} {
  auth_.clock().Set(platform::SystemClock().Now());
  for (auto& procedure : billing::Procedures(subscriptions_, readers_)) service_.AddProcedure(std::move(procedure));
  for (auto& procedure : administration::Procedures(administration_parts_)) service_.AddProcedure(std::move(procedure));
  data::AddDataRoutes(auth_.router(), service_);
}

const TestUser& DataApp::User(const std::string& name) {
  const auto known = users_.find(name);
  if (known != users_.end()) return known->second;
  TestUser user = auth_.SignUp(name + "@example.org");
  if (name == "ada") auth_.SetRole(user.id, "admin");
  if (name == "sara") auth_.SetRole(user.id, "superadmin");
  return users_.emplace(name, std::move(user)).first->second;
}

Headers DataApp::HeadersOf(const std::string& name) {
  if (name == "anon") return auth_.AnonHeaders();
  return name == "service" ? auth_.ServiceHeaders() : User(name).headers;
}

Response DataApp::As(const std::string& name, Method method, const std::string& target, const std::string& body,
                     Headers more) {
  Headers headers = HeadersOf(name);
  if (!body.empty()) headers["content-type"] = "application/json";
  for (auto& [key, value] : more) headers[key] = value;
  return Send(router(), method, "/rest/v1/" + target, std::move(headers), body);
}

json DataApp::Insert(const std::string& name, const std::string& table, const json& row) {
  const Headers prefer{{"prefer", "return=representation"}};
  // Rows made one after the other are of different age, as they would be.
  clock().Advance(std::chrono::milliseconds(1));
  const Response response = As(name, Method::kPost, table, row.dump(), prefer);
  if (response.status != 201) throw std::runtime_error("insert refused: " + response.body);
  return JsonOf(response).at(0);
}

json DataApp::AddPatient(const std::string& name, const json& fields) {
  json row{{"first_name", "Maria"}, {"last_name", "Rossi"}, {"birth_date", "1980-01-31"}, {"gender", "female"}};
  row.update(fields);
  return Insert(name, "patients", row);
}

}  // namespace scriba::testing
