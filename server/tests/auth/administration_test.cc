#include "auth/administration.h"

#include <gmock/gmock.h>

#include "support/auth_app.h"

namespace scriba::testing {
namespace {

using platform::BlockOn;
using platform::Code;
using platform::Method;

TEST(AddAccount, MakesAnAccountThatCanSignInWithItsRole) {
  AuthApp app;
  const auto id = BlockOn(auth::AddAccount(
      app.database(), app.clock(), {.email = "Capo@example.com", .password = "Direzione1", .role = "superadmin"}));
  ASSERT_TRUE(id);
  EXPECT_EQ(app.SignIn("capo@example.com", "Direzione1").id, *id);
  EXPECT_EQ(app.Query("SELECT role FROM users WHERE id = $1", {*id})[0].Text(0), "superadmin");
}

TEST(AddAccount, PromotesAnAccountThatIsThereAndKeepsItsData) {
  AuthApp app;
  const auto user = app.SignUp("anna@example.com");
  const auto id = BlockOn(auth::AddAccount(app.database(), app.clock(),
                                           {.email = "anna@example.com", .password = kTestPassword, .role = "admin"}));
  ASSERT_TRUE(id);
  EXPECT_EQ(*id, user.id);
  EXPECT_EQ(app.Query("SELECT role FROM users")[0].Text(0), "admin");
  EXPECT_EQ(app.Query("SELECT full_name FROM users")[0].Text(0), "Anna Verdi");
  EXPECT_EQ(Send(app.router(), Method::kGet, "/auth/v1/user", user.headers).status, 200);
}

TEST(AddAccount, SetsAnotherPasswordAndEndsTheSessions) {
  AuthApp app;
  const auto user = app.SignUp("anna@example.com");
  ASSERT_TRUE(BlockOn(auth::AddAccount(app.database(), app.clock(),
                                       {.email = "anna@example.com", .password = "AltraSegreta1", .role = "doctor"})));
  app.SignIn("anna@example.com", "AltraSegreta1");
  app.clock().Advance(std::chrono::seconds(5));
  EXPECT_EQ(Send(app.router(), Method::kGet, "/auth/v1/user", user.headers).status, 403);
}

TEST(AddAccount, RefusesWhatItCannotDo) {
  AuthApp app;
  const auto refusal = [&](auth::AccountOrder order) {
    return BlockOn(auth::AddAccount(app.database(), app.clock(), std::move(order))).error().code;
  };
  EXPECT_EQ(refusal({.email = "a@example.com", .password = "Direzione1", .role = "king"}), Code::kValidationFailed);
  EXPECT_EQ(refusal({.email = "nobody", .password = "Direzione1"}), Code::kValidationFailed);
  EXPECT_EQ(refusal({.email = "a@example.com", .password = "x"}), Code::kWeakPassword);
}

TEST(SetRole, ChangesTheRoleOfAKnownAddressOnly) {
  AuthApp app;
  app.SignUp("anna@example.com");
  ASSERT_TRUE(BlockOn(auth::SetRole(app.database(), app.clock(), "anna@example.com", "admin")));
  EXPECT_EQ(app.Query("SELECT role FROM users")[0].Text(0), "admin");
  EXPECT_EQ(BlockOn(auth::SetRole(app.database(), app.clock(), "nessuno@example.com", "admin")).error().code,
            Code::kUserNotFound);
}

TEST(SetRole, IsNotedOnceForEachChange) {
  AuthApp app;
  const auto user = app.SignUp("anna@example.com");
  for (const char* role : {"doctor", "admin", "admin", "superadmin"}) {
    ASSERT_TRUE(BlockOn(auth::SetRole(app.database(), app.clock(), "anna@example.com", role)));
  }
  const auto lines = app.Query(
      "SELECT account_id, detail, address FROM audit_log WHERE event = 'role_changed' ORDER BY created_at, detail");
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0].Text(0), user.id);
  EXPECT_EQ(lines[0].Text(1), "admin");
  EXPECT_EQ(lines[1].Text(1), "superadmin");
  EXPECT_EQ(lines[1].Text(2), "command line");
}

TEST(AddAccount, NotesTheRoleThatItGives) {
  AuthApp app;
  ASSERT_TRUE(BlockOn(auth::AddAccount(app.database(), app.clock(),
                                       {.email = "capo@example.com", .password = "Direzione1", .role = "superadmin"})));
  const auto lines = app.Query("SELECT detail FROM audit_log WHERE event = 'role_changed'");
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0].Text(0), "superadmin");
}

TEST(ResetPassword, LetsTheOperatorHelpWhoForgotIt) {
  AuthApp app;
  app.SignUp("anna@example.com");
  ASSERT_TRUE(BlockOn(auth::ResetPassword(app.database(), app.clock(), "anna@example.com", "AltraSegreta1")));
  app.SignIn("anna@example.com", "AltraSegreta1");
}

// Who reads the mailbox of an account that is being rescued may have asked for a link before.
TEST(ResetPassword, EndsTheLinksThatWereMailedBefore) {
  AuthApp app;
  app.SignUp("anna@example.com");
  app.Auth(Method::kPost, "/recover", {{"email", "anna@example.com"}});
  ASSERT_TRUE(BlockOn(auth::ResetPassword(app.database(), app.clock(), "anna@example.com", "AltraSegreta1")));
  const auto opened = app.Open(app.MailTo("anna@example.com").Link());
  EXPECT_THAT(HeaderOf(opened, "location"), ::testing::HasSubstr("error_code=otp_expired"));
}

TEST(RemoveFactors, LetsTheOperatorHelpWhoLostTheDevice) {
  AuthApp app;
  const auto user = app.SignUp("anna@example.com");
  const auto enrolled = app.Auth(Method::kPost, "/factors", {{"factor_type", "totp"}}, user.headers);
  ASSERT_EQ(enrolled.status, 200);
  ASSERT_TRUE(BlockOn(app.database().Execute("UPDATE factors SET status = 'verified'")));
  const auto removed = BlockOn(auth::RemoveFactors(app.database(), app.clock(), "Anna@example.com"));
  ASSERT_TRUE(removed);
  EXPECT_EQ(*removed, 1U);
  EXPECT_TRUE(app.Query("SELECT id FROM factors").empty());
  EXPECT_EQ(app.Query("SELECT event FROM audit_log WHERE address = 'command line'")[0].Text(0), "factor_removed");
  app.clock().Advance(std::chrono::seconds(5));
  EXPECT_EQ(Send(app.router(), Method::kGet, "/auth/v1/user", user.headers).status, 403);
  app.SignIn("anna@example.com", kTestPassword);
}

TEST(RemoveFactors, SaysWhenThereIsNone) {
  AuthApp app;
  const auto user = app.SignUp("anna@example.com");
  const auto refusal = [&](const char* email) {
    return BlockOn(auth::RemoveFactors(app.database(), app.clock(), email)).error().code;
  };
  EXPECT_EQ(refusal("anna@example.com"), Code::kMfaFactorNotFound);
  EXPECT_EQ(refusal("nessuno@example.com"), Code::kUserNotFound);
  EXPECT_EQ(Send(app.router(), Method::kGet, "/auth/v1/user", user.headers).status, 200);
}

}  // namespace
}  // namespace scriba::testing
