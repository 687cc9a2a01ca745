#include <gmock/gmock.h>

#include <thread>

#include "support/auth_app.h"

namespace scriba::testing {
namespace {

using platform::Method;
using std::chrono::seconds;

platform::Response Refresh(AuthApp& app, const std::string& token) {
  return app.Auth(Method::kPost, "/token?grant_type=refresh_token", {{"refresh_token", token}});
}

/// Refreshes `times` times; answers every token from the first on.
std::vector<std::string> Rotate(AuthApp& app, const std::string& first, int times) {
  std::vector<std::string> tokens{first};
  for (int i = 0; i < times; ++i) tokens.push_back(JsonOf(Refresh(app, tokens.back()))["refresh_token"]);
  return tokens;
}

int UserStatus(AuthApp& app, const platform::Headers& headers) {
  return Send(app.router(), Method::kGet, "/auth/v1/user", headers).status;
}

TEST(TokenRefresh, RotatesTheCurrentToken) {
  AuthApp app;
  const auto user = app.SignUp("anna@example.com");
  app.clock().Advance(seconds(60));
  const auto response = Refresh(app, user.refresh_token);
  ASSERT_EQ(response.status, 200) << response.body;
  const auto session = JsonOf(response);
  EXPECT_NE(session["refresh_token"], user.refresh_token);
  EXPECT_NE(session["access_token"], user.access_token);
  EXPECT_EQ(UserStatus(app, app.HeadersFor(session["access_token"])), 200);
}

TEST(TokenRefresh, GivesTheCurrentTokenAgainToWhoLostTheLastAnswer) {
  AuthApp app;
  const auto user = app.SignUp("anna@example.com");
  const auto tokens = Rotate(app, user.refresh_token, 1);
  app.clock().Advance(std::chrono::hours(24));
  const auto again = Refresh(app, tokens[0]);
  ASSERT_EQ(again.status, 200);
  EXPECT_EQ(JsonOf(again)["refresh_token"], tokens[1]);
  EXPECT_EQ(Refresh(app, tokens[1]).status, 200);
}

TEST(TokenRefresh, ToleratesOldTokensRightAfterARefresh) {
  AuthApp app;
  const auto tokens = Rotate(app, app.SignUp("anna@example.com").refresh_token, 3);
  app.clock().Advance(seconds(9));
  const auto response = Refresh(app, tokens[0]);
  ASSERT_EQ(response.status, 200);
  EXPECT_EQ(JsonOf(response)["refresh_token"], tokens[3]);
}

TEST(TokenRefresh, EndsTheSessionWhenAnOldTokenComesBackLater) {
  AuthApp app;
  const auto user = app.SignUp("anna@example.com");
  const auto tokens = Rotate(app, user.refresh_token, 2);
  EXPECT_EQ(UserStatus(app, user.headers), 200);
  app.clock().Advance(seconds(10));
  const auto reuse = Refresh(app, tokens[0]);
  EXPECT_EQ(reuse.status, 400);
  EXPECT_EQ(JsonOf(reuse)["code"], "refresh_token_already_used");
  EXPECT_EQ(UserStatus(app, user.headers), 403);
  EXPECT_EQ(JsonOf(Refresh(app, tokens[2]))["code"], "refresh_token_not_found");
}

TEST(TokenRefresh, LetsTwoCallsWithTheSameTokenBothSucceed) {
  AuthApp app;
  const auto user = app.SignUp("anna@example.com");
  std::vector<int> statuses(8);
  std::vector<std::string> current(8);
  {
    std::vector<std::jthread> tabs;
    for (std::size_t i = 0; i < statuses.size(); ++i) {
      tabs.emplace_back([&, i] {
        const auto response = Refresh(app, user.refresh_token);
        statuses[i] = response.status;
        current[i] = JsonOf(response)["refresh_token"];
      });
    }
  }
  EXPECT_THAT(statuses, ::testing::Each(200));
  EXPECT_THAT(current, ::testing::Each(current[0]));
}

TEST(TokenRefresh, RefusesWhatIsNoTokenOfOurs) {
  AuthApp app;
  const auto user = app.SignUp("anna@example.com");
  AuthApp other;
  const std::string foreign = other.SignUp("anna@example.com").refresh_token;
  std::string tampered = user.refresh_token;
  tampered[30] = tampered[30] == 'A' ? 'B' : 'A';
  for (const std::string& token : {std::string("x"), std::string("Zm9v"), tampered, foreign, user.access_token}) {
    EXPECT_EQ(JsonOf(Refresh(app, token))["code"], "refresh_token_not_found") << token;
  }
  EXPECT_EQ(JsonOf(Refresh(app, ""))["code"], "validation_failed");
  EXPECT_EQ(Refresh(app, user.refresh_token).status, 200);
}

TEST(TokenRefresh, RefusesABannedUser) {
  AuthApp app;
  const auto user = app.SignUp("anna@example.com");
  const auto until = (app.clock().Now() + std::chrono::hours(1)).time_since_epoch().count();
  ASSERT_TRUE(platform::BlockOn(app.database().Execute("UPDATE accounts SET banned_until = $1", {until})));
  EXPECT_EQ(JsonOf(Refresh(app, user.refresh_token))["code"], "user_banned");
}

}  // namespace
}  // namespace scriba::testing
