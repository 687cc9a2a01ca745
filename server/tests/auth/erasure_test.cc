#include "auth/erasure.h"

#include <gmock/gmock.h>

#include "platform/crypto/sealing.h"
#include "platform/ids.h"
#include "support/auth_app.h"

namespace scriba::testing {
namespace {

using platform::Method;
using platform::NewUuid;
using platform::Value;

constexpr const char* kTime = "2026-01-01T00:00:00.000000+00:00";

/// Two doctors, each with something in every table that has rows of a doctor.
class ErasureTest : public ::testing::Test {
 protected:
  void Run(const std::string& sql, std::vector<Value> values) {
    const auto done = platform::BlockOn(app_.database().Execute(sql, std::move(values)));
    ASSERT_TRUE(done) << sql << ": " << done.error().message << done.error().internal;
  }

  /// Answers the id of the recording, of its consultation and of its file.
  std::string AddPractice(const std::string& doctor) {
    const std::string patient = NewUuid();
    const std::string visit = NewUuid();
    const std::string announcement = NewUuid();
    EXPECT_TRUE(platform::BlockOn(keys_.KeyOf(doctor)));
    Run("INSERT INTO patients (id, user_id, first_name, last_name, birth_date, gender, created_at) "
        "VALUES ($1, $2, 'Maria', 'Rossi', '1970-01-01', 'female', $3)",
        {patient, doctor, kTime});
    Run("INSERT INTO consultations (id, patient_id, user_id, created_at, duration_seconds, audio_url, reviewed_by, "
        "motivo_visita) VALUES ($1, $2, $3, $4, 61, $5, $3, $6)",
        {visit, patient, doctor, kTime, "consultation-audio/" + doctor + "/a.webm", platform::Blob{"sealed"}});
    Run("INSERT INTO recordings (id, user_id, patient_id, visita, consent_at, consent_version, mime, source, state, "
        "consultation_id, created_at, updated_at) VALUES ($1, $2, $3, 'prima_visita', $4, '1', 'audio/webm', 'upload', "
        "'saved', $1, $4, $4)",
        {visit, doctor, patient, kTime});
    Run("INSERT INTO storage_objects (id, file_id, owner_id, bucket, name, content_type, cache_control, metadata, "
        "bytes, "
        "created_at, updated_at) VALUES ($1, $2, $3, 'consultation-audio', $4, 'audio/webm', '', '{}', 1, 0, 0)",
        {NewUuid(), visit, doctor, doctor + "/a.webm"});
    Run("INSERT INTO announcements (id, sender_id, subject, body, audience, sends_mail, created_at) "
        "VALUES ($1, $2, 's', 'b', 'everybody', $3, $4)",
        {announcement, doctor, false, kTime});
    Run("INSERT INTO notices (id, announcement_id, user_id, subject, body, created_at, awaits_mail) "
        "VALUES ($1, $2, $3, 's', 'b', $4, $5)",
        {NewUuid(), announcement, doctor, kTime, false});
    return visit;
  }

  platform::Response Delete(const std::string& id, const nlohmann::json& body = nlohmann::json::object()) {
    return app_.Auth(Method::kDelete, "/admin/users/" + id, body, app_.ServiceHeaders());
  }

  std::int64_t Count(const std::string& from) { return app_.Query("SELECT count(*) FROM " + from)[0].Int(0); }

  /// "table.column" wherever the database still holds this text.
  std::vector<std::string> PlacesOf(const std::string& text) {
    const bool is_postgres = app_.database().dialect() == platform::Dialect::kPostgres;
    const auto columns = app_.Query(
        is_postgres
            ? "SELECT table_name::text, column_name::text FROM information_schema.columns "
              "WHERE table_schema = 'public'"
            : "SELECT tables.name, columns.name FROM sqlite_master AS tables, pragma_table_info(tables.name) AS "
              "columns WHERE tables.type = 'table'");
    EXPECT_GT(columns.size(), 100U);
    std::vector<std::string> places;
    for (const auto& row : columns) {
      const std::string column = "\"" + row.Text(1) + "\"";
      const std::string where = " WHERE CAST(" + column + " AS TEXT) = $1";
      const auto found = app_.Query("SELECT count(*) FROM \"" + row.Text(0) + "\"" + where, {text});
      if (found[0].Int(0) > 0) places.push_back(row.Text(0) + "." + row.Text(1));
    }
    return places;
  }

  AuthApp app_;
  platform::KeyRing keys_{app_.database(), app_.master()};
};

TEST_F(ErasureTest, LeavesTheIdInTheAuditLogAndNothingElse) {
  const auto anna = app_.SignUp("anna@example.com");
  const auto bruno = app_.SignUp("bruno@example.com");
  const auto visit = AddPractice(anna.id);
  AddPractice(bruno.id);
  EXPECT_THAT(PlacesOf(anna.id), ::testing::IsSupersetOf({"data_keys.owner_id", "patients.user_id", "notices.user_id",
                                                          "minutes_ledger.user_id", "storage_objects.owner_id"}));

  const auto answer = Delete(anna.id);
  EXPECT_EQ(answer.status, 200) << answer.body;
  EXPECT_THAT(PlacesOf(anna.id), ::testing::ElementsAre("audit_log.account_id"));
  EXPECT_THAT(PlacesOf("anna@example.com"), ::testing::IsEmpty());
  EXPECT_THAT(PlacesOf(visit), ::testing::ElementsAre("removed_files.file_id")) << "until the sweep has been there";
  EXPECT_EQ(Count("audit_log WHERE event = 'account_erased' AND account_id = '" + anna.id + "'"), 1);
  for (const char* table : {"users", "accounts", "patients", "consultations", "report_versions", "recordings",
                            "storage_objects", "data_keys", "minutes_ledger", "notices"})
    EXPECT_EQ(Count(table), 1) << table << ": the other doctor's stay, and nothing more";
  EXPECT_EQ(Send(app_.router(), Method::kGet, "/auth/v1/user", anna.headers).status, 403);
}

TEST_F(ErasureTest, LetsTheAddressBeginAnew) {
  const auto anna = app_.SignUp("anna@example.com");
  AddPractice(anna.id);
  ASSERT_EQ(Delete(anna.id).status, 200);
  EXPECT_NE(app_.SignUp("anna@example.com").id, anna.id);
  EXPECT_EQ(Delete(anna.id).status, 404);
}

TEST_F(ErasureTest, RemovesNothingOfTheLastSuperadmin) {
  const auto anna = app_.SignUp("anna@example.com");
  app_.SetRole(anna.id, "superadmin");
  AddPractice(anna.id);
  const auto answer = Delete(anna.id);
  EXPECT_EQ(answer.status, 400) << answer.body;
  EXPECT_EQ(Count("patients"), 1);
  EXPECT_EQ(Count("data_keys"), 1);
}

TEST_F(ErasureTest, KeepsThePracticeOfAnAccountThatIsClosed) {
  const auto anna = app_.SignUp("anna@example.com");
  AddPractice(anna.id);
  const auto answer = Delete(anna.id, {{"should_soft_delete", true}});
  EXPECT_EQ(answer.status, 200) << answer.body;
  EXPECT_EQ(Count("consultations"), 1);
  EXPECT_EQ(Count("data_keys"), 1);
  EXPECT_EQ(Count("sessions"), 0);
  EXPECT_EQ(Send(app_.router(), Method::kGet, "/auth/v1/user", anna.headers).status, 403);
  EXPECT_THROW(app_.SignIn("anna@example.com"), std::runtime_error);
  app_.Auth(Method::kPost, "/recover", {{"email", "anna@example.com"}});
  EXPECT_EQ(app_.MailCount(), 0U) << "no way in by mail either";

  const auto reopened = app_.Auth(Method::kPut, "/admin/users/" + anna.id,
                                  {{"ban_duration", "none"}, {"password", "AltraSegreta1"}}, app_.ServiceHeaders());
  ASSERT_EQ(reopened.status, 200) << reopened.body;
  app_.SignIn("anna@example.com", "AltraSegreta1");
}

TEST_F(ErasureTest, WantsAClearAnswerToHowItIsMeant) {
  const auto anna = app_.SignUp("anna@example.com");
  EXPECT_EQ(Delete(anna.id, {{"should_soft_delete", "yes"}}).status, 400);
  EXPECT_EQ(Count("users"), 1);
}

}  // namespace
}  // namespace scriba::testing
