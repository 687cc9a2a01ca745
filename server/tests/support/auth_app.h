// The sign-in surface on a fresh database, with a clock to move: what every room's tests sign their callers in with.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "auth/service.h"
#include "platform/http/router.h"
#include "support/fake_clock.h"
#include "support/http_scenario.h"
#include "support/outbox.h"
#include "support/test_database.h"

namespace scriba::testing {

/// A signed-in doctor.
struct TestUser {
  std::string id;
  std::string email;
  std::string access_token;
  std::string refresh_token;
  /// `apikey` and the bearer token.
  platform::Headers headers;
};

constexpr const char* kTestPassword = "Segreta1";

class AuthApp {
 public:
  /// Rate limits are off unless a test is about them.
  static platform::Config DefaultConfig();

  explicit AuthApp(platform::Config config = DefaultConfig());

  platform::Database& database() { return *database_; }
  FakeClock& clock() { return clock_; }
  platform::MasterKey& master() { return master_; }
  static constexpr std::size_t kWorkers = 2;
  platform::WorkerPool& workers() { return workers_; }
  const platform::Config& config() const { return config_; }
  auth::Service& service() { return service_; }
  platform::Router& router() { return router_; }
  const std::filesystem::path& folder() const { return database_.folder(); }

  /// `apikey` alone, as a client without a session sends it: the key is the bearer too.
  platform::Headers AnonHeaders() const;
  platform::Headers ServiceHeaders() const;
  platform::Headers HeadersFor(const std::string& access_token) const;

  /// Signs up with kTestPassword. Throws when that is refused.
  TestUser SignUp(const std::string& email);
  /// A further session of the same person.
  TestUser SignIn(const std::string& email, const std::string& password = kTestPassword);
  /// Sets users.role as an operator would.
  void SetRole(const std::string& user_id, const std::string& role);

  /// A JSON request to /auth/v1 with the public key.
  platform::Response Auth(platform::Method method, const std::string& path, const nlohmann::json& body,
                          platform::Headers headers = {});
  /// The newest mail to an address. Throws when there is none.
  OutboxMail MailTo(const std::string& email);
  std::size_t MailCount();
  /// Sends the mails that wait, as the runner would at once; Auth() does after each request.
  void SendMails();
  /// Opens the link of a mail as a browser does.
  platform::Response Open(const std::string& link);

  /// The rows of a query, for looking behind the surface.
  platform::Rows Query(const std::string& sql, std::vector<platform::Value> parameters = {});

 private:
  TestUser UserFrom(const platform::Response& response) const;

  TestDatabase database_;
  FakeClock clock_;
  platform::Config config_;
  platform::MasterKey master_;
  platform::WorkerPool workers_{"auth-test", kWorkers};
  platform::JobRunner runner_;  // never started: SendMails() does its work
  auth::Service service_;
  platform::Router router_;
};

}  // namespace scriba::testing
