#include "auth/waiting_mails.h"

#include <gmock/gmock.h>

#include "support/auth_app.h"
#include "support/moody_mailer.h"

namespace scriba::testing {
namespace {

using namespace std::chrono_literals;
using platform::Method;
using ::testing::HasSubstr;
using ::testing::Not;

/// Requests whose mails wait until the test sends them, by a mail server with moods.
class WaitingMailsTest : public ::testing::Test {
 protected:
  void SetUp() override { anna_ = app_.SignUp("anna@example.com"); }

  void Ask(const std::string& path, const std::string& email = "anna@example.com") {
    const auto response =
        SendJson(app_.router(), Method::kPost, "/auth/v1" + path, app_.AnonHeaders(), {{"email", email}});
    ASSERT_EQ(response.status, 200) << response.body;
    EXPECT_EQ(response.body, "{}");
  }
  std::vector<std::string> Jobs() {
    std::vector<std::string> keys;
    for (const auto& row : app_.Query("SELECT key FROM jobs WHERE kind = 'waiting_mail' ORDER BY run_at, key")) {
      keys.push_back(row.Text(0));
    }
    return keys;
  }
  platform::JobOutcome Run(const std::string& key, int attempt = 1) {
    return mails_.Run({.kind = auth::kWaitingMailJob, .key = key, .attempt = attempt}, stop_.get_token());
  }
  std::int64_t Waiting() {
    return app_.Query("SELECT count(*) FROM one_time_tokens WHERE sealed_mail IS NOT NULL")[0].Int(0);
  }

  AuthApp app_;
  TestUser anna_;
  MoodyMailer mailer_;
  std::stop_source stop_;
  auth::WaitingMails mails_{app_.database(), app_.clock(), app_.master(), mailer_};
};

TEST_F(WaitingMailsTest, ArePutDownWithTheTokenAndRemovedWhenSent) {
  Ask("/recover");
  ASSERT_EQ(Jobs().size(), 1U);
  EXPECT_EQ(Waiting(), 1);
  EXPECT_FALSE(Run(Jobs()[0]).again_after);
  EXPECT_EQ(Waiting(), 0);
  EXPECT_FALSE(Run(Jobs()[0]).again_after);
  ASSERT_EQ(mailer_.taken.size(), 1U) << "a job that is done again sends nothing twice";
  EXPECT_EQ(mailer_.taken[0].to, "anna@example.com");
  EXPECT_EQ(mailer_.taken[0].subject, "Reimposta la tua password");
  EXPECT_THAT(mailer_.taken[0].text, HasSubstr("/auth/v1/verify?token="));
}

TEST_F(WaitingMailsTest, LieInTheDatabaseSealed) {
  Ask("/recover");
  const auto row = app_.Query("SELECT sealed_mail FROM one_time_tokens");
  EXPECT_THAT(row[0].Bytes(0), Not(HasSubstr("verify")));
  EXPECT_THAT(row[0].Bytes(0), Not(HasSubstr("anna")));
}

TEST_F(WaitingMailsTest, AreTriedAgainForAsLongAsTheirLinkLives) {
  Ask("/recover");
  const std::string job = Jobs()[0];
  mailer_.refused = "anna@example.com";
  EXPECT_EQ(Run(job, 1).again_after, 1s);
  EXPECT_EQ(Run(job, 4).again_after, 8s);
  EXPECT_EQ(Run(job, 20).again_after, 5min);
  mailer_.is_away = true;
  EXPECT_EQ(Run(job, 2).again_after, 2s);
  app_.clock().Advance(59min);
  EXPECT_EQ(Run(job, 20).again_after, 1min) << "no later than the link";
  mailer_ = {};
  EXPECT_FALSE(Run(job, 21).again_after);
  EXPECT_EQ(mailer_.taken.size(), 1U);
}

TEST_F(WaitingMailsTest, AreNotSentWhenTheirLinkIsOutdated) {
  Ask("/recover");
  app_.clock().Advance(1h);
  EXPECT_FALSE(Run(Jobs()[0], 20).again_after);
  EXPECT_EQ(mailer_.tries, 0);
  EXPECT_EQ(Waiting(), 0);
}

TEST_F(WaitingMailsTest, GiveWayToANewerLinkOfTheirKind) {
  Ask("/recover");
  const std::string former = Jobs()[0];
  Ask("/otp");
  Ask("/recover");
  EXPECT_EQ(Waiting(), 2) << "another kind goes its own way";
  EXPECT_FALSE(Run(former).again_after);
  EXPECT_EQ(mailer_.tries, 0);
  for (const auto& job : Jobs()) EXPECT_FALSE(Run(job).again_after);
  EXPECT_EQ(mailer_.taken.size(), 2U);
}

TEST_F(WaitingMailsTest, GoWithALinkThatWasVoided) {
  Ask("/recover");
  ASSERT_EQ(
      SendJson(app_.router(), Method::kPut, "/auth/v1/user", anna_.headers, {{"password", "NuovaSegreta2"}}).status,
      200);
  EXPECT_FALSE(Run(Jobs()[0]).again_after);
  EXPECT_EQ(mailer_.tries, 0);
}

TEST_F(WaitingMailsTest, GoOnAfterTheProgramWasAskedToStop) {
  Ask("/recover");
  mailer_.is_away = true;
  stop_.request_stop();
  EXPECT_EQ(Run(Jobs()[0], 20).again_after, 0s);
  EXPECT_EQ(Waiting(), 1);
}

TEST_F(WaitingMailsTest, AreNotWrittenForStrangers) {
  Ask("/recover", "nessuno@example.com");
  EXPECT_TRUE(Jobs().empty());
}

TEST_F(WaitingMailsTest, OfAChangeOfAddressAreTwo) {
  SendJson(app_.router(), Method::kPut, "/auth/v1/user", anna_.headers, {{"email", "nuova@example.com"}});
  for (const auto& job : Jobs()) EXPECT_FALSE(Run(job).again_after);
  ASSERT_EQ(mailer_.taken.size(), 2U);
}

TEST_F(WaitingMailsTest, AreGivenUpAfterTakingTheProcessWithThemTooOften) {
  Ask("/recover");
  mails_.GiveUp({.kind = auth::kWaitingMailJob, .key = Jobs()[0]});
  EXPECT_EQ(Waiting(), 0);
}

}  // namespace
}  // namespace scriba::testing
