#include <gmock/gmock.h>

#include "auth/endpoints/admin_forms.h"
#include "support/auth_app.h"

namespace scriba::testing {
namespace {

using platform::Method;
using std::chrono::seconds;

platform::Response Admin(AuthApp& app, Method method, const std::string& path,
                         const nlohmann::json& body = nlohmann::json::object()) {
  return app.Auth(method, "/admin" + path, body, app.ServiceHeaders());
}

TEST(AdminUsers, AreForTheServiceKeyOnly) {
  AuthApp app;
  const auto user = app.SignUp("anna@example.com");
  app.SetRole(user.id, "superadmin");
  const platform::Headers key_without_bearer{{"apikey", app.service().service_key()}};
  RunScenarios(app.router(),
               {{.name = "user",
                 .target = "/auth/v1/admin/users",
                 .headers = user.headers,
                 .status = 403,
                 .contains = {"not_admin"}},
                {.name = "anon",
                 .target = "/auth/v1/admin/users",
                 .headers = app.AnonHeaders(),
                 .status = 403,
                 .contains = {"not_admin"}},
                {.name = "no bearer",
                 .target = "/auth/v1/admin/users",
                 .headers = key_without_bearer,
                 .status = 401,
                 .contains = {"no_authorization"}},
                {.name = "nothing", .target = "/auth/v1/admin/users", .status = 401, .contains = {"no_api_key"}},
                {.name = "invite",
                 .method = Method::kPost,
                 .target = "/auth/v1/invite",
                 .headers = user.headers,
                 .status = 403,
                 .contains = {"not_admin"}}});
}

TEST(AdminUsers, AreListedByPages) {
  AuthApp app;
  for (int i = 0; i < 5; ++i) {
    app.SignUp("medico" + std::to_string(i) + "@example.com");
    app.clock().Advance(seconds(1));
  }
  const auto response = Admin(app, Method::kGet, "/users?page=2&per_page=2");
  ASSERT_EQ(response.status, 200) << response.body;
  auto users = JsonOf(response)["users"];
  ASSERT_EQ(users.size(), 2U);
  EXPECT_EQ(users[0]["email"], "medico2@example.com");
  EXPECT_EQ(HeaderOf(response, "x-total-count"), "5");
  EXPECT_THAT(HeaderOf(response, "link"), ::testing::HasSubstr("page=3&per_page=2>; rel=\"next\""));
  for (const char* query : {"?page=0", "?page=x", "?per_page=-1", "?per_page=5000", "?page=99999999999999999999"}) {
    EXPECT_EQ(Admin(app, Method::kGet, std::string("/users") + query).status, 400) << query;
  }
}

TEST(AdminUsers, AreCreatedShownChangedAndDeleted) {
  AuthApp app;
  const auto created = JsonOf(Admin(app, Method::kPost, "/users",
                                    {{"email", "Anna@example.com"},
                                     {"password", kTestPassword},
                                     {"email_confirm", true},
                                     {"user_metadata", {{"full_name", "Anna"}}},
                                     {"app_metadata", {{"practice", "Torino"}}}}));
  const std::string path = "/users/" + created["id"].get<std::string>();
  const auto user = app.SignIn("anna@example.com");
  EXPECT_EQ(JsonOf(Admin(app, Method::kGet, path))["app_metadata"]["practice"], "Torino");
  EXPECT_EQ(JsonOf(Admin(app, Method::kPost, "/users", {{"email", "anna@example.com"}}))["code"], "email_exists");

  const auto changed =
      Admin(app, Method::kPut, path, {{"password", "AltraSegreta1"}, {"email", "anna.verdi@example.com"}});
  ASSERT_EQ(changed.status, 200) << changed.body;
  EXPECT_EQ(Send(app.router(), Method::kGet, "/auth/v1/user", user.headers).status, 403);
  app.SignIn("anna.verdi@example.com", "AltraSegreta1");

  EXPECT_EQ(Admin(app, Method::kDelete, path).status, 200);
  EXPECT_EQ(app.Query("SELECT count(*) FROM users")[0].Int(0), 0);
  EXPECT_EQ(app.Query("SELECT count(*) FROM sessions")[0].Int(0), 0);
  for (const std::string& unknown : {path, std::string("/users/x")}) {
    const auto response = Admin(app, Method::kGet, unknown);
    EXPECT_EQ(response.status, 404);
    EXPECT_EQ(JsonOf(response)["code"], "user_not_found");
  }
}

TEST(AdminUsers, CanBeBannedAndComeBack) {
  AuthApp app;
  const auto user = app.SignUp("anna@example.com");
  EXPECT_TRUE(
      JsonOf(Admin(app, Method::kPut, "/users/" + user.id, {{"ban_duration", "24h"}})).contains("banned_until"));
  EXPECT_EQ(Send(app.router(), Method::kGet, "/auth/v1/user", user.headers).status, 403);
  EXPECT_THROW(app.SignIn("anna@example.com"), std::runtime_error);
  EXPECT_FALSE(
      JsonOf(Admin(app, Method::kPut, "/users/" + user.id, {{"ban_duration", "none"}})).contains("banned_until"));
  app.SignIn("anna@example.com");
  EXPECT_EQ(Admin(app, Method::kPut, "/users/" + user.id, {{"ban_duration", "for ever"}}).status, 400);
}

TEST(AdminUsers, WithAnotherAddressHaveNoSessionAndNoLinkOfTheFormerOne) {
  AuthApp app;
  const auto user = app.SignUp("rubata@example.com");
  app.Auth(Method::kPost, "/recover", {{"email", "rubata@example.com"}});
  ASSERT_EQ(Admin(app, Method::kPut, "/users/" + user.id, {{"email", "nuova@example.com"}}).status, 200);
  EXPECT_EQ(Send(app.router(), Method::kGet, "/auth/v1/user", user.headers).status, 403);
  const auto opened = app.Open(app.MailTo("rubata@example.com").Link());
  EXPECT_THAT(HeaderOf(opened, "location"), ::testing::HasSubstr("error_code=otp_expired"));
}

TEST(ParseDuration, ReadsUpstreamsForm) {
  EXPECT_EQ(auth::ParseDuration("none"), seconds(0));
  EXPECT_EQ(auth::ParseDuration("1h30m"), seconds(5400));
  EXPECT_EQ(auth::ParseDuration("45s"), seconds(45));
  for (const char* wrong : {"", "5", "h", "-1h", "1d", "99999999999999999999h", "9999999999h"}) {
    EXPECT_EQ(auth::ParseDuration(wrong), std::nullopt) << wrong;
  }
}

TEST(Invite, LetsThePersonInByTheMail) {
  AuthApp app;
  const auto invited =
      app.Auth(Method::kPost, "/invite", {{"email", "nuova@example.com"}, {"data", {{"full_name", "Nuova"}}}},
               app.ServiceHeaders());
  ASSERT_EQ(invited.status, 200) << invited.body;
  EXPECT_TRUE(JsonOf(invited).contains("invited_at"));
  const auto mail = app.MailTo("nuova@example.com");
  EXPECT_EQ(mail.subject, "Sei stato invitato in Scriba");
  EXPECT_THAT(HeaderOf(app.Open(mail.Link()), "location"), ::testing::HasSubstr("type=invite"));
  const auto again = app.Auth(Method::kPost, "/invite", {{"email", "nuova@example.com"}}, app.ServiceHeaders());
  EXPECT_EQ(JsonOf(again)["code"], "email_exists");
}

TEST(GenerateLink, GivesTheOperatorALinkThatSignsIn) {
  AuthApp app;
  app.SignUp("anna@example.com");
  const auto answer =
      JsonOf(Admin(app, Method::kPost, "/generate_link", {{"type", "recovery"}, {"email", "anna@example.com"}}));
  EXPECT_EQ(answer["verification_type"], "recovery");
  EXPECT_EQ(app.MailCount(), 0U);
  EXPECT_THAT(HeaderOf(app.Open(answer["action_link"]), "location"), ::testing::HasSubstr("access_token="));
  EXPECT_EQ(
      Admin(app, Method::kPost, "/generate_link", {{"type", "recovery"}, {"email", "nessuno@example.com"}}).status,
      404);
  EXPECT_EQ(Admin(app, Method::kPost, "/generate_link", {{"type", "sms"}, {"email", "anna@example.com"}}).status, 400);
}

TEST(GenerateLink, MakesTheAccountThatASignUpOrAnInvitationIsFor) {
  AuthApp app;
  for (const std::string type : {"signup", "invite"}) {
    const std::string email = type + "@example.com";
    nlohmann::json form{{"type", type}, {"email", email}, {"data", {{"full_name", "Nuova"}}}};
    if (type == "signup") {
      EXPECT_EQ(Admin(app, Method::kPost, "/generate_link", form).status, 400) << "a sign-up needs a password";
      form["password"] = kTestPassword;
    }
    const auto made = JsonOf(Admin(app, Method::kPost, "/generate_link", form));
    EXPECT_EQ(made["email"], email) << made;
    EXPECT_EQ(made["user_metadata"]["full_name"], "Nuova");
    EXPECT_FALSE(made.contains("email_confirmed_at"));
    form["data"] = {{"full_name", "Nuova Verdi"}};
    const auto again = JsonOf(Admin(app, Method::kPost, "/generate_link", form));
    EXPECT_EQ(again["id"], made["id"]) << "who has not answered gets another link";
    EXPECT_EQ(again["user_metadata"]["full_name"], "Nuova Verdi");
    EXPECT_THAT(HeaderOf(app.Open(again["action_link"]), "location"), ::testing::HasSubstr("type=" + type));
    EXPECT_EQ(JsonOf(Admin(app, Method::kPost, "/generate_link", form))["code"], "email_exists");
  }
  app.SignIn("signup@example.com");
  EXPECT_EQ(app.MailCount(), 0U);
  EXPECT_EQ(app.Query("SELECT count(*) FROM users")[0].Int(0), 2);
}

class GeneratedChange : public ::testing::Test {
 protected:
  nlohmann::json Link(const std::string& type, const std::string& new_email = "nuova@example.com") {
    return JsonOf(Admin(app, Method::kPost, "/generate_link",
                        {{"type", type}, {"email", "anna@example.com"}, {"new_email", new_email}}));
  }
  std::string Address() { return app.Query("SELECT email FROM accounts WHERE id = $1", {user.id})[0].Text(0); }

  AuthApp app;
  TestUser user = app.SignUp("anna@example.com");
};

TEST_F(GeneratedChange, NeedsTheLinksOfBothAddresses) {
  const auto current = Link("email_change_current");
  const auto fresh = Link("email_change_new");
  EXPECT_EQ(fresh["verification_type"], "email_change_new");
  EXPECT_EQ(fresh["new_email"], "nuova@example.com");
  app.Open(fresh["action_link"]);
  EXPECT_EQ(Address(), "anna@example.com");
  app.Open(current["action_link"]);
  EXPECT_EQ(Address(), "nuova@example.com");
}

TEST_F(GeneratedChange, IsNotMadeByOneLinkAskedForTwice) {
  app.Open(Link("email_change_current")["action_link"]);
  app.Open(Link("email_change_current")["action_link"]);
  EXPECT_EQ(Address(), "anna@example.com");
  app.Open(Link("email_change_new")["action_link"]);
  EXPECT_EQ(Address(), "nuova@example.com");
}

TEST_F(GeneratedChange, VoidsTheLinksOfAnotherAddress) {
  const auto elsewhere = Link("email_change_new", "altra@example.com");
  app.Open(Link("email_change_current")["action_link"]);
  app.Open(elsewhere["action_link"]);
  EXPECT_EQ(Address(), "anna@example.com");
}

TEST_F(GeneratedChange, IsRefusedForAnAddressThatIsTakenOrNone) {
  app.SignUp("bruno@example.com");
  EXPECT_EQ(Link("email_change_new", "bruno@example.com")["code"], "email_exists");
  EXPECT_EQ(Link("email_change_new", "nessuna")["code"], "validation_failed");
}

}  // namespace
}  // namespace scriba::testing
