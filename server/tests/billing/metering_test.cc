#include <gmock/gmock.h>

#include <thread>

#include "support/data/data_app.h"

namespace scriba::testing {
namespace {

using nlohmann::json;
using platform::Method;

class MeteringTest : public ::testing::Test {
 protected:
  void SetUp() override { patient_ = app_.AddPatient("anna")["id"]; }

  std::string Save(const json& fields) {
    json row{{"patient_id", patient_}};
    row.update(fields);
    return app_.Insert("anna", "consultations", row)["id"];
  }
  void SetDuration(const std::string& id, const json& seconds) {
    const json change{{"duration_seconds", seconds}};
    ASSERT_EQ(app_.As("anna", Method::kPatch, "consultations?id=eq." + id, change.dump()).status, 204);
  }
  std::int64_t Used() {
    return app_.auth().Query("SELECT coalesce(sum(minutes_used), 0) FROM user_subscriptions").at(0).Int(0);
  }
  platform::Response Call(const std::string& who, const std::string& function, const json& arguments) {
    return app_.As(who, Method::kPost, "rpc/" + function, arguments.dump());
  }

  DataApp app_;
  std::string patient_;
};

TEST_F(MeteringTest, RoundsEachConsultationUp) {
  struct Case {
    json seconds;
    std::int64_t minutes;
  };
  std::int64_t expected = 0;
  for (const Case& charge : std::vector<Case>{{nullptr, 0}, {0, 0}, {1, 1}, {60, 1}, {61, 2}, {3600, 60}}) {
    Save({{"duration_seconds", charge.seconds}});
    expected += charge.minutes;
    EXPECT_EQ(Used(), expected) << charge.seconds;
  }
}

TEST_F(MeteringTest, AVisitThatIsBroughtInWithoutADurationCostsNothing) {
  for (const json& seconds : {json(nullptr), json(0)}) {
    Save({{"transcription", std::string(10'000, 'a')}, {"duration_seconds", seconds}});
  }
  EXPECT_EQ(Used(), 0);
}

TEST_F(MeteringTest, ChargesOnlyWhatALongerDurationAdds) {
  const std::string id = Save({{"duration_seconds", 90}});
  SetDuration(id, 30);
  EXPECT_EQ(Used(), 2);
  SetDuration(id, 120);
  EXPECT_EQ(Used(), 2);
  SetDuration(id, 121);
  EXPECT_EQ(Used(), 3);
  SetDuration(id, nullptr);
  EXPECT_EQ(Used(), 3);
}

TEST_F(MeteringTest, NeitherRefundsADeletionNorChargesTheSameConsultationTwice) {
  const std::string id = Save({{"duration_seconds", 300}});
  ASSERT_EQ(app_.As("anna", Method::kDelete, "consultations?id=eq." + id).status, 204);
  EXPECT_EQ(Used(), 5);
  Save({{"id", id}, {"duration_seconds", 300}});
  EXPECT_EQ(Used(), 5);
}

TEST_F(MeteringTest, TheMinutesOfAMonthMayBeMoreThanThirtyTwoBitsHold) {
  constexpr std::int64_t kLongest = 2'147'483'647;
  std::int64_t expected = 0;
  for (int i = 0; i < 61; ++i) {
    Save({{"duration_seconds", kLongest}});
    expected += (kLongest + 59) / 60;
  }
  EXPECT_GT(expected, kLongest);
  EXPECT_EQ(Used(), expected);
  const auto month = JsonOf(app_.As("anna", Method::kGet, "user_subscriptions?select=minutes_used"));
  EXPECT_EQ(month.at(0).at("minutes_used"), expected);
}

TEST_F(MeteringTest, OpensTheMissingMonthOnTheUsersTier) {
  static_cast<void>(platform::BlockOn(app_.database().Execute("UPDATE users SET subscription_tier = 'basic'")));
  Save({{"duration_seconds", 10}});
  Save({{"duration_seconds", 10}});
  const auto rows = app_.auth().Query("SELECT tier, monthly_minutes, minutes_used FROM user_subscriptions");
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].Text(0), "basic");
  EXPECT_EQ(rows[0].Int(1), 600);
  EXPECT_EQ(rows[0].Int(2), 2);
}

TEST_F(MeteringTest, ChargesTheDoctorOfThePatientWhenARowHasNoOwner) {
  const std::string id = Save(json::object());
  const json change{{"user_id", nullptr}, {"duration_seconds", 60}};
  ASSERT_EQ(app_.As("anna", Method::kPatch, "consultations?id=eq." + id, change.dump()).status, 204);
  EXPECT_EQ(app_.auth().Query("SELECT user_id FROM minutes_ledger").at(0).Text(0), app_.User("anna").id);
}

TEST_F(MeteringTest, MayGoBeyondTheMonthsMinutes) {
  Save({{"duration_seconds", 31 * 60}});
  EXPECT_EQ(Used(), 31);
  const auto status = platform::BlockOn(app_.subscriptions().StatusOf(app_.User("anna").id));
  ASSERT_TRUE(status);
  EXPECT_EQ(status->MinutesRemaining(), 0);
}

TEST_F(MeteringTest, TheLedgerEqualsAPlainSumWhateverTheOrderOfChanges) {
  std::map<std::string, std::int64_t> highest;
  std::vector<std::string> ids;
  unsigned seed = 7;
  const auto next = [&seed](unsigned below) { return (seed = seed * 1103515245U + 12345U) / 65536U % below; };
  for (int step = 0; step < 60; ++step) {
    const auto seconds = static_cast<std::int64_t>(next(900));
    if (ids.empty() || next(3) == 0) {
      ids.push_back(Save({{"duration_seconds", seconds}}));
    } else {
      std::swap(ids[next(static_cast<unsigned>(ids.size()))], ids.back());
      SetDuration(ids.back(), seconds);
    }
    auto& mark = highest[ids.back()];
    mark = std::max(mark, billing::MinutesOf(seconds));
  }
  std::int64_t sum = 0;
  for (const auto& [id, minutes] : highest) sum += minutes;
  EXPECT_EQ(Used(), sum);
}

TEST_F(MeteringTest, RepairChargesWhatEscapedOnceAndRefundsNothing) {
  const std::string id = Save({{"duration_seconds", 60}});
  const bool is_postgres = app_.database().dialect() == platform::Dialect::kPostgres;
  const std::string table = is_postgres ? " ON consultations" : "";
  ASSERT_TRUE(platform::BlockOn(app_.database().Execute("DROP TRIGGER consultations_meter_update" + table)));
  SetDuration(id, 600);
  EXPECT_EQ(Used(), 1);
  EXPECT_EQ(Call("anna", "run_sql_migration", {{"sql", "x"}}).status, 403);
  app_.User("ada");
  for (int round = 0; round < 2; ++round) {
    const auto repaired = Call("ada", "run_sql_migration", {{"sql", "DROP TABLE patients"}});
    EXPECT_EQ(repaired.status, 200) << repaired.body;
    EXPECT_EQ(JsonOf(repaired), json::parse(R"({"success":true})"));
    EXPECT_EQ(Used(), 10);
  }
  SetDuration(id, 660);
  EXPECT_EQ(Used(), 11);
  EXPECT_EQ(JsonOf(app_.As("anna", Method::kGet, "patients")).size(), 1U);
}

// On SQLite the trigger that charges reads a clock of milliseconds, and the month was opened by one of microseconds.
TEST_F(MeteringTest, AMonthBeginsInTimeForTheVisitThatOpensIt) {
  app_.clock().Advance(std::chrono::microseconds(456));
  const std::string anna = app_.User("anna").id;
  const auto opened = Call("anna", "create_free_subscription_for_user", {{"user_id", anna}});
  ASSERT_EQ(opened.status, 200);
  const auto start = app_.auth().Query("SELECT start_date FROM user_subscriptions")[0].Text(0);
  const platform::Instant begin = platform::ParseTimestamp(start).value();
  EXPECT_EQ(std::chrono::floor<std::chrono::milliseconds>(begin), begin) << start;
}

TEST_F(MeteringTest, OpensTheFreeMonthOnceAndResetsNothing) {
  const std::string anna = app_.User("anna").id;
  const auto first = Call("anna", "create_free_subscription_for_user", {{"user_id", anna}});
  EXPECT_EQ(first.status, 200);
  Save({{"duration_seconds", 100}});
  EXPECT_EQ(Call("anna", "create_free_subscription_for_user", {{"p_user_id", anna}}).body, first.body);
  EXPECT_EQ(Call("anna", "ensure_valid_subscription", {{"user_id", anna}}).body, first.body);
  EXPECT_EQ(Used(), 2);
  const json row =
      JsonOf(app_.As("anna", Method::kGet,
                     "user_subscriptions?select=tier,monthly_minutes,price,is_active,plan_id,subscription_plans(name)"))
          .at(0);
  EXPECT_EQ(row["tier"], "free");
  EXPECT_EQ(row["monthly_minutes"], 30);
  EXPECT_EQ(row["price"], 0);
  EXPECT_EQ(row["is_active"], true);
  EXPECT_EQ(row["subscription_plans"]["name"], "free");
}

TEST_F(MeteringTest, OpensANewMonthWhenTheLastIsOver) {
  const std::string anna = app_.User("anna").id;
  const auto first = Call("anna", "ensure_valid_subscription", {{"user_id", anna}});
  app_.clock().Advance(std::chrono::hours(24 * 31));
  const TestUser again = app_.auth().SignIn("anna@example.org");
  const auto second = SendJson(app_.router(), Method::kPost, "/rest/v1/rpc/ensure_valid_subscription", again.headers,
                               {{"user_id", anna}});
  EXPECT_EQ(second.status, 200);
  EXPECT_NE(second.body, first.body);
}

TEST_F(MeteringTest, APlanChangeKeepsTheMinutesUsed) {
  const std::string anna = app_.User("anna").id;
  Save({{"duration_seconds", 600}});
  const auto changed = Call("anna", "handle_plan_change", {{"user_id", anna}, {"new_tier", "advanced"}});
  EXPECT_EQ(changed.status, 200) << changed.body;
  const auto row = app_.auth().Query("SELECT id, tier, monthly_minutes, minutes_used FROM user_subscriptions").at(0);
  EXPECT_EQ(json(row.Text(0)), JsonOf(changed));
  EXPECT_EQ(row.Text(1), "advanced");
  EXPECT_EQ(row.Int(2), 1200);
  EXPECT_EQ(row.Int(3), 10);
  EXPECT_EQ(JsonOf(app_.As("anna", Method::kGet, "users?select=subscription_tier")).at(0)["subscription_tier"],
            "advanced");
}

TEST_F(MeteringTest, ATierWithoutAPlanGivesThirtyMinutes) {
  const std::string anna = app_.User("anna").id;
  ASSERT_EQ(Call("anna", "ensure_valid_subscription", {{"user_id", anna}}).status, 200);
  ASSERT_TRUE(platform::BlockOn(app_.database().Execute("DELETE FROM subscription_plans WHERE name = 'advanced'")));
  ASSERT_EQ(Call("anna", "handle_plan_change", {{"user_id", anna}, {"new_tier", "advanced"}}).status, 200);
  const auto row = app_.auth().Query("SELECT tier, monthly_minutes, plan_id FROM user_subscriptions").at(0);
  EXPECT_EQ(row.Text(0), "advanced");
  EXPECT_EQ(row.Int(1), 30);
  EXPECT_TRUE(row.IsNull(2));
}

TEST_F(MeteringTest, SumsTheMinutesOfTheCallerBetweenMoments) {
  const std::string theirs = app_.AddPatient("bruno")["id"];
  app_.Insert("bruno", "consultations", {{"patient_id", theirs}, {"duration_seconds", 6000}});
  const std::string id = Save({{"duration_seconds", 61}});
  Save({{"duration_seconds", 60}});
  SetDuration(id, 200);
  const auto now = app_.clock().Now();
  const auto moment = [&](int hours) { return platform::FormatTimestamp(now + std::chrono::hours(hours)); };
  const auto charged = [&](const json& bounds) { return Call("anna", "minutes_charged", {{"bounds", bounds}}); };
  EXPECT_EQ(charged({moment(-50), moment(-2), moment(2), moment(26)}).body, "[0,5,0]");
  EXPECT_EQ(Call("bruno", "minutes_charged", {{"bounds", {moment(-2), moment(2)}}}).body, "[100]");
  EXPECT_EQ(charged({moment(2), moment(26)}).body, "[0]");
  EXPECT_EQ(charged({moment(2), moment(-2)}).status, 400);
  EXPECT_EQ(charged({moment(2)}).status, 400);
  EXPECT_EQ(charged(std::vector<std::string>(64, moment(0))).status, 400);
  EXPECT_EQ(charged(json::array({"yesterday", "today"})).status, 400);
  EXPECT_EQ(charged("x").status, 400);
  EXPECT_EQ(Call("anon", "minutes_charged", {{"bounds", {moment(-2), moment(2)}}}).status, 401);
  EXPECT_EQ(Call("service", "minutes_charged", {{"bounds", {moment(-2), moment(2)}}}).status, 403);
}

TEST_F(MeteringTest, RefusesCallsThatAreWrongOrForOthers) {
  const std::string anna = app_.User("anna").id;
  app_.User("bruno");
  EXPECT_EQ(Call("bruno", "ensure_valid_subscription", {{"user_id", anna}}).status, 403);
  EXPECT_EQ(Call("anon", "ensure_valid_subscription", {{"user_id", anna}}).status, 401);
  EXPECT_EQ(JsonOf(Call("anna", "handle_plan_change", {{"user_id", anna}, {"new_tier", "enterprise"}}))["code"],
            "23514");
  EXPECT_EQ(JsonOf(Call("anna", "handle_plan_change", {{"user_id", anna}}))["code"], "PGRST202");
  EXPECT_EQ(JsonOf(Call("anna", "ensure_valid_subscription", {{"who", anna}}))["code"], "PGRST202");
  EXPECT_EQ(JsonOf(Call("anna", "no_such_function", {{"a", 1}}))["code"], "PGRST202");
  EXPECT_EQ(JsonOf(Call("anna", "ensure_valid_subscription", {{"user_id", 7}}))["code"], "22P02");
  EXPECT_EQ(app_.As("anna", Method::kGet, "rpc/ensure_valid_subscription?user_id=" + anna).status, 405);
}

TEST_F(MeteringTest, ADoctorInsertsTheExactFreeFormAndNothingElse) {
  const std::string now = platform::FormatTimestamp(app_.clock().Now());
  const std::string end = platform::FormatTimestamp(app_.clock().Now() + std::chrono::hours(24 * 30));
  const json form{{"tier", "free"},  {"monthly_minutes", 30}, {"minutes_used", 0}, {"start_date", now},
                  {"end_date", end}, {"is_active", true},     {"price", 0}};
  const auto insert = [&](const json& change) {
    json row = form;
    row.update(change);
    return app_.As("anna", Method::kPost, "user_subscriptions", row.dump()).status;
  };
  EXPECT_EQ(insert({{"tier", "basic"}}), 403);
  EXPECT_EQ(insert({{"minutes_used", 1}}), 403);
  EXPECT_EQ(insert({{"monthly_minutes", 31}}), 403);
  EXPECT_EQ(insert({{"price", 1}}), 403);
  EXPECT_EQ(insert({{"end_date", now}}), 403);
  EXPECT_EQ(insert({{"user_id", app_.User("bruno").id}}), 403);
  EXPECT_EQ(insert(json::object()), 201);
  EXPECT_EQ(insert(json::object()), 409);
  const json row = JsonOf(app_.As("anna", Method::kGet, "user_subscriptions")).at(0);
  EXPECT_EQ(row["current_period_end"], end);
  EXPECT_FALSE(row["plan_id"].is_null());
  EXPECT_EQ(row["user_id"], app_.User("anna").id);
}

}  // namespace
}  // namespace scriba::testing
