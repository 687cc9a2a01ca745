#include <gmock/gmock.h>

#include "support/auth_app.h"

namespace scriba::testing {
namespace {

using platform::Method;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

/// The parameters of a part of an address.
std::map<std::string, std::string> Parameters(const std::string& part) {
  std::map<std::string, std::string> map;
  for (auto& [key, value] : platform::ParseQuery(part)) map.emplace(key, value);
  return map;
}

struct Location {
  std::string base;
  std::map<std::string, std::string> query;
  std::map<std::string, std::string> fragment;
};

Location LocationOf(const platform::Response& response) {
  const std::string whole = HeaderOf(response, "location");
  const auto hash = whole.find('#');
  const std::string before = whole.substr(0, hash);
  const auto question = before.find('?');
  return {.base = before.substr(0, question),
          .query = Parameters(question == std::string::npos ? "" : before.substr(question + 1)),
          .fragment = Parameters(hash == std::string::npos ? "" : whole.substr(hash + 1))};
}

platform::Response Recover(AuthApp& app, const std::string& email, const std::string& query = "") {
  return app.Auth(Method::kPost, "/recover" + query, {{"email", email}});
}

TEST(Recover, SendsALinkThatSignsInAndSetsANewPassword) {
  AuthApp app;
  const auto user = app.SignUp("anna@example.com");
  const auto response = Recover(app, "Anna@example.com", "?redirect_to=http%3A%2F%2Flocalhost%3A8080%2Freset-password");
  ASSERT_EQ(response.status, 200) << response.body;
  EXPECT_EQ(response.body, "{}");
  const auto mail = app.MailTo("anna@example.com");
  EXPECT_EQ(mail.subject, "Reimposta la tua password");
  EXPECT_THAT(mail.html, HasSubstr("Scegli una nuova password"));

  const auto redirect = app.Open(mail.Link());
  ASSERT_EQ(redirect.status, 303);
  EXPECT_EQ(HeaderOf(redirect, "referrer-policy"), "no-referrer");
  EXPECT_EQ(HeaderOf(redirect, "cache-control"), "no-store");
  const auto location = LocationOf(redirect);
  EXPECT_EQ(location.base, "http://localhost:8080/reset-password");
  EXPECT_EQ(location.query.at("type"), "recovery");
  EXPECT_EQ(location.query.at("access_token"), location.fragment.at("access_token"));
  for (const char* name : {"expires_at", "expires_in", "refresh_token", "sb", "token_type", "type"}) {
    EXPECT_TRUE(location.fragment.contains(name)) << name;
  }
  const auto headers = app.HeadersFor(location.query.at("access_token"));
  ASSERT_EQ(app.Auth(Method::kPut, "/user", {{"password", "NuovaSegreta2"}}, headers).status, 200);
  EXPECT_EQ(app.SignIn("anna@example.com", "NuovaSegreta2").id, user.id);
}

TEST(Recover, AnswersAlikeForKnownAndUnknownAddresses) {
  auto config = AuthApp::DefaultConfig();
  config.rate_limits = true;
  AuthApp app(config);
  app.SignUp("anna@example.com");
  for (int i = 0; i < 8; ++i) {
    const auto known = Recover(app, "anna@example.com");
    const auto unknown = Recover(app, "nessuno@example.com");
    EXPECT_EQ(known.status, i < 6 ? 200 : 429);
    EXPECT_EQ(known.status, unknown.status);
    EXPECT_EQ(known.body, unknown.body);
  }
  EXPECT_EQ(JsonOf(Recover(app, "anna@example.com"))["code"], "over_email_send_rate_limit");
  EXPECT_EQ(app.MailCount(), 6U);
}

TEST(VerifyLink, WorksOnceAndForAnHour) {
  AuthApp app;
  app.SignUp("anna@example.com");
  Recover(app, "anna@example.com");
  const std::string link = app.MailTo("anna@example.com").Link();
  EXPECT_TRUE(LocationOf(app.Open(link)).fragment.contains("access_token"));
  const auto second = LocationOf(app.Open(link));
  EXPECT_EQ(second.base, "http://localhost:8080/reset-password");
  EXPECT_EQ(second.fragment.at("error"), "access_denied");
  EXPECT_EQ(second.fragment.at("error_code"), "otp_expired");
  EXPECT_TRUE(second.query.empty());

  Recover(app, "anna@example.com");
  app.clock().Advance(std::chrono::hours(1));
  EXPECT_EQ(LocationOf(app.Open(app.MailTo("anna@example.com").Link())).fragment.at("error_code"), "otp_expired");
}

TEST(VerifyLink, IsNotUsedUpByAScannerThatLooksAtTheHeader) {
  AuthApp app;
  app.SignUp("anna@example.com");
  Recover(app, "anna@example.com");
  const std::string link = app.MailTo("anna@example.com").Link();
  Send(app.router(), Method::kHead, link.substr(app.config().public_url.size()));
  EXPECT_TRUE(LocationOf(app.Open(link)).fragment.contains("access_token"));
}

TEST(VerifyLink, NeverLeadsToAStrangersSite) {
  auto config = AuthApp::DefaultConfig();
  config.redirect_urls = {"https://*.studio.example/app/**"};
  AuthApp app(config);
  app.SignUp("anna@example.com");
  const auto target = [&](const std::string& redirect_to) {
    app.Auth(Method::kPost, "/otp?redirect_to=" + redirect_to, {{"email", "anna@example.com"}});
    return LocationOf(app.Open(app.MailTo("anna@example.com").Link())).base;
  };
  EXPECT_EQ(target("http://localhost:8080/app"), "http://localhost:8080/app");
  EXPECT_EQ(target("https://rossi.studio.example/app/a/b"), "https://rossi.studio.example/app/a/b");
  for (const char* evil :
       {"https://evil.example", "http://localhost:8080.evil.example", "http://localhost:8080@evil.example",
        "//evil.example", "http://localhost:80801/", "javascript:alert(1)", "https://a.b.studio.example/app/",
        "https://evil.example/.studio.example/app/x", "http://localhost:8080%5C%5Cevil.example",
        "http://localhost:8080/%0D%0ASet-Cookie:x"}) {
    EXPECT_EQ(target(evil), "http://localhost:8080") << evil;
  }
  // What the link itself says is checked again when it is opened.
  app.Auth(Method::kPost, "/otp", {{"email", "anna@example.com"}});
  const auto mail = app.MailTo("anna@example.com");
  const auto response =
      app.Open(app.config().public_url + "/auth/v1/verify?type=magiclink&token=" + mail.LinkParameter("token") +
               "&redirect_to=https://evil.example");
  EXPECT_EQ(LocationOf(response).base, "http://localhost:8080");
}

TEST(VerifyLink, GivesNothingForAnotherTypeOrGarbage) {
  AuthApp app;
  app.SignUp("anna@example.com");
  Recover(app, "anna@example.com");
  const std::string token = app.MailTo("anna@example.com").LinkParameter("token");
  const std::vector<std::string> queries{
      "?type=signup&token=" + token, "?type=recovery&token=x",     "?type=&token=", "", "?token=" + token,
      "?type=sms&token=" + token,    "?type=recovery&token=%00%FF"};
  for (const std::string& query : queries) {
    const auto response = Send(app.router(), Method::kGet, "/auth/v1/verify" + query);
    EXPECT_EQ(response.status, 303) << query;
    EXPECT_THAT(HeaderOf(response, "location"), HasSubstr("error_code=otp_expired")) << query;
    EXPECT_THAT(HeaderOf(response, "location"), Not(HasSubstr("access_token"))) << query;
  }
}

TEST(PasswordChange, VoidsTheLinksThatWereMailedBefore) {
  AuthApp app;
  const auto user = app.SignUp("anna@example.com");
  Recover(app, "anna@example.com");
  ASSERT_EQ(app.Auth(Method::kPut, "/user", {{"password", "NuovaSegreta2"}}, user.headers).status, 200);
  EXPECT_EQ(LocationOf(app.Open(app.MailTo("anna@example.com").Link())).fragment.at("error_code"), "otp_expired");
}

TEST(Otp, CreatesNoAccountWhateverTheFormAsks) {
  AuthApp app;
  const auto response =
      app.Auth(Method::kPost, "/otp",
               {{"email", "nuovo@example.com"}, {"create_user", true}, {"data", nlohmann::json::object()}});
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.body, "{}");
  EXPECT_EQ(app.Query("SELECT count(*) FROM accounts")[0].Int(0), 0);
  EXPECT_EQ(app.MailCount(), 0U);
}

TEST(MailedSecrets, LieInTheDatabaseAsHashesOnly) {
  AuthApp app;
  app.SignUp("anna@example.com");
  Recover(app, "anna@example.com");
  const auto mail = app.MailTo("anna@example.com");
  const auto rows = app.Query("SELECT link_hash, code_hash FROM one_time_tokens");
  ASSERT_EQ(rows.size(), 1U);
  for (std::size_t i : {0U, 1U}) {
    EXPECT_EQ(rows[0].Bytes(i).size(), 32U);
    EXPECT_THAT(rows[0].Bytes(i), Not(HasSubstr(mail.LinkParameter("token"))));
    EXPECT_THAT(rows[0].Bytes(i), Not(HasSubstr(mail.Code())));
  }
}

}  // namespace
}  // namespace scriba::testing
