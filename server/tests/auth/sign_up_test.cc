#include <gmock/gmock.h>

#include "auth/profile_recovery.h"
#include "support/auth_app.h"

namespace scriba::testing {
namespace {

using platform::Method;
using ::testing::ElementsAre;

nlohmann::json Form(const std::string& email, const std::string& password) {
  return {{"email", email}, {"password", password}, {"data", {{"full_name", "Anna Verdi"}}}};
}

TEST(SignUp, AnswersASessionWhenAccountsNeedNoConfirmation) {
  AuthApp app;
  const auto response = app.Auth(Method::kPost, "/signup", Form("Anna.Verdi@Example.com", "abcdef"));
  ASSERT_EQ(response.status, 200) << response.body;
  EXPECT_EQ(HeaderOf(response, "cache-control"), "no-store");
  const auto session = JsonOf(response);
  EXPECT_EQ(session["token_type"], "bearer");
  EXPECT_EQ(session["expires_in"], 3600);
  EXPECT_EQ(session["expires_at"], platform::ToUnixSeconds(app.clock().Now()) + 3600);
  const auto& user = session["user"];
  EXPECT_EQ(user["email"], "anna.verdi@example.com");
  EXPECT_EQ(user["aud"], "authenticated");
  EXPECT_EQ(user["role"], "authenticated");
  EXPECT_EQ(user["phone"], "");
  EXPECT_EQ(user["is_anonymous"], false);
  EXPECT_EQ(user["created_at"], "2026-09-14T09:00:00.000000Z");
  EXPECT_EQ(user["email_confirmed_at"], "2026-09-14T09:00:00.000000Z");
  EXPECT_EQ(user["app_metadata"], (nlohmann::json{{"provider", "email"}, {"providers", {"email"}}}));
  EXPECT_EQ(user["user_metadata"]["full_name"], "Anna Verdi");
  ASSERT_EQ(user["identities"].size(), 1U);
  EXPECT_EQ(user["identities"][0]["id"], user["id"]);
  EXPECT_NE(user["identities"][0]["identity_id"], user["id"]);
  EXPECT_EQ(user["identities"][0]["identity_data"]["email"], "anna.verdi@example.com");
  EXPECT_FALSE(user.contains("factors"));
  EXPECT_FALSE(user.contains("banned_until"));
}

TEST(SignUp, CreatesTheProfileOfAFreeDoctor) {
  AuthApp app;
  const auto user = app.SignUp("anna.verdi@example.com");
  const auto rows =
      app.Query("SELECT email, username, full_name, role, subscription_tier FROM users WHERE id = $1", {user.id});
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].Text(0), "anna.verdi@example.com");
  EXPECT_EQ(rows[0].Text(1), "anna.verdi");
  EXPECT_EQ(rows[0].Text(2), "Anna Verdi");
  EXPECT_EQ(rows[0].Text(3), "doctor");
  EXPECT_EQ(rows[0].Text(4), "free");
}

TEST(RecoverProfile, MakesTheMissingOneOfAnAddressAndOfNobodyElse) {
  AuthApp app;
  const auto anna = app.SignUp("anna@example.com");
  const auto bruno = app.SignUp("bruno@example.com");
  ASSERT_TRUE(platform::BlockOn(app.database().Execute("DELETE FROM users")));
  const auto restore = [&](const std::string& email, const std::string& id) {
    std::function<platform::Task<platform::Result<>>(platform::Connection&)> work =
        [&](platform::Connection& connection) { return auth::RecoverProfile(connection, email, id); };
    return platform::BlockOn(app.database().WriteWith(std::move(work))).has_value();
  };
  EXPECT_TRUE(restore("anna@example.com", bruno.id));
  EXPECT_TRUE(restore("nessuno@example.com", ""));
  EXPECT_TRUE(app.Query("SELECT id FROM users").empty()) << "answered alike, and nothing made";
  EXPECT_TRUE(restore("anna@example.com", ""));
  EXPECT_TRUE(restore("bruno@example.com", bruno.id));
  const auto rows = app.Query("SELECT id, email, full_name, role FROM users ORDER BY email");
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].Text(0), anna.id);
  EXPECT_EQ(rows[0].Text(2), "Anna Verdi");
  EXPECT_EQ(rows[0].Text(3), "doctor");
  EXPECT_EQ(rows[1].Text(0), bruno.id);
}

TEST(SignUp, AnnouncesTheAccountOnceItIsThere) {
  AuthApp app;
  std::vector<std::string> announced;
  app.service().OnAccountCreated([&](const auth::AccountCreated& news) { announced.push_back(news.email); });
  app.SignUp("anna@example.com");
  app.Auth(Method::kPost, "/signup", Form("anna@example.com", "abcdef"));
  EXPECT_THAT(announced, ElementsAre("anna@example.com"));
}

TEST(SignUp, KeepsNoPasswordInReadableForm) {
  AuthApp app;
  app.SignUp("anna@example.com");
  const auto rows = app.Query("SELECT password_hash FROM accounts");
  EXPECT_THAT(rows[0].Text(0), ::testing::StartsWith("$argon2id$"));
}

TEST(SignUp, NeverTakesARoleFromTheForm) {
  AuthApp app;
  auto form = Form("eva@example.com", "abcdef");
  form["role"] = "superadmin";
  form["data"]["role"] = "superadmin";
  form["data"]["sub"] = "00000000-0000-4000-8000-000000000000";
  const auto user = JsonOf(app.Auth(Method::kPost, "/signup", form))["user"];
  EXPECT_EQ(user["role"], "authenticated");
  EXPECT_EQ(user["user_metadata"]["sub"], user["id"]);
  EXPECT_EQ(app.Query("SELECT role FROM users")[0].Text(0), "doctor");
}

TEST(SignUp, DoesNotTellAStrangerThatAnAddressIsTaken) {
  auto config = AuthApp::DefaultConfig();
  config.autoconfirm = false;
  AuthApp app(config);
  const auto first = JsonOf(app.Auth(Method::kPost, "/signup", Form("anna@example.com", "abcdef")));
  EXPECT_FALSE(first.contains("access_token"));
  EXPECT_EQ(first["email"], "anna@example.com");
  EXPECT_EQ(first["identities"].size(), 1U);
  app.Query("SELECT 1");
  ASSERT_TRUE(platform::BlockOn(app.database().Execute("UPDATE accounts SET email_confirmed_at = 1")));
  const auto response = app.Auth(Method::kPost, "/signup", Form("anna@example.com", "abcdef"));
  ASSERT_EQ(response.status, 200);
  const auto second = JsonOf(response);
  EXPECT_NE(second["id"], first["id"]);
  EXPECT_EQ(second["identities"], nlohmann::json::array());
  EXPECT_FALSE(second.contains("email_confirmed_at"));
}

TEST(SignUp, RefusesBadFormsAndCreatesNobody) {
  AuthApp app;
  const auto headers = app.AnonHeaders();
  const std::string long_local = std::string(65, 'a') + "@example.com";
  const std::string deep =
      R"({"email":"a@b.it","password":"abcdef","data":)" + std::string(40, '[') + std::string(40, ']') + "}";
  const auto row = [&](std::string name, std::string body, int status, std::string code) {
    return HttpScenario{.name = std::move(name),
                        .method = Method::kPost,
                        .target = "/auth/v1/signup",
                        .headers = headers,
                        .body = std::move(body),
                        .status = status,
                        .contains = {R"("code":")" + code + "\""}};
  };
  RunScenarios(
      app.router(),
      {row("not JSON", "{", 400, "bad_json"), row("an array", "[]", 400, "bad_json"),
       row("nothing", "{}", 422, "anonymous_provider_disabled"),
       row("no password", R"({"email":"a@b.it"})", 400, "validation_failed"),
       row("no e-mail", R"({"password":"abcdef"})", 400, "validation_failed"),
       row("no address", R"({"email":"anna","password":"abcdef"})", 400, "validation_failed"),
       row("line break", R"({"email":"a@b.it\r\nBcc: c@d.it","password":"abcdef"})", 400, "validation_failed"),
       row("zero byte", R"({"email":"a\u0000@b.it","password":"abcdef"})", 400, "validation_failed"),
       row("long local part", R"({"email":")" + long_local + R"(","password":"abcdef"})", 400, "validation_failed"),
       row("number as e-mail", R"({"email":7,"password":"abcdef"})", 400, "validation_failed"),
       row("short password", R"({"email":"a@b.it","password":"abcde"})", 422, "weak_password"),
       row("long password", R"({"email":"a@b.it","password":")" + std::string(73, 'x') + R"("})", 400,
           "validation_failed"),
       row("metadata is a list", R"({"email":"a@b.it","password":"abcdef","data":[]})", 400, "validation_failed"),
       row("deep metadata", deep, 400, "validation_failed"),
       row("large metadata",
           R"({"email":"a@b.it","password":"abcdef","data":{"x":")" + std::string(5000, 'x') + R"("}})", 400,
           "validation_failed")});
  EXPECT_EQ(app.Query("SELECT count(*) FROM accounts")[0].Int(0), 0);
  EXPECT_EQ(app.Query("SELECT count(*) FROM users")[0].Int(0), 0);
}

TEST(SignUp, CanBeSwitchedOff) {
  auto config = AuthApp::DefaultConfig();
  config.signup_enabled = false;
  AuthApp app(config);
  const auto response = app.Auth(Method::kPost, "/signup", Form("anna@example.com", "abcdef"));
  EXPECT_EQ(response.status, 422);
  EXPECT_EQ(JsonOf(response)["code"], "signup_disabled");
}

TEST(SignUp, RefusesATakenAddressInWhateverCase) {
  AuthApp app;
  app.SignUp("anna@example.com");
  const auto response = app.Auth(Method::kPost, "/signup", Form("ANNA@example.com", "abcdef"));
  EXPECT_EQ(response.status, 422);
  EXPECT_EQ(JsonOf(response)["code"], "user_already_exists");
}

}  // namespace
}  // namespace scriba::testing
