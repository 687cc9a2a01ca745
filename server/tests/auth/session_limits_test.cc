#include <gmock/gmock.h>

#include "support/auth_app.h"

namespace scriba::testing {
namespace {

using platform::Method;
using std::chrono::hours;

platform::Config WithLimits(double idle_hours, double max_hours) {
  platform::Config config = AuthApp::DefaultConfig();
  config.session_idle_hours = idle_hours;
  config.session_max_hours = max_hours;
  return config;
}

platform::Response Refresh(AuthApp& app, const std::string& token) {
  return app.Auth(Method::kPost, "/token?grant_type=refresh_token", {{"refresh_token", token}});
}

std::string Refreshed(AuthApp& app, const std::string& token) { return JsonOf(Refresh(app, token))["refresh_token"]; }

int UserStatus(AuthApp& app, const std::string& token) {
  return Send(app.router(), Method::kGet, "/auth/v1/user", app.HeadersFor(token)).status;
}

TEST(SessionLimits, EndASessionWhoseClientStaysAway) {
  AuthApp app(WithLimits(24, 0));
  const auto user = app.SignUp("anna@example.com");
  app.clock().Advance(hours(23));
  const std::string token = Refreshed(app, user.refresh_token);
  app.clock().Advance(hours(23));
  EXPECT_EQ(Refresh(app, token).status, 200);
  app.clock().Advance(hours(25));
  const auto refused = Refresh(app, token);
  EXPECT_EQ(refused.status, 400);
  EXPECT_EQ(JsonOf(refused)["code"], "session_expired");
  EXPECT_EQ(JsonOf(Refresh(app, token))["code"], "refresh_token_not_found") << "the session is gone";
  EXPECT_EQ(app.Query("SELECT 1 FROM audit_log WHERE event = 'session_timed_out'").size(), 1U);
}

TEST(SessionLimits, EndASessionAtItsGreatestAgeHoweverBusy) {
  AuthApp app(WithLimits(0, 3));
  const auto user = app.SignUp("anna@example.com");
  std::string refresh = user.refresh_token;
  std::string access;
  for (int i = 0; i < 2; ++i) {
    app.clock().Advance(hours(1));
    const auto session = JsonOf(Refresh(app, refresh));
    refresh = session["refresh_token"];
    access = session["access_token"];
  }
  EXPECT_EQ(UserStatus(app, access), 200);
  app.clock().Advance(std::chrono::minutes(59));
  EXPECT_EQ(UserStatus(app, access), 200);
  app.clock().Advance(std::chrono::minutes(1));
  EXPECT_EQ(UserStatus(app, access), 403) << "the access token would be good for another second";
  EXPECT_EQ(JsonOf(Refresh(app, refresh))["code"], "session_expired");
}

TEST(SessionLimits, CanBeSwitchedOff) {
  AuthApp app(WithLimits(0, 0));
  const auto user = app.SignUp("anna@example.com");
  app.clock().Advance(hours(24 * 4000));
  EXPECT_EQ(Refresh(app, user.refresh_token).status, 200);
}

TEST(Prune, RemovesWhatIsOverAndKeepsWhatIsAlive) {
  platform::Config config = WithLimits(24, 0);
  config.audit_log_days = 30;
  AuthApp app(config);
  app.SignUp("anna@example.com");
  app.Auth(Method::kPost, "/recover", {{"email", "anna@example.com"}});
  app.Auth(
      Method::kPost, "/recover",
      {{"email", "anna@example.com"}, {"code_challenge", std::string(43, 'a')}, {"code_challenge_method", "plain"}});
  const auto count = [&](const char* table) { return app.Query(std::string("SELECT * FROM ") + table).size(); };
  ASSERT_EQ(count("sessions"), 1U);
  ASSERT_EQ(count("one_time_tokens"), 1U);
  ASSERT_EQ(count("flow_states"), 1U);
  const std::size_t lines = count("audit_log");
  ASSERT_GT(lines, 0U);

  ASSERT_TRUE(platform::BlockOn(app.service().Prune()));
  EXPECT_EQ(count("sessions"), 1U);
  EXPECT_EQ(count("one_time_tokens"), 1U);

  app.clock().Advance(hours(25));
  app.SignIn("anna@example.com");
  ASSERT_TRUE(platform::BlockOn(app.service().Prune()));
  EXPECT_EQ(count("sessions"), 1U) << "the new one";
  EXPECT_EQ(count("one_time_tokens"), 0U);
  EXPECT_EQ(count("flow_states"), 0U);
  EXPECT_GT(count("audit_log"), lines);

  app.clock().Advance(hours(24 * 31));
  ASSERT_TRUE(platform::BlockOn(app.service().Prune()));
  EXPECT_EQ(count("audit_log"), 0U);
  EXPECT_EQ(count("accounts"), 1U);
}

TEST(Prune, TakesUpASigningKeyThatAnotherProcessMade) {
  AuthApp app;
  const auto user = app.SignUp("anna@example.com");
  const std::string former = app.service().signing_keys().Current()->kid;
  auth::SigningKeys elsewhere(app.database(), app.master(), app.clock());
  ASSERT_TRUE(platform::BlockOn(elsewhere.Load()));
  app.clock().Advance(std::chrono::minutes(1));
  ASSERT_TRUE(platform::BlockOn(elsewhere.Rotate()));
  EXPECT_EQ(app.service().signing_keys().Current()->kid, former);
  ASSERT_TRUE(platform::BlockOn(app.service().Prune()));
  EXPECT_EQ(app.service().signing_keys().Current()->kid, elsewhere.Current()->kid);
  EXPECT_EQ(UserStatus(app, user.access_token), 200) << "the former key still verifies";
}

}  // namespace
}  // namespace scriba::testing
