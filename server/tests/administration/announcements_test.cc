#include "administration/announcements.h"

#include <gmock/gmock.h>

#include "platform/ids.h"
#include "support/data/data_app.h"
#include "support/moody_mailer.h"

namespace scriba::testing {
namespace {

using nlohmann::json;
using platform::Method;
using ::testing::HasSubstr;
using ::testing::Not;

class AnnouncementsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const char* name : {"anna", "bruno", "ada"}) app_.User(name);
  }

  json Order(const json& changes = json::object()) {
    json order{{"announcement_id", platform::NewUuid()},
               {"subject", "Manutenzione domenica"},
               {"body", "Domenica dalle 6 alle 7 Scriba non risponde.\nI dati restano al sicuro."},
               {"audience", "everybody"},
               {"tiers", json::array()},
               {"user_ids", json::array()},
               {"sends_mail", false}};
    order.update(changes);
    return order;
  }
  platform::Response Send(const std::string& who, const json& order) {
    return app_.As(who, Method::kPost, "rpc/send_announcement", order.dump());
  }
  json NoticesOf(const std::string& who) { return JsonOf(app_.As(who, Method::kGet, "notices?order=created_at.desc")); }
  json Sent() { return JsonOf(app_.As("ada", Method::kGet, "announcements")); }
  void RunMails() {
    administration::AnnouncementMails mails(app_.database(), app_.auth().service().mailer(), "https://scriba.test");
    const auto outcome = mails.Run({.kind = "announcement_mail", .key = Sent().at(0).at("id")}, {});
    EXPECT_FALSE(outcome.again_after) << "every mail is handed over in one run";
  }

  DataApp app_;
};

TEST_F(AnnouncementsTest, ReachEverybodyAndAreReadByEachAlone) {
  const auto sent = Send("ada", Order());
  ASSERT_EQ(sent.status, 200) << sent.body;
  EXPECT_EQ(JsonOf(sent)["recipients"], 3);
  const json hers = NoticesOf("anna");
  ASSERT_EQ(hers.size(), 1U);
  EXPECT_EQ(hers[0]["subject"], "Manutenzione domenica");
  EXPECT_TRUE(hers[0]["read_at"].is_null());
  const json read{{"read_at", "2026-11-21T10:00:00+00:00"}};
  const std::string id = hers[0]["id"];
  EXPECT_EQ(
      app_.As("bruno", Method::kPatch, "notices?id=eq." + id, read.dump(), {{"prefer", "return=representation"}}).body,
      "[]");
  EXPECT_EQ(Sent()[0]["reads"], 0);
  for (int again = 0; again < 2; ++again) {
    EXPECT_EQ(app_.As("anna", Method::kPatch, "notices?id=eq." + id, read.dump()).status, 204);
  }
  EXPECT_EQ(Sent()[0]["reads"], 1) << "reading twice counts once";
  EXPECT_EQ(Sent()[0]["recipients"], 3);
  EXPECT_TRUE(NoticesOf("bruno")[0]["read_at"].is_null());
}

TEST_F(AnnouncementsTest, ReachOnlyThePlansOrThePeopleThatWereChosen) {
  const json change{{"subscription_tier", "basic"}};
  app_.As("ada", Method::kPatch, "users?id=eq." + app_.User("bruno").id, change.dump());
  ASSERT_EQ(Send("ada", Order({{"audience", "plans"}, {"tiers", {"basic", "advanced"}}})).status, 200);
  EXPECT_EQ(NoticesOf("bruno").size(), 1U);
  EXPECT_EQ(NoticesOf("anna").size(), 0U);
  const std::string anna = app_.User("anna").id;
  ASSERT_EQ(Send("ada", Order({{"audience", "selection"}, {"user_ids", {anna, anna}}})).status, 200);
  EXPECT_EQ(NoticesOf("anna").size(), 1U);
  EXPECT_EQ(NoticesOf("bruno").size(), 1U);
}

TEST_F(AnnouncementsTest, GoOutOnceWhenTheSameOrderComesTwice) {
  const json order = Order();
  EXPECT_EQ(Send("ada", order).status, 200);
  EXPECT_EQ(JsonOf(Send("ada", order))["recipients"], 3);
  EXPECT_EQ(NoticesOf("anna").size(), 1U);
  for (const json& change :
       {json{{"subject", "Altro"}}, json{{"sends_mail", true}}, json{{"audience", "plans"}, {"tiers", {"free"}}}}) {
    json other = order;
    other.update(change);
    EXPECT_EQ(Send("ada", other).status, 409) << "another audience was not reached: " << change;
  }
}

TEST_F(AnnouncementsTest, TheSameOrderNamesTheSamePeople) {
  const std::string anna = app_.User("anna").id;
  const std::string bruno = app_.User("bruno").id;
  json order = Order({{"audience", "selection"}, {"user_ids", {anna, platform::NewUuid()}}});
  EXPECT_EQ(Send("ada", order).status, 200);
  EXPECT_EQ(JsonOf(Send("ada", order))["recipients"], 1);
  order["user_ids"] = {anna, bruno};
  EXPECT_EQ(Send("ada", order).status, 409);
  order["user_ids"] = {bruno};
  EXPECT_EQ(Send("ada", order).status, 409);
}

TEST_F(AnnouncementsTest, AreRefusedWithAClearCodeAndLeaveNothing) {
  const std::string stranger = platform::NewUuid();
  for (const auto& [changes, status] :
       std::vector<std::pair<json, int>>{{{{"subject", "  "}}, 400},
                                         {{{"subject", std::string(121, 'x')}}, 400},
                                         {{{"subject", "a\nb"}}, 400},
                                         {{{"body", ""}}, 400},
                                         {{{"body", std::string(5001, 'x')}}, 400},
                                         {{{"audience", "nobody"}}, 400},
                                         {{{"audience", "plans"}, {"tiers", {"gold"}}}, 400},
                                         {{{"audience", "plans"}}, 400},
                                         {{{"audience", "selection"}, {"user_ids", {stranger}}}, 400},
                                         {{{"audience", "selection"}, {"user_ids", {"x"}}}, 400},
                                         {{{"announcement_id", "x"}}, 400},
                                         {{{"sends_mail", "yes"}}, 400},
                                         {{{"subject", 7}}, 400}}) {
    const auto response = Send("ada", Order(changes));
    EXPECT_EQ(response.status, status) << changes << response.body;
  }
  EXPECT_EQ(Send("anna", Order()).status, 403);
  EXPECT_EQ(Send("anon", Order()).status, 401);
  EXPECT_EQ(Sent().size(), 0U);
  EXPECT_EQ(NoticesOf("anna").size(), 0U);
}

TEST_F(AnnouncementsTest, GoByMailToConfirmedAddressesAndAreCounted) {
  const std::string bruno = app_.User("bruno").id;
  static_cast<void>(platform::BlockOn(
      app_.database().Execute("UPDATE accounts SET email_confirmed_at = NULL WHERE id = $1", {bruno})));
  const std::size_t before = app_.auth().MailCount();
  ASSERT_EQ(Send("ada", Order({{"sends_mail", true}, {"subject", "Novità <b>"}})).status, 200);
  EXPECT_EQ(app_.auth().Query("SELECT key FROM jobs WHERE kind = 'announcement_mail'").size(), 1U);
  RunMails();
  RunMails();
  EXPECT_EQ(app_.auth().MailCount(), before + 2) << "a second run sends nothing again";
  EXPECT_EQ(Sent()[0]["mails"], 2);
  const OutboxMail mail = app_.auth().MailTo("anna@example.org");
  EXPECT_THAT(mail.subject, HasSubstr("Novit"));
  EXPECT_THAT(mail.text, HasSubstr("Domenica dalle 6 alle 7"));
  EXPECT_THAT(mail.text, HasSubstr("https://scriba.test/app"));
}

TEST_F(AnnouncementsTest, CountMailsWhenTheyHaveLeftAndTryTheOthersAgain) {
  for (const char* name : {"carlo", "dora"}) app_.User(name);
  ASSERT_EQ(Send("ada", Order({{"sends_mail", true}})).status, 200);
  MoodyMailer mailer;
  administration::AnnouncementMails mails(app_.database(), mailer, "https://scriba.test");
  platform::Job job{.kind = "announcement_mail", .key = Sent().at(0).at("id")};
  mailer.is_away = true;
  EXPECT_EQ(mails.Run(job, {}).again_after, std::chrono::seconds(30));
  EXPECT_EQ(mailer.tries, 3) << "a server that is away is not asked about every mail";
  EXPECT_EQ(Sent()[0]["mails"], 0);
  mailer.is_away = false;
  mailer.refused = "anna@example.org";
  job.attempt = 3;
  EXPECT_EQ(mails.Run(job, {}).again_after, std::chrono::seconds(120));
  EXPECT_EQ(mailer.taken.size(), 4U) << "an address that is refused holds up no other";
  EXPECT_EQ(Sent()[0]["mails"], 4);
  for (int run = 0; run < 29; ++run) EXPECT_TRUE(mails.Run(job, {}).again_after);
  for (int run = 0; run < 3; ++run) mails.Run(job, {});
  EXPECT_FALSE(mails.Run(job, {}).again_after) << "enough is enough";
  EXPECT_EQ(Sent()[0]["mails"], 4) << "what never left is not counted";
}

// A server that asks back before it takes a receiver may need longer than we wait.
TEST_F(AnnouncementsTest, OneReceiverWhoIsKeptWaitingHoldsUpNoOther) {
  ASSERT_EQ(Send("ada", Order({{"sends_mail", true}})).status, 200);
  MoodyMailer mailer;
  administration::AnnouncementMails mails(app_.database(), mailer, "https://scriba.test");
  const platform::Job job{.kind = "announcement_mail", .key = Sent().at(0).at("id"), .attempt = 40};
  mailer.kept_waiting = "anna@example.org";
  EXPECT_TRUE(mails.Run(job, {}).again_after);
  EXPECT_EQ(mailer.taken.size(), 2U);
  mailer.kept_waiting.clear();
  EXPECT_FALSE(mails.Run(job, {}).again_after);
  EXPECT_EQ(mailer.taken.size(), 3U) << "however often others were tried";
}

TEST_F(AnnouncementsTest, AMailboxThatIsNotThereIsAskedForOnce) {
  ASSERT_EQ(Send("ada", Order({{"sends_mail", true}})).status, 200);
  MoodyMailer mailer;
  administration::AnnouncementMails mails(app_.database(), mailer, "https://scriba.test");
  const platform::Job job{.kind = "announcement_mail", .key = Sent().at(0).at("id")};
  mailer.unknown = "anna@example.org";
  EXPECT_FALSE(mails.Run(job, {}).again_after);
  EXPECT_FALSE(mails.Run(job, {}).again_after);
  EXPECT_EQ(mailer.tries, 3);
  EXPECT_EQ(Sent()[0]["mails"], 2);
}

TEST_F(AnnouncementsTest, StandInTheAuditLogWithTheirSender) {
  Send("ada", Order());
  const auto lines = app_.auth().Query("SELECT account_id, detail FROM audit_log WHERE event = 'announcement_sent'");
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0].Text(0), app_.User("ada").id);
  EXPECT_THAT(lines[0].Text(1), HasSubstr("3"));
}

}  // namespace
}  // namespace scriba::testing
