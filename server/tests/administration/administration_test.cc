#include <gmock/gmock.h>

#include "auth/audit_log.h"
#include "platform/ids.h"
#include "support/data/data_app.h"

namespace scriba::testing {
namespace {

using nlohmann::json;
using platform::Method;

class AdministrationTest : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const char* name : {"anna", "bruno", "ada", "sara"}) app_.User(name);
  }
  platform::Response Call(const std::string& who, const std::string& function, const json& arguments) {
    return app_.As(who, Method::kPost, "rpc/" + function, arguments.dump());
  }
  int SetRole(const std::string& who, const std::string& whose, const std::string& role) {
    return app_.As(who, Method::kPatch, "users?id=eq." + app_.User(whose).id, json{{"role", role}}.dump()).status;
  }
  json Audit(const json& changes = json::object()) {
    json query{{"event", ""}, {"person", ""}, {"since", nullptr}, {"until", nullptr}, {"limit", 50}, {"offset", 0}};
    query.update(changes);
    return JsonOf(Call("ada", "audit_log_page", query));
  }
  /// Whom the diagnosis names for this kind of trouble.
  json UsersOf(const std::string& kind) {
    for (const json& finding : JsonOf(Call("ada", "subscription_diagnosis", json::object()))) {
      if (finding["kind"] == kind) return finding["emails"];
    }
    return nullptr;
  }

  DataApp app_;
};

TEST_F(AdministrationTest, TheLastSuperadminKeepsTheRole) {
  EXPECT_EQ(SetRole("sara", "bruno", "superadmin"), 204);
  EXPECT_EQ(SetRole("bruno", "sara", "admin"), 204);
  EXPECT_EQ(SetRole("bruno", "bruno", "doctor"), 403) << "nobody changes their own role";
  const auto refused = platform::BlockOn(app_.database().Execute("UPDATE users SET role = 'doctor'"));
  ASSERT_FALSE(refused) << "not even whoever reaches past the row rules";
  EXPECT_EQ(refused.error().code, platform::Code::kRaised);
  const auto kept =
      platform::BlockOn(app_.database().Execute("DELETE FROM users WHERE id = $1", {app_.User("bruno").id}));
  ASSERT_FALSE(kept);
  EXPECT_EQ(app_.auth().Query("SELECT id FROM users WHERE role = 'superadmin'").at(0).Text(0), app_.User("bruno").id);
}

TEST_F(AdministrationTest, TheServiceKeyMeetsTheSameRule) {
  const auto response =
      app_.As("service", Method::kPatch, "users?id=eq." + app_.User("sara").id, json{{"role", "doctor"}}.dump());
  EXPECT_GE(response.status, 400);
  EXPECT_LT(response.status, 500);
  EXPECT_EQ(app_.auth().Query("SELECT id FROM users WHERE role = 'superadmin'").size(), 1U);
}

TEST_F(AdministrationTest, AChangeOfRoleOrPlanIsNotedWithWhoMadeIt) {
  ASSERT_EQ(SetRole("sara", "anna", "admin"), 204);
  const json page = Audit({{"event", "role_changed"}});
  ASSERT_EQ(page["total"], 1);
  EXPECT_EQ(page["rows"][0]["email"], "anna@example.org");
  EXPECT_EQ(page["rows"][0]["actor"], "sara@example.org");
  EXPECT_EQ(page["rows"][0]["detail"], "admin");
  ASSERT_EQ(Call("ada", "assign_plan", {{"user_id", app_.User("bruno").id}, {"new_tier", "enterprise"}}).status, 200);
  EXPECT_EQ(Audit({{"event", "plan_assigned"}})["rows"][0]["detail"], "enterprise");
}

TEST_F(AdministrationTest, APlanIsNotedWhicheverCallGaveIt) {
  const std::string anna = app_.User("anna").id;
  const auto newest = [&](const std::string& event) {
    const json rows = Audit({{"event", event}, {"limit", 1}})["rows"];
    return rows.empty() ? std::string() : rows[0]["email"].dump() + rows[0]["actor"].dump() + rows[0]["detail"].dump();
  };
  const std::string by_ada = R"("anna@example.org""ada@example.org")";
  ASSERT_EQ(Call("ada", "handle_plan_change", {{"user_id", anna}, {"new_tier", "basic"}}).status, 200);
  EXPECT_EQ(newest("subscription_tier_changed"), by_ada + R"("basic")");
  const auto write = [&](Method method, const std::string& target, const json& row, const platform::Headers& more) {
    app_.clock().Advance(std::chrono::seconds(1));
    return app_.As("ada", method, target, row.dump(), more).status;
  };
  ASSERT_EQ(write(Method::kPatch, "user_subscriptions?user_id=eq." + anna, {{"monthly_minutes", 900}}, {}), 204);
  EXPECT_EQ(newest("monthly_minutes_changed"), by_ada + R"("900")");
  const std::string month = app_.auth().Query("SELECT id FROM user_subscriptions").at(0).Text(0);
  const json merged{{"id", month}, {"user_id", anna}, {"tier", "advanced"}, {"monthly_minutes", 901}};
  ASSERT_EQ(write(Method::kPost, "user_subscriptions", merged, {{"prefer", "resolution=merge-duplicates"}}), 200);
  EXPECT_EQ(newest("tier_changed"), by_ada + R"("advanced")");
  EXPECT_EQ(newest("monthly_minutes_changed"), by_ada + R"("901")");
  const json opened{{"user_id", app_.User("bruno").id}, {"tier", "enterprise"}, {"monthly_minutes", 5000}};
  ASSERT_EQ(write(Method::kPost, "user_subscriptions", opened, {}), 201);
  EXPECT_EQ(newest("tier_changed"), R"("bruno@example.org""ada@example.org""enterprise")");
}

TEST_F(AdministrationTest, AChangedOrRemovedPlanOfTheCatalogueIsNoted) {
  const std::string plan = app_.auth().Query("SELECT id FROM subscription_plans WHERE name = 'basic'").at(0).Text(0);
  ASSERT_EQ(app_.As("ada", Method::kPatch, "subscription_plans?name=eq.basic", R"({"price":12.5})").status, 204);
  const json changed = Audit({{"event", "price_changed"}})["rows"][0];
  EXPECT_EQ(changed["actor"], "ada@example.org");
  EXPECT_EQ(changed["detail"], "12.5");
  EXPECT_EQ(changed["subject"], plan);
  ASSERT_EQ(app_.As("ada", Method::kDelete, "subscription_plans?name=eq.basic").status, 204);
  EXPECT_EQ(Audit({{"event", "subscription_plans_removed"}})["rows"][0]["subject"], plan);
}

TEST_F(AdministrationTest, AnAssignedPlanKeepsTheMinutesAndIsForAdministratorsOnly) {
  const std::string bruno = app_.User("bruno").id;
  static_cast<void>(platform::BlockOn(app_.subscriptions().OpenFree(bruno)));
  static_cast<void>(platform::BlockOn(app_.database().Execute("UPDATE user_subscriptions SET minutes_used = 12")));
  const json order{{"user_id", bruno}, {"new_tier", "enterprise"}};
  EXPECT_EQ(Call("bruno", "assign_plan", order).status, 403);
  EXPECT_EQ(Call("ada", "assign_plan", order).status, 200);
  const auto row = app_.auth().Query("SELECT tier, minutes_used FROM user_subscriptions").at(0);
  EXPECT_EQ(row.Text(0), "enterprise");
  EXPECT_EQ(row.Int(1), 12);
  EXPECT_EQ(Call("ada", "assign_plan", {{"user_id", bruno}, {"new_tier", "gold"}}).status, 400);
  EXPECT_EQ(Call("ada", "assign_plan", {{"user_id", platform::NewUuid()}, {"new_tier", "free"}}).status, 409);
}

TEST_F(AdministrationTest, TheAuditLogIsPagedFilteredAndShownToAdministratorsOnly) {
  const json everything = Audit();
  EXPECT_GE(everything["total"], 4);
  const json first = Audit({{"limit", 1}});
  EXPECT_EQ(first["rows"].size(), 1U);
  EXPECT_EQ(first["total"], everything["total"]);
  EXPECT_EQ(Audit({{"limit", 1}, {"offset", 1}})["rows"][0], everything["rows"][1]);
  EXPECT_EQ(Audit({{"person", "ANNA@"}, {"event", "signed_up"}})["total"], 1);
  EXPECT_EQ(Audit({{"person", "%"}})["total"], 0) << "what was typed means itself";
  EXPECT_EQ(Audit({{"until", "2000-01-01"}})["total"], 0);
  EXPECT_EQ(Audit({{"since", "2000-01-01"}})["total"], everything["total"]);
  json query{{"event", ""}, {"person", ""}, {"since", nullptr}, {"until", nullptr}, {"limit", 50}, {"offset", 0}};
  EXPECT_EQ(Call("anna", "audit_log_page", query).status, 403);
  query["limit"] = 201;
  EXPECT_EQ(Call("ada", "audit_log_page", query).status, 400);
  query["limit"] = "many";
  EXPECT_EQ(Call("ada", "audit_log_page", query).status, 400);
}

TEST_F(AdministrationTest, TheAuditLogNamesWhatALineIsAbout) {
  const std::string visit = platform::NewUuid();
  std::function<platform::Task<platform::Result<>>(platform::Connection&)> note =
      [&](platform::Connection& connection) -> platform::Task<platform::Result<>> {
    co_return co_await auth::NoteEvent(connection, {}, "audio_deleted", "retention", platform::Instant{}, visit);
  };
  ASSERT_TRUE(platform::BlockOn(app_.database().WriteWith(std::move(note))));
  EXPECT_EQ(Audit({{"event", "audio_deleted"}})["rows"][0]["subject"], visit);
  EXPECT_EQ(Audit({{"event", "signed_up"}})["rows"][0]["subject"], "");
}

TEST_F(AdministrationTest, TheReportSumsWhatHappenedAndFillsEmptyDays) {
  const std::string patient = app_.AddPatient("anna")["id"];
  app_.Insert("anna", "consultations", {{"patient_id", patient}, {"duration_seconds", 61}});
  app_.Insert("anna", "consultations", {{"patient_id", patient}, {"duration_seconds", 60}});
  app_.Insert("bruno", "consultations", {{"patient_id", app_.AddPatient("bruno")["id"]}, {"duration_seconds", 600}});
  ASSERT_EQ(Call("ada", "assign_plan", {{"user_id", app_.User("bruno").id}, {"new_tier", "basic"}}).status, 200);
  const auto today = std::chrono::floor<std::chrono::days>(app_.clock().Now());
  const auto day = [&](int offset) { return platform::FormatTimestamp(today + std::chrono::days(offset)); };
  const json range{{"since", day(-2)}, {"until", day(2)}, {"unit", "day"}};
  const auto answer = Call("ada", "activity_report", range);
  ASSERT_EQ(answer.status, 200) << answer.body;
  const json report = JsonOf(answer);
  ASSERT_EQ(report["buckets"].size(), 4U);
  EXPECT_EQ(report["buckets"][0]["start"], day(-2).substr(0, 10));
  EXPECT_EQ(report["buckets"][0]["consultations"], 0);
  const double price = app_.auth().Query("SELECT price FROM subscription_plans WHERE name = 'basic'").at(0).Real(0);
  const json expected{{"consultations", 3}, {"active_doctors", 2}, {"minutes", 13},
                      {"new_users", 4},     {"paid_months", 1},    {"revenue", price}};
  EXPECT_EQ(report["total"], expected);
  json todays = report["buckets"][2];
  todays.erase("start");
  EXPECT_EQ(todays, expected);
  EXPECT_EQ(Call("anna", "activity_report", range).status, 403);
  EXPECT_EQ(Call("ada", "activity_report", {{"since", day(0)}, {"until", day(0)}, {"unit", "day"}}).status, 400);
  EXPECT_EQ(Call("ada", "activity_report", {{"since", "0001-01-01"}, {"until", day(0)}, {"unit", "day"}}).status, 400);
  EXPECT_EQ(Call("ada", "activity_report", {{"since", day(0)}, {"until", day(1)}, {"unit", "week"}}).status, 400);
}

TEST_F(AdministrationTest, TheDiagnosisFindsWhatDoesNotAddUpAndTheRepairMendsIt) {
  EXPECT_EQ(Call("anna", "subscription_diagnosis", json::object()).status, 403);
  app_.Insert("anna", "consultations", {{"patient_id", app_.AddPatient("anna")["id"]}, {"duration_seconds", 90}});
  const json anna = json::array({"anna@example.org"});
  const json nobody = json::array();
  EXPECT_EQ(UsersOf("users_without_month").size(), 3U);
  EXPECT_EQ(UsersOf("tier_differs"), nobody);
  EXPECT_EQ(UsersOf("uncounted_minutes"), nobody);
  EXPECT_EQ(UsersOf("uncharged_consultations"), nobody);
  const auto meddle = [&](const char* sql) { static_cast<void>(platform::BlockOn(app_.database().Execute(sql))); };
  meddle("UPDATE users SET subscription_tier = 'basic' WHERE email = 'anna@example.org'");
  EXPECT_EQ(UsersOf("tier_differs"), anna);
  meddle("DELETE FROM minutes_ledger");
  EXPECT_EQ(UsersOf("uncharged_consultations"), anna);
  ASSERT_EQ(Call("ada", "run_sql_migration", {{"sql", "repair"}}).status, 200);
  EXPECT_EQ(UsersOf("uncharged_consultations"), nobody);
}

TEST_F(AdministrationTest, MinutesThatAnAdministratorGivesAMonthAreNoFault) {
  const json given{{"tier", "basic"}, {"monthly_minutes", 600}, {"minutes_used", 45}, {"is_active", true}};
  json month{{"user_id", app_.User("anna").id},
             {"start_date", platform::FormatTimestamp(app_.clock().Now())},
             {"end_date", platform::FormatTimestamp(app_.clock().Now() + std::chrono::days(30))}};
  month.update(given);
  ASSERT_EQ(app_.As("ada", Method::kPost, "user_subscriptions", month.dump()).status, 201);
  app_.Insert("anna", "consultations", {{"patient_id", app_.AddPatient("anna")["id"]}, {"duration_seconds", 90}});
  EXPECT_EQ(UsersOf("uncounted_minutes"), json::array());
  ASSERT_EQ(Call("ada", "run_sql_migration", {{"sql", "repair"}}).status, 200);
  EXPECT_EQ(app_.auth().Query("SELECT sum(minutes_used) FROM user_subscriptions").at(0).Int(0), 47);
}

TEST_F(AdministrationTest, TheRepairPutsMinutesThatNoMonthCountsOnTheirMonthOnce) {
  const json patient = app_.AddPatient("anna")["id"];
  app_.Insert("anna", "consultations", {{"patient_id", patient}, {"duration_seconds", 90}});
  const bool is_postgres = app_.database().dialect() == platform::Dialect::kPostgres;
  const std::string table = is_postgres ? " ON minutes_ledger" : "";
  ASSERT_TRUE(platform::BlockOn(app_.database().Execute("DROP TRIGGER minutes_ledger_charge" + table)));
  for (int visits = 0; visits < 2; ++visits) {
    app_.Insert("anna", "consultations", {{"patient_id", patient}, {"duration_seconds", 300}});
  }
  EXPECT_EQ(UsersOf("uncounted_minutes"), json::array({"anna@example.org"}));
  EXPECT_EQ(UsersOf("uncharged_consultations"), json::array());
  for (int round = 0; round < 2; ++round) {
    ASSERT_EQ(Call("ada", "run_sql_migration", {{"sql", "repair"}}).status, 200);
    EXPECT_EQ(UsersOf("uncounted_minutes"), json::array());
    EXPECT_EQ(app_.auth().Query("SELECT sum(minutes_used) FROM user_subscriptions").at(0).Int(0), 12);
  }
}

// Each user was asked about each visit.
TEST_F(AdministrationTest, TheDiagnosisLooksAtEachVisitOnce) {
  const std::string patient = app_.AddPatient("anna")["id"];
  const auto add = [&](const std::string& sql, std::vector<platform::Value> values) {
    const auto done = platform::BlockOn(app_.database().Execute(
        "WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < $1) " + sql,
        std::move(values)));
    ASSERT_TRUE(done) << done.error().message << done.error().internal;
  };
  const bool is_postgres = app_.database().dialect() == platform::Dialect::kPostgres;
  const std::string id = is_postgres ? "gen_random_uuid()" : "printf('00000000-0000-4000-8000-%012d', n)";
  const std::string now = platform::FormatTimestamp(app_.clock().Now());
  add("INSERT INTO users (id, email, created_at) SELECT " + id + ", 'nobody' || n, $2 FROM number",
      {std::int64_t{2'000}, now});
  add("INSERT INTO consultations (id, patient_id, created_at, gdpr_consent) SELECT " + id + ", $2, $3, $4 FROM number",
      {std::int64_t{4'000}, patient, now, false});
  const auto answer = Call("ada", "subscription_diagnosis", json::object());
  ASSERT_EQ(answer.status, 200) << answer.body;
  EXPECT_GE(JsonOf(answer).at(0)["users"], 2'000);
}

}  // namespace
}  // namespace scriba::testing
