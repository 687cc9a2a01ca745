#include <gmock/gmock.h>

#include <algorithm>
#include <functional>

#include "platform/crypto/encoding.h"
#include "support/auth_app.h"

namespace scriba::testing {
namespace {

using platform::Method;
using ::testing::HasSubstr;
using ::testing::StartsWith;

platform::Response VerifyCode(AuthApp& app, const std::string& type, const std::string& email,
                              const std::string& code) {
  return app.Auth(Method::kPost, "/verify", {{"type", type}, {"email", email}, {"token", code}});
}

/// A code of six digits that is not this one.
std::string WrongCode(const std::string& code) { return (code[0] == '0' ? "1" : "0") + code.substr(1); }

platform::Config WithConfirmation() {
  auto config = AuthApp::DefaultConfig();
  config.autoconfirm = false;
  return config;
}

platform::Config WithRateLimits() {
  auto config = AuthApp::DefaultConfig();
  config.rate_limits = true;
  return config;
}

/// Does something so often while no session can be written.
void WhileTheDatabaseFails(AuthApp& app, int times, const std::function<void()>& act) {
  const auto run = [&](const char* sql) { ASSERT_TRUE(platform::BlockOn(app.database().Execute(sql))); };
  run("ALTER TABLE sessions RENAME TO sessions_away");
  for (int i = 0; i < times; ++i) act();
  run("ALTER TABLE sessions_away RENAME TO sessions");
}

/// Asks for the mails of a change of address again, as anybody may.
void Resend(AuthApp& app, const std::string& new_email) {
  const auto response = app.Auth(Method::kPost, "/resend", {{"type", "email_change"}, {"email", new_email}});
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.body, "{}");
}

TEST(VerifyCode, ConfirmsANewAddressAndSignsIn) {
  AuthApp app(WithConfirmation());
  const nlohmann::json form{
      {"email", "anna@example.com"}, {"password", kTestPassword}, {"data", {{"full_name", "Anna Verdi"}}}};
  const auto pending = JsonOf(app.Auth(Method::kPost, "/signup", form));
  EXPECT_TRUE(pending.contains("confirmation_sent_at"));
  const auto mail = app.MailTo("anna@example.com");
  EXPECT_EQ(mail.subject, "Conferma il tuo indirizzo email");
  const auto session = JsonOf(VerifyCode(app, "signup", "Anna@example.com", mail.Code()));
  ASSERT_TRUE(session.contains("access_token")) << session;
  EXPECT_EQ(session["user"]["id"], pending["id"]);
  EXPECT_TRUE(session["user"].contains("email_confirmed_at"));
  EXPECT_EQ(session["user"]["user_metadata"]["email_verified"], true);
  app.SignIn("anna@example.com");
}

TEST(VerifyCode, TakesTheTokenHashOfTheLinkInstead) {
  AuthApp app;
  app.SignUp("anna@example.com");
  app.Auth(Method::kPost, "/otp", {{"email", "anna@example.com"}});
  const nlohmann::json form{{"type", "email"}, {"token_hash", app.MailTo("anna@example.com").LinkParameter("token")}};
  EXPECT_EQ(app.Auth(Method::kPost, "/verify", form).status, 200);
  EXPECT_EQ(app.Auth(Method::kPost, "/verify", form).status, 403);
}

TEST(VerifyCode, EndsTheCodeWithItsUse) {
  AuthApp app;
  app.SignUp("anna@example.com");
  app.Auth(Method::kPost, "/otp", {{"email", "anna@example.com"}});
  const auto code = app.MailTo("anna@example.com").Code();
  EXPECT_EQ(VerifyCode(app, "email", "anna@example.com", code).status, 200);
  const auto again = VerifyCode(app, "email", "anna@example.com", code);
  EXPECT_EQ(again.status, 403);
  EXPECT_EQ(JsonOf(again)["code"], "otp_expired");
}

TEST(VerifyCode, IsGoodForItsOwnAddressAndTypeOnly) {
  AuthApp app;
  app.SignUp("anna@example.com");
  app.SignUp("bruno@example.com");
  app.Auth(Method::kPost, "/otp", {{"email", "anna@example.com"}});
  app.Auth(Method::kPost, "/otp", {{"email", "bruno@example.com"}});
  const auto code = app.MailTo("anna@example.com").Code();
  EXPECT_EQ(VerifyCode(app, "recovery", "anna@example.com", code).status, 403);
  if (code != app.MailTo("bruno@example.com").Code()) {
    EXPECT_EQ(VerifyCode(app, "email", "bruno@example.com", code).status, 403);
  }
  EXPECT_EQ(VerifyCode(app, "email", "anna@example.com", code).status, 200);
}

TEST(VerifyCode, StopsGuessingForKnownAndUnknownAddressesAlike) {
  AuthApp app(WithRateLimits());
  app.SignUp("anna@example.com");
  app.Auth(Method::kPost, "/otp", {{"email", "anna@example.com"}});
  const auto code = app.MailTo("anna@example.com").Code();
  for (int i = 0; i < 10; ++i) {
    const auto known = VerifyCode(app, "email", "anna@example.com", WrongCode(code));
    const auto unknown = VerifyCode(app, "email", "nessuno@example.com", "123456");
    EXPECT_EQ(known.status, 403);
    EXPECT_EQ(known.body, unknown.body);
  }
  const auto known = VerifyCode(app, "email", "anna@example.com", code);
  const auto unknown = VerifyCode(app, "email", "nessuno@example.com", "123456");
  EXPECT_EQ(known.status, 429);
  EXPECT_EQ(JsonOf(known)["code"], "over_request_rate_limit");
  EXPECT_EQ(known.body, unknown.body);
}

// A right code that met a database in trouble is no guess: it opens the door when the trouble is over.
TEST(VerifyCode, CountsNoTryThatOurOwnFailureStopped) {
  AuthApp app(WithRateLimits());
  app.SignUp("anna@example.com");
  app.Auth(Method::kPost, "/otp", {{"email", "anna@example.com"}});
  const auto code = app.MailTo("anna@example.com").Code();
  WhileTheDatabaseFails(app, 12, [&] { EXPECT_EQ(VerifyCode(app, "email", "anna@example.com", code).status, 500); });
  EXPECT_EQ(VerifyCode(app, "email", "anna@example.com", code).status, 200);
}

// One stranger must not try a few codes at each of very many addresses.
TEST(VerifyCode, StopsOneClientThatGuessesForManyAddresses) {
  AuthApp app(WithRateLimits());
  for (int i = 0; i < 100; ++i) {
    ASSERT_EQ(VerifyCode(app, "email", "medico" + std::to_string(i) + "@example.com", "123456").status, 403);
  }
  EXPECT_EQ(VerifyCode(app, "email", "un-altro@example.com", "123456").status, 429);
}

TEST(VerifyCode, RefusesBadForms) {
  AuthApp app;
  const auto headers = app.AnonHeaders();
  const auto row = [&](std::string name, std::string body) {
    return HttpScenario{.name = std::move(name),
                        .method = Method::kPost,
                        .target = "/auth/v1/verify",
                        .headers = headers,
                        .body = std::move(body),
                        .status = 400,
                        .contains = {R"("code":"validation_failed")"}};
  };
  RunScenarios(app.router(), {row("empty", "{}"), row("no token", R"({"type":"signup","email":"a@b.it"})"),
                              row("phone", R"({"type":"sms","phone":"1","token":"123456"})"),
                              row("both", R"({"type":"signup","email":"a@b.it","token":"1","token_hash":"2"})"),
                              row("no e-mail", R"({"type":"signup","token":"123456"})")});
}

TEST(Resend, SendsTheConfirmationAgainToWhoWaitsForItOnly) {
  AuthApp app(WithConfirmation());
  app.Auth(Method::kPost, "/signup", {{"email", "anna@example.com"}, {"password", kTestPassword}});
  const auto resend = [&](const std::string& email) {
    return app.Auth(Method::kPost, "/resend", {{"type", "signup"}, {"email", email}});
  };
  EXPECT_EQ(resend("anna@example.com").body, "{}");
  EXPECT_EQ(app.MailCount(), 2U);
  EXPECT_EQ(resend("nessuno@example.com").body, "{}");
  EXPECT_EQ(app.MailCount(), 2U);
  ASSERT_EQ(VerifyCode(app, "signup", "anna@example.com", app.MailTo("anna@example.com").Code()).status, 200);
  EXPECT_EQ(resend("anna@example.com").body, "{}");
  EXPECT_EQ(app.MailCount(), 2U);
  EXPECT_EQ(app.Auth(Method::kPost, "/resend", {{"type", "sms"}, {"email", "a@b.it"}}).status, 400);
}

TEST(SignUpAgain, ShowsNothingOfTheFirstForm) {
  AuthApp app(WithConfirmation());
  app.Auth(Method::kPost, "/signup",
           {{"email", "anna@example.com"}, {"password", kTestPassword}, {"data", {{"full_name", "Anna Verdi"}}}});
  const auto again =
      app.Auth(Method::kPost, "/signup",
               {{"email", "anna@example.com"}, {"password", "Altra1"}, {"data", {{"full_name", "Eva"}}}});
  EXPECT_EQ(again.status, 200);
  EXPECT_THAT(again.body, ::testing::Not(HasSubstr("Anna Verdi")));
  EXPECT_EQ(app.MailCount(), 2U);
}

// Who signs up first with somebody else's address must not hold a key to the account that its owner confirms.
TEST(SignUpAgain, LeavesNeitherPasswordWhenTwoFormsDiffer) {
  AuthApp app(WithConfirmation());
  for (const char* password : {"DellEstraneo1", "DellaDottoressa1"}) {
    app.Auth(Method::kPost, "/signup", {{"email", "anna@example.com"}, {"password", password}});
  }
  const auto opened = app.Open(app.MailTo("anna@example.com").Link());
  const std::string location = HeaderOf(opened, "location");
  EXPECT_THAT(location, StartsWith("http://localhost:8080/reset-password?type=recovery&access_token="));
  EXPECT_THROW(app.SignIn("anna@example.com", "DellEstraneo1"), std::runtime_error);
  EXPECT_THROW(app.SignIn("anna@example.com", "DellaDottoressa1"), std::runtime_error);
  const auto from = location.find("access_token=") + 13;
  const auto headers = app.HeadersFor(location.substr(from, location.find('#') - from));
  EXPECT_EQ(app.Auth(Method::kPut, "/user", {{"password", "SceltaDopo1"}}, headers).status, 200);
  app.SignIn("anna@example.com", "SceltaDopo1");
}

TEST(SignUpAgain, KeepsThePasswordOfTheSameFormSentTwice) {
  AuthApp app(WithConfirmation());
  for (int i = 0; i < 2; ++i) {
    app.Auth(Method::kPost, "/signup", {{"email", "anna@example.com"}, {"password", kTestPassword}});
  }
  ASSERT_EQ(VerifyCode(app, "signup", "anna@example.com", app.MailTo("anna@example.com").Code()).status, 200);
  app.SignIn("anna@example.com");
}

TEST(EmailChange, EndsTheLinksThatTheFormerAddressHolds) {
  AuthApp app;
  const auto user = app.SignUp("anna@example.com");
  app.Auth(Method::kPost, "/otp", {{"email", "anna@example.com"}});
  const auto former = app.MailTo("anna@example.com").Code();
  app.Auth(Method::kPut, "/user", {{"email", "nuova@example.com"}}, user.headers);
  VerifyCode(app, "email_change", "nuova@example.com", app.MailTo("nuova@example.com").Code());
  VerifyCode(app, "email_change", "anna@example.com", app.MailTo("anna@example.com").Code());
  ASSERT_EQ(app.Query("SELECT email FROM users")[0].Text(0), "nuova@example.com");
  for (const char* address : {"anna@example.com", "nuova@example.com"}) {
    EXPECT_EQ(VerifyCode(app, "email", address, former).status, 403) << address;
  }
}

TEST(EmailChange, NeedsBothAddresses) {
  AuthApp app;
  const auto user = app.SignUp("anna@example.com");
  auto changing = JsonOf(app.Auth(Method::kPut, "/user", {{"email", "Nuova@example.com"}}, user.headers));
  EXPECT_EQ(changing["email"], "anna@example.com");
  EXPECT_EQ(changing["new_email"], "nuova@example.com");
  app.SignIn("anna@example.com");

  const auto half = VerifyCode(app, "email_change", "nuova@example.com", app.MailTo("nuova@example.com").Code());
  ASSERT_EQ(half.status, 200) << half.body;
  EXPECT_EQ(JsonOf(half)["code"], "200");
  EXPECT_FALSE(JsonOf(half).contains("access_token"));
  app.SignIn("anna@example.com");

  const auto whole = VerifyCode(app, "email_change", "anna@example.com", app.MailTo("anna@example.com").Code());
  ASSERT_EQ(whole.status, 200) << whole.body;
  EXPECT_EQ(JsonOf(whole)["user"]["email"], "nuova@example.com");
  EXPECT_FALSE(JsonOf(whole)["user"].contains("new_email"));
  EXPECT_EQ(app.SignIn("nuova@example.com").id, user.id);
  EXPECT_EQ(app.Query("SELECT email FROM users")[0].Text(0), "nuova@example.com");
}

TEST(EmailChange, IsNotMadeByOneAddressConfirmingTwice) {
  AuthApp app;
  const auto user = app.SignUp("anna@example.com");
  app.Auth(Method::kPut, "/user", {{"email", "nuova@example.com"}}, user.headers);
  ASSERT_EQ(VerifyCode(app, "email_change", "nuova@example.com", app.MailTo("nuova@example.com").Code()).status, 200);
  const std::size_t before = app.MailCount();
  Resend(app, "nuova@example.com");
  EXPECT_EQ(app.MailCount(), before + 1) << "the address that confirmed gets no second link";
  const auto second = VerifyCode(app, "email_change", "nuova@example.com", app.MailTo("nuova@example.com").Code());
  EXPECT_EQ(JsonOf(second)["code"], "otp_expired");
  EXPECT_EQ(app.Query("SELECT email FROM accounts")[0].Text(0), "anna@example.com");
}

// Anybody who knows the new address can ask for the mails again.
TEST(EmailChange, KeepsTheConfirmedHalfWhenAStrangerAsksAgain) {
  for (const char* first : {"nuova@example.com", "anna@example.com"}) {
    const std::string second = first == std::string("nuova@example.com") ? "anna@example.com" : "nuova@example.com";
    AuthApp app;
    const auto user = app.SignUp("anna@example.com");
    app.Auth(Method::kPut, "/user", {{"email", "nuova@example.com"}}, user.headers);
    ASSERT_EQ(VerifyCode(app, "email_change", first, app.MailTo(first).Code()).status, 200);
    Resend(app, "nuova@example.com");
    const auto whole = VerifyCode(app, "email_change", second, app.MailTo(second).Code());
    EXPECT_EQ(JsonOf(whole)["user"]["email"], "nuova@example.com") << whole.body;
  }
}

// What a user object calls the e-mail is the current address: clients name that one.
TEST(EmailChange, IsAskedForAgainByEitherAddress) {
  AuthApp app;
  const auto user = app.SignUp("anna@example.com");
  app.Auth(Method::kPut, "/user", {{"email", "nuova@example.com"}}, user.headers);
  for (const char* named : {"anna@example.com", "nuova@example.com"}) {
    const std::size_t before = app.MailCount();
    Resend(app, named);
    EXPECT_EQ(app.MailCount(), before + 2) << named;
  }
  const std::size_t before = app.MailCount();
  Resend(app, "nessuno@example.com");
  EXPECT_EQ(app.MailCount(), before);
}

// A changed password voids what was mailed: then neither half stands.
TEST(EmailChange, BeginsAnewWhenTheOpenHalfWasVoided) {
  AuthApp app;
  const auto user = app.SignUp("anna@example.com");
  app.Auth(Method::kPut, "/user", {{"email", "nuova@example.com"}}, user.headers);
  ASSERT_EQ(VerifyCode(app, "email_change", "nuova@example.com", app.MailTo("nuova@example.com").Code()).status, 200);
  ASSERT_EQ(app.Auth(Method::kPut, "/user", {{"password", "NuovaSegreta2"}}, user.headers).status, 200);
  Resend(app, "nuova@example.com");
  for (const char* address : {"anna@example.com", "nuova@example.com"}) {
    EXPECT_EQ(app.Query("SELECT email FROM accounts")[0].Text(0), "anna@example.com") << address;
    EXPECT_EQ(VerifyCode(app, "email_change", address, app.MailTo(address).Code()).status, 200) << address;
  }
  EXPECT_EQ(app.Query("SELECT email FROM accounts")[0].Text(0), "nuova@example.com");
}

TEST(EmailChange, SendsNothingAgainToWhoIsBanned) {
  AuthApp app;
  const auto user = app.SignUp("anna@example.com");
  app.Auth(Method::kPut, "/user", {{"email", "nuova@example.com"}}, user.headers);
  const std::size_t before = app.MailCount();
  app.Auth(Method::kPut, "/admin/users/" + user.id, {{"ban_duration", "24h"}}, app.ServiceHeaders());
  Resend(app, "nuova@example.com");
  EXPECT_EQ(app.MailCount(), before);
}

// The form names one of the two addresses; the other's owner must not be flooded through it, nor told of to strangers.
TEST(EmailChange, CountsTheMailsToBothAddresses) {
  AuthApp app(WithRateLimits());
  const auto user = app.SignUp("anna@example.com");
  for (int i = 0; i < 4; ++i) app.Auth(Method::kPost, "/recover", {{"email", "anna@example.com"}});
  ASSERT_EQ(app.Auth(Method::kPut, "/user", {{"email", "nuova@example.com"}}, user.headers).status, 200);
  Resend(app, "nuova@example.com");
  const auto to = [&](const std::string& address) {
    return std::ranges::count(ReadOutbox(app.folder()), address, &OutboxMail::to);
  };
  EXPECT_EQ(to("anna@example.com"), 6);
  Resend(app, "nuova@example.com");
  EXPECT_EQ(to("anna@example.com"), 6);
  EXPECT_EQ(to("nuova@example.com"), 3);
  EXPECT_EQ(app.Auth(Method::kPut, "/user", {{"email", "altra@example.com"}}, user.headers).status, 429);
}

TEST(EmailChange, RefusesAnAddressThatSomebodyHas) {
  AuthApp app;
  const auto user = app.SignUp("anna@example.com");
  app.SignUp("bruno@example.com");
  const auto response = app.Auth(Method::kPut, "/user", {{"email", "bruno@example.com"}}, user.headers);
  EXPECT_EQ(response.status, 422);
  EXPECT_EQ(JsonOf(response)["code"], "email_exists");
}

TEST(Reauthenticate, MailsANonceThatAPasswordChangeTakesOnce) {
  AuthApp app;
  const auto user = app.SignUp("anna@example.com");
  const auto sent = Send(app.router(), Method::kGet, "/auth/v1/reauthenticate", user.headers);
  ASSERT_EQ(sent.status, 200) << sent.body;
  EXPECT_EQ(sent.body, "{}");
  const auto nonce = app.MailTo("anna@example.com").Code();
  const auto wrong =
      app.Auth(Method::kPut, "/user", {{"password", "NuovaSegreta2"}, {"nonce", WrongCode(nonce)}}, user.headers);
  EXPECT_EQ(wrong.status, 422);
  EXPECT_EQ(JsonOf(wrong)["code"], "reauthentication_not_valid");
  EXPECT_EQ(app.Auth(Method::kPut, "/user", {{"password", "NuovaSegreta2"}, {"nonce", nonce}}, user.headers).status,
            200);
  EXPECT_EQ(app.Auth(Method::kPut, "/user", {{"password", "NuovaSegreta3"}, {"nonce", nonce}}, user.headers).status,
            422);
}

class Pkce : public ::testing::Test {
 protected:
  Pkce() {
    app.SignUp("anna@example.com");
    const std::string challenge = platform::ToBase64Url(platform::Sha256(verifier));
    const nlohmann::json form{
        {"email", "anna@example.com"}, {"code_challenge", challenge}, {"code_challenge_method", "s256"}};
    EXPECT_EQ(app.Auth(Method::kPost, "/recover", form).status, 200);
  }
  /// Opens the mail's link; answers the code that the browser gets.
  std::string Open() {
    const auto location = HeaderOf(app.Open(app.MailTo("anna@example.com").Link()), "location");
    EXPECT_THAT(location, StartsWith("http://localhost:8080/reset-password?code="));
    EXPECT_THAT(location, ::testing::Not(HasSubstr("access_token")));
    return location.substr(location.find("code=") + 5);
  }
  platform::Response Exchange(const std::string& code, const std::string& proof) {
    return app.Auth(Method::kPost, "/token?grant_type=pkce", {{"auth_code", code}, {"code_verifier", proof}});
  }

  AuthApp app{WithRateLimits()};
  const std::string verifier = std::string(64, 'v');
};

TEST_F(Pkce, GivesASessionToTheBrowserThatBegan) {
  EXPECT_THAT(app.MailTo("anna@example.com").LinkParameter("token"), StartsWith("pkce_"));
  const auto code = Open();
  const auto response = Exchange(code, verifier);
  ASSERT_EQ(response.status, 200) << response.body;
  EXPECT_EQ(JsonOf(response)["user"]["email"], "anna@example.com");
  EXPECT_EQ(JsonOf(Exchange(code, verifier))["code"], "flow_state_not_found");
}

TEST_F(Pkce, RefusesAnotherVerifierAndOldCodes) {
  const auto code = Open();
  EXPECT_EQ(JsonOf(Exchange(code, std::string(64, 'x')))["code"], "bad_code_verifier");
  EXPECT_EQ(JsonOf(Exchange(code, ""))["code"], "validation_failed");
  EXPECT_EQ(Exchange("unknown", verifier).status, 404);
  app.clock().Advance(std::chrono::minutes(5));
  const auto late = Exchange(code, verifier);
  EXPECT_EQ(late.status, 422);
  EXPECT_EQ(JsonOf(late)["code"], "flow_state_expired");
}

TEST_F(Pkce, CountsNoTryThatOurOwnFailureStopped) {
  const auto code = Open();
  WhileTheDatabaseFails(app, 101, [&] { EXPECT_EQ(Exchange(code, verifier).status, 500); });
  EXPECT_EQ(Exchange(code, verifier).status, 200);
}

TEST_F(Pkce, TellsTheBrowserInTheQueryToo) {
  Open();
  const auto location = HeaderOf(app.Open(app.MailTo("anna@example.com").Link()), "location");
  EXPECT_THAT(location, HasSubstr("?error=access_denied&error_code=otp_expired"));
  EXPECT_THAT(location, HasSubstr("#error=access_denied&error_code=otp_expired"));
}

TEST_F(Pkce, RefusesChallengesThatAreNone) {
  const auto refusal = [&](nlohmann::json challenge, nlohmann::json method) {
    const nlohmann::json form{{"email", "anna@example.com"},
                              {"code_challenge", std::move(challenge)},
                              {"code_challenge_method", std::move(method)}};
    return JsonOf(app.Auth(Method::kPost, "/recover", form))["code"];
  };
  EXPECT_EQ(refusal("short", "s256"), "validation_failed");
  EXPECT_EQ(refusal(std::string(129, 'a'), "s256"), "validation_failed");
  EXPECT_EQ(refusal(std::string(43, '!'), "s256"), "validation_failed");
  EXPECT_EQ(refusal(std::string(43, 'a'), "md5"), "validation_failed");
  EXPECT_EQ(refusal(std::string(43, 'a'), nullptr), "validation_failed");
  EXPECT_EQ(app.Auth(Method::kPost, "/recover",
                     {{"email", "a@b.it"}, {"code_challenge", nullptr}, {"code_challenge_method", nullptr}})
                .status,
            200);
}

TEST(Refusals, OfWhatThisInstallationDoesNotOffer) {
  AuthApp app;
  const auto user = app.SignUp("anna@example.com");
  RunScenarios(app.router(), {{.name = "single sign-on",
                               .method = Method::kPost,
                               .target = "/auth/v1/sso",
                               .headers = app.AnonHeaders(),
                               .body = R"({"domain":"example.com"})",
                               .status = 404,
                               .contains = {"saml_provider_disabled"}},
                              {.name = "provider",
                               .target = "/auth/v1/authorize?provider=google",
                               .status = 400,
                               .contains = {"validation_failed"}},
                              {.name = "link identity",
                               .target = "/auth/v1/user/identities/authorize?provider=google",
                               .headers = user.headers,
                               .status = 404,
                               .contains = {"manual_linking_disabled"}},
                              {.name = "unlink identity",
                               .method = Method::kDelete,
                               .target = "/auth/v1/user/identities/00000000-0000-4000-8000-000000000000",
                               .headers = user.headers,
                               .status = 404,
                               .contains = {"manual_linking_disabled"}}});
}

}  // namespace
}  // namespace scriba::testing
