#include <gmock/gmock.h>

#include "support/auth_app.h"

namespace scriba::testing {
namespace {

using platform::Method;

/// Three sessions of one doctor, and one of another.
struct Sessions {
  AuthApp app;
  TestUser here = app.SignUp("anna@example.com");
  TestUser there = app.SignIn("anna@example.com");
  TestUser elsewhere = app.SignIn("anna@example.com");
  TestUser other = app.SignUp("bruno@example.com");

  /// Whether the access tokens of the four, and their refresh tokens, are still taken.
  std::vector<bool> Standing() {
    std::vector<bool> standing;
    for (const TestUser* user : {&here, &there, &elsewhere, &other}) {
      const bool access = Send(app.router(), Method::kGet, "/auth/v1/user", user->headers).status == 200;
      const nlohmann::json body{{"refresh_token", user->refresh_token}};
      const bool refresh = app.Auth(Method::kPost, "/token?grant_type=refresh_token", body).status == 200;
      EXPECT_EQ(access, refresh);
      standing.push_back(access);
    }
    return standing;
  }
  platform::Response SignOut(const std::string& query) {
    auto headers = here.headers;
    headers.emplace("content-type", "application/json;charset=UTF-8");
    return Send(app.router(), Method::kPost, "/auth/v1/logout" + query, headers);
  }
};

TEST(SignOut, EndsEverySessionByDefault) {
  Sessions sessions;
  EXPECT_THAT(sessions.Standing(), ::testing::ElementsAre(true, true, true, true));
  const auto response = sessions.SignOut("");
  EXPECT_EQ(response.status, 204);
  EXPECT_EQ(response.body, "");
  EXPECT_THAT(sessions.Standing(), ::testing::ElementsAre(false, false, false, true));
}

TEST(SignOut, EndsThisSessionOnly) {
  Sessions sessions;
  EXPECT_EQ(sessions.SignOut("?scope=local").status, 204);
  EXPECT_THAT(sessions.Standing(), ::testing::ElementsAre(false, true, true, true));
}

TEST(SignOut, EndsTheOthersOnly) {
  Sessions sessions;
  EXPECT_EQ(sessions.SignOut("?scope=others").status, 204);
  EXPECT_THAT(sessions.Standing(), ::testing::ElementsAre(true, false, false, true));
}

TEST(SignOut, RefusesAnUnknownScopeAndEndsNothing) {
  Sessions sessions;
  const auto response = sessions.SignOut("?scope=all");
  EXPECT_EQ(response.status, 400);
  EXPECT_EQ(JsonOf(response)["code"], "validation_failed");
  EXPECT_THAT(sessions.Standing(), ::testing::ElementsAre(true, true, true, true));
}

TEST(SignOut, SaysThatTheSessionIsGoneTheSecondTime) {
  Sessions sessions;
  sessions.SignOut("");
  const auto response = sessions.SignOut("");
  EXPECT_EQ(response.status, 403);
  EXPECT_EQ(JsonOf(response)["code"], "session_not_found");
}

}  // namespace
}  // namespace scriba::testing
