#include <gmock/gmock.h>

#include "support/auth_app.h"

namespace scriba::testing {
namespace {

using platform::Method;

platform::Response Update(AuthApp& app, const TestUser& user, const nlohmann::json& body) {
  return app.Auth(Method::kPut, "/user", body, user.headers);
}

bool Stands(AuthApp& app, const TestUser& user) {
  return Send(app.router(), Method::kGet, "/auth/v1/user", user.headers).status == 200;
}

TEST(GetUser, ShowsTheSignedInUser) {
  AuthApp app;
  const auto user = app.SignUp("anna@example.com");
  const auto response = Send(app.router(), Method::kGet, "/auth/v1/user", user.headers);
  ASSERT_EQ(response.status, 200);
  EXPECT_EQ(JsonOf(response)["id"], user.id);
  EXPECT_EQ(JsonOf(response)["identities"].size(), 1U);
}

TEST(GetUser, TellsApartWhoIsNotSignedIn) {
  AuthApp app;
  const auto user = app.SignUp("anna@example.com");
  const std::string key = app.service().public_key();
  const auto row = [&](std::string name, platform::Headers headers, int status, std::string code) {
    return HttpScenario{
        .name = std::move(name),
        .target = "/auth/v1/user",
        .headers = std::move(headers),
        .status = status,
        .contains = {R"("code":")" + code + "\"", R"("error_code":")" + code + "\"", R"("message":)", R"("msg":)"}};
  };
  RunScenarios(app.router(),
               {row("nothing", {}, 401, "no_api_key"), row("wrong key", {{"apikey", "x"}}, 401, "invalid_api_key"),
                row("key only", {{"apikey", key}}, 401, "no_authorization"),
                row("key as bearer", app.AnonHeaders(), 403, "bad_jwt"),
                row("service key", app.ServiceHeaders(), 403, "bad_jwt"),
                row("garbage", {{"apikey", key}, {"authorization", "Bearer x"}}, 403, "bad_jwt"),
                row("other scheme", {{"apikey", key}, {"authorization", "Basic eDp5"}}, 403, "bad_jwt")});
  const auto response = Send(app.router(), Method::kGet, "/auth/v1/user", {{"apikey", key}});
  EXPECT_EQ(HeaderOf(response, "x-supabase-api-version"), "2024-01-01");
}

TEST(UpdateUser, MergesMetadataKeyByKey) {
  AuthApp app;
  const auto user = app.SignUp("anna@example.com");
  ASSERT_EQ(Update(app, user, {{"data", {{"city", "Torino"}, {"theme", "dark"}}}}).status, 200);
  const auto response =
      Update(app, user, {{"data", {{"city", nullptr}, {"theme", "light"}}}, {"role", "admin"}, {"id", "x"}});
  ASSERT_EQ(response.status, 200);
  const auto updated = JsonOf(response);
  EXPECT_EQ(updated["user_metadata"]["theme"], "light");
  EXPECT_EQ(updated["user_metadata"]["full_name"], "Anna Verdi");
  EXPECT_FALSE(updated["user_metadata"].contains("city"));
  EXPECT_EQ(updated["role"], "authenticated");
  EXPECT_EQ(updated["id"], user.id);
}

TEST(UpdateUser, RefusesMetadataThatWouldNotFitInATokenAnyMore) {
  AuthApp app;
  const auto user = app.SignUp("anna@example.com");
  ASSERT_EQ(Update(app, user, {{"data", {{"a", std::string(3000, 'a')}}}}).status, 200);
  const auto response = Update(app, user, {{"data", {{"b", std::string(3000, 'b')}}}});
  EXPECT_EQ(response.status, 400);
  EXPECT_EQ(JsonOf(response)["code"], "validation_failed");
  EXPECT_TRUE(Stands(app, app.SignIn("anna@example.com")));
}

TEST(UpdateUser, LeavesAppMetadataToTheServer) {
  AuthApp app;
  const auto user = app.SignUp("anna@example.com");
  const auto response = Update(app, user, {{"app_metadata", {{"role", "admin"}}}});
  EXPECT_EQ(response.status, 403);
  EXPECT_EQ(JsonOf(response)["code"], "not_admin");
}

TEST(UpdateUser, ChangesThePasswordAndEndsEveryOtherSession) {
  AuthApp app;
  const auto here = app.SignUp("anna@example.com");
  const auto there = app.SignIn("anna@example.com");
  ASSERT_TRUE(Stands(app, there));
  ASSERT_EQ(Update(app, here, {{"password", "NuovaSegreta2"}}).status, 200);
  EXPECT_TRUE(Stands(app, here));
  EXPECT_FALSE(Stands(app, there));
  EXPECT_EQ(app.Auth(Method::kPost, "/token?grant_type=password", {{"email", here.email}, {"password", kTestPassword}})
                .status,
            400);
  app.SignIn("anna@example.com", "NuovaSegreta2");
}

TEST(UpdateUser, NamesEveryRuleThatAWeakPasswordBreaks) {
  AuthApp app;
  const auto user = app.SignUp("anna@example.com");
  const auto reasons = [&](const std::string& password) {
    const auto response = Update(app, user, {{"password", password}});
    EXPECT_EQ(response.status, 422) << password;
    return JsonOf(response)["weak_password"]["reasons"];
  };
  EXPECT_EQ(reasons("Corta1"), nlohmann::json({"length"}));
  EXPECT_EQ(reasons("corta"), nlohmann::json({"length", "characters"}));
  EXPECT_EQ(reasons(""), nlohmann::json({"length", "characters"}));
  EXPECT_EQ(reasons("tuttominuscolo1"), nlohmann::json({"characters"}));
  EXPECT_EQ(reasons("TUTTOMAIUSCOLO1"), nlohmann::json({"characters"}));
  EXPECT_EQ(reasons("SenzaNemmenoUna"), nlohmann::json({"characters"}));
  app.SignIn("anna@example.com");
}

TEST(UpdateUser, RefusesTheSamePasswordAndAWrongCurrentOne) {
  AuthApp app;
  const auto user = app.SignUp("anna@example.com");
  const auto same = Update(app, user, {{"password", kTestPassword}});
  EXPECT_EQ(same.status, 422);
  EXPECT_EQ(JsonOf(same)["code"], "same_password");
  const auto wrong = Update(app, user, {{"password", "NuovaSegreta2"}, {"current_password", "Sbagliata1"}});
  EXPECT_EQ(wrong.status, 400);
  EXPECT_EQ(JsonOf(wrong)["code"], "invalid_credentials");
}

}  // namespace
}  // namespace scriba::testing
