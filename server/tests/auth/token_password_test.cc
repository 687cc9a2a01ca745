#include <gmock/gmock.h>

#include <future>
#include <thread>

#include "auth/jwt.h"
#include "auth/passwords.h"
#include "support/auth_app.h"

namespace scriba::testing {
namespace {

using platform::Method;

platform::Response SignIn(AuthApp& app, const std::string& email, const std::string& password) {
  return app.Auth(Method::kPost, "/token?grant_type=password", {{"email", email}, {"password", password}});
}

TEST(TokenPassword, AnswersASessionWhoseTokenSaysWhoItIs) {
  AuthApp app;
  const auto user = app.SignUp("anna@example.com");
  const auto response = SignIn(app, "ANNA@example.com", kTestPassword);
  ASSERT_EQ(response.status, 200) << response.body;
  EXPECT_EQ(HeaderOf(response, "cache-control"), "no-store");
  const auto claims = auth::VerifyJwt(JsonOf(response)["access_token"], *app.service().signing_keys().Current());
  ASSERT_TRUE(claims);
  EXPECT_EQ((*claims)["iss"], "http://localhost:8080/auth/v1");
  EXPECT_EQ((*claims)["sub"], user.id);
  EXPECT_EQ((*claims)["aud"], "authenticated");
  EXPECT_EQ((*claims)["role"], "authenticated");
  EXPECT_EQ((*claims)["email"], "anna@example.com");
  EXPECT_EQ((*claims)["phone"], "");
  EXPECT_EQ((*claims)["aal"], "aal1");
  EXPECT_EQ((*claims)["amr"][0]["method"], "password");
  EXPECT_EQ((*claims)["is_anonymous"], false);
  EXPECT_EQ((*claims)["exp"].get<std::int64_t>() - (*claims)["iat"].get<std::int64_t>(), 3600);
}

TEST(TokenPassword, TellsTheOwnerThatThePasswordIsWeakerThanANewOneMayBe) {
  AuthApp app;
  app.Auth(Method::kPost, "/signup", {{"email", "anna@example.com"}, {"password", "facile"}});
  const auto weak = JsonOf(SignIn(app, "anna@example.com", "facile"));
  EXPECT_EQ(weak["weak_password"]["reasons"], nlohmann::json({"length", "characters"}));
  EXPECT_TRUE(weak["weak_password"]["message"].is_string());
  EXPECT_TRUE(weak.contains("access_token"));
  app.SignUp("bea@example.com");
  EXPECT_FALSE(JsonOf(SignIn(app, "bea@example.com", kTestPassword)).contains("weak_password"));
}

TEST(TokenPassword, SaysTheSameForAnUnknownAddressAndAWrongPassword) {
  AuthApp app;
  app.SignUp("anna@example.com");
  const auto wrong = SignIn(app, "anna@example.com", "Sbagliata1");
  const auto unknown = SignIn(app, "nessuno@example.com", "Sbagliata1");
  EXPECT_EQ(wrong.status, 400);
  EXPECT_EQ(JsonOf(wrong)["code"], "invalid_credentials");
  EXPECT_EQ(wrong.status, unknown.status);
  EXPECT_EQ(wrong.body, unknown.body);
  EXPECT_EQ(wrong.headers, unknown.headers);
}

TEST(TokenPassword, RefusesAnUnconfirmedAddressOnlyToWhoKnowsThePassword) {
  auto config = AuthApp::DefaultConfig();
  config.autoconfirm = false;
  AuthApp app(config);
  app.Auth(Method::kPost, "/signup", {{"email", "anna@example.com"}, {"password", kTestPassword}});
  EXPECT_EQ(JsonOf(SignIn(app, "anna@example.com", kTestPassword))["code"], "email_not_confirmed");
  EXPECT_EQ(JsonOf(SignIn(app, "anna@example.com", "Sbagliata1"))["code"], "invalid_credentials");
}

TEST(TokenPassword, RefusesABannedUser) {
  AuthApp app;
  const auto user = app.SignUp("anna@example.com");
  const auto until = (app.clock().Now() + std::chrono::hours(1)).time_since_epoch().count();
  ASSERT_TRUE(platform::BlockOn(app.database().Execute("UPDATE accounts SET banned_until = $1", {until})));
  EXPECT_EQ(JsonOf(SignIn(app, "anna@example.com", kTestPassword))["code"], "user_banned");
  app.clock().Advance(std::chrono::hours(2));
  EXPECT_EQ(SignIn(app, "anna@example.com", kTestPassword).status, 200);
}

/// The answer to a sign-in whose account was read, and whose password is checked when the hash is another by then.
platform::Response SignInWhileTheHashBecomes(AuthApp& app, const std::string& password) {
  std::promise<void> release;
  const auto released = release.get_future().share();
  for (int i = 0; i < static_cast<int>(AuthApp::kWorkers); ++i) app.workers().Post([released] { released.wait(); });
  const auto waits = [&app](std::size_t works) {
    const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (app.workers().WaitingOf({}) != works && std::chrono::steady_clock::now() < patience) {
      std::this_thread::yield();
    }
    EXPECT_EQ(app.workers().WaitingOf({}), works);
  };
  waits(0);
  platform::Response answer;
  std::jthread signing_in([&] { answer = SignIn(app, "anna@example.com", kTestPassword); });
  waits(1);
  const std::string changed = auth::HashPassword(password);
  EXPECT_TRUE(platform::BlockOn(app.database().Execute("UPDATE accounts SET password_hash = $1", {changed})));
  release.set_value();
  signing_in.join();
  return answer;
}

TEST(TokenPassword, ASignInThatBeganBeforeTheChangeOfThePasswordOpensNoSession) {
  AuthApp app;
  app.SignUp("anna@example.com");
  const auto answer = SignInWhileTheHashBecomes(app, "NuovaSegreta2");
  EXPECT_EQ(answer.status, 400);
  EXPECT_EQ(JsonOf(answer)["code"], "invalid_credentials");
  EXPECT_EQ(SignIn(app, "anna@example.com", "NuovaSegreta2").status, 200);
}

// Telephone and desk sign in at once, and each replaces an outdated hash.
TEST(TokenPassword, APasswordThatWasHashedAnewMeanwhileIsStillRight) {
  AuthApp app;
  app.SignUp("anna@example.com");
  const auto answer = SignInWhileTheHashBecomes(app, kTestPassword);
  EXPECT_EQ(answer.status, 200) << answer.body;
}

TEST(TokenPassword, RefusesBadForms) {
  AuthApp app;
  const auto headers = app.AnonHeaders();
  const auto row = [&](std::string name, std::string query, std::string body, int status, std::string code) {
    return HttpScenario{.name = std::move(name),
                        .method = Method::kPost,
                        .target = "/auth/v1/token" + query,
                        .headers = headers,
                        .body = std::move(body),
                        .status = status,
                        .contains = {R"("code":")" + code + "\""}};
  };
  RunScenarios(app.router(),
               {row("no grant", "", "{}", 400, "invalid_credentials"),
                row("unknown grant", "?grant_type=id_token", "{}", 400, "invalid_credentials"),
                row("no JSON", "?grant_type=password", "x", 400, "bad_json"),
                row("no e-mail", "?grant_type=password", "{}", 400, "validation_failed"),
                row("password is a list", "?grant_type=password", R"({"email":"a@b.it","password":[]})", 400,
                    "validation_failed"),
                row("no password", "?grant_type=password", R"({"email":"a@b.it"})", 400, "invalid_credentials")});
}

TEST(TokenPassword, SlowsGuessingDownWithoutTellingWhoExists) {
  auto config = AuthApp::DefaultConfig();
  config.rate_limits = true;
  AuthApp app(config);
  app.SignUp("anna@example.com");
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(SignIn(app, "anna@example.com", "Sbagliata1").status, 400);
    EXPECT_EQ(SignIn(app, "nessuno@example.com", "Sbagliata1").status, 400);
  }
  const auto known = SignIn(app, "anna@example.com", kTestPassword);
  const auto unknown = SignIn(app, "nessuno@example.com", "Sbagliata1");
  EXPECT_EQ(known.status, 429);
  EXPECT_EQ(JsonOf(known)["code"], "over_request_rate_limit");
  EXPECT_EQ(known.body, unknown.body);
  app.clock().Advance(std::chrono::minutes(6));
  EXPECT_EQ(SignIn(app, "anna@example.com", kTestPassword).status, 200);
}

TEST(TokenPassword, CountsFailuresOnly) {
  auto config = AuthApp::DefaultConfig();
  config.rate_limits = true;
  AuthApp app(config);
  app.SignUp("anna@example.com");
  for (int i = 0; i < 15; ++i) EXPECT_EQ(SignIn(app, "anna@example.com", kTestPassword).status, 200);
}

}  // namespace
}  // namespace scriba::testing
