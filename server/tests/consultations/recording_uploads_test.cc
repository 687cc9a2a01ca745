// What is checked before the first byte of a recording.
#include "consultations/recording_uploads.h"

#include <gmock/gmock.h>

#include "consultations/consultation_app.h"

namespace scriba::consultations {
namespace {

using nlohmann::json;
using platform::Headers;
using testing::ConsultationApp;
using testing::HeaderOf;
using testing::JsonOf;

class RecordingUploadsTest : public ::testing::Test {
 protected:
  std::string Refusal(const json& changes, Headers headers = {{"upload-length", "5"}}) {
    const auto answer = app_.Create(app_.Terms(platform::NewUuid(), changes), std::move(headers));
    return std::to_string(answer.status) + " " + (answer.status < 300 ? "" : JsonOf(answer)["code"].get<std::string>());
  }

  ConsultationApp app_{""};
};

TEST_F(RecordingUploadsTest, NeedsConsentAnOwnPatientAndSound) {
  const auto bruno = app_.app.auth.SignUp("bruno@example.com");
  const auto theirs = app_.AddPatient(bruno);
  EXPECT_EQ(Refusal({{"gdpr_consent", false}}), "400 consent_required");
  EXPECT_EQ(Refusal({{"gdpr_consent", nullptr}}), "400 consent_required");
  EXPECT_EQ(Refusal({{"gdpr_consent", "true"}}), "400 consent_required");
  EXPECT_EQ(Refusal({{"patient_id", theirs}}), "404 patient_not_found");
  EXPECT_EQ(Refusal({{"patient_id", platform::NewUuid()}}), "404 patient_not_found");
  EXPECT_EQ(Refusal({{"patient_id", "1"}}), "404 patient_not_found");
  EXPECT_EQ(Refusal({{"visita", "altra"}}), "400 InvalidRequest");
  EXPECT_EQ(Refusal({{"consent_version", nullptr}}), "400 InvalidRequest");
  EXPECT_EQ(Refusal({{"source", "elsewhere"}}), "400 InvalidRequest");
  EXPECT_EQ(Refusal({{"recording_id", "1"}}), "400 InvalidRequest");
  EXPECT_EQ(Refusal({}, {{"upload-length", "0"}}), "400 empty_file");
  EXPECT_EQ(Refusal({}, {{"upload-length", "200000000"}}), "413 EntityTooLarge");
  EXPECT_EQ(app_.Count("recordings"), 0);
  EXPECT_EQ(app_.Count("storage_uploads"), 0);
}

TEST_F(RecordingUploadsTest, NeedsAMinute) {
  EXPECT_EQ(Refusal({}), "201 ");
  ASSERT_TRUE(platform::BlockOn(app_.app.auth.database().Execute("UPDATE user_subscriptions SET minutes_used = 29")));
  EXPECT_EQ(Refusal({}), "201 ") << "one minute is left";
  ASSERT_TRUE(platform::BlockOn(app_.app.auth.database().Execute("UPDATE user_subscriptions SET minutes_used = 30")));
  EXPECT_EQ(Refusal({}), "403 minutes_exhausted");
}

// Its minutes are counted by the id: what is recorded under one that is paid for would cost nothing.
TEST_F(RecordingUploadsTest, TakesNoIdOfAConsultationThatIsGone) {
  const auto id = platform::NewUuid();
  std::vector<platform::Value> values{id, app_.patient};
  ASSERT_TRUE(platform::BlockOn(app_.app.auth.database().Execute(
      "INSERT INTO consultations (id, patient_id, created_at, duration_seconds) VALUES ($1, $2, "
      "'2026-01-01T00:00:00.000000+00:00', 600)",
      std::move(values))));
  EXPECT_EQ(Refusal({{"recording_id", id}}), "409 ResourceAlreadyExists");
  ASSERT_TRUE(platform::BlockOn(app_.app.auth.database().Execute("DELETE FROM consultations")));
  EXPECT_EQ(Refusal({{"recording_id", id}}), "409 ResourceAlreadyExists");
  EXPECT_EQ(Refusal({}), "201 ");
}

TEST_F(RecordingUploadsTest, SaysThatAPatientHasToBeNamed) {
  for (const json& patient : {json(nullptr), json(""), json(7)}) {
    const auto answer =
        app_.Create(app_.Terms(platform::NewUuid(), {{"patient_id", patient}}), {{"upload-length", "5"}});
    EXPECT_EQ(answer.status, 400);
    EXPECT_EQ(JsonOf(answer)["code"], "InvalidRequest");
    EXPECT_EQ(JsonOf(answer)["message"], "Patient ID is required");
  }
}

TEST_F(RecordingUploadsTest, AFileThatIsLongerThanTheMinutesLeftIsRefusedBeforeItIsSent) {
  EXPECT_EQ(Refusal({{"duration_seconds", 1800}}), "201 ");
  EXPECT_EQ(Refusal({{"duration_seconds", 1800.2}}), "403 minutes_exhausted");
  EXPECT_EQ(Refusal({{"duration_seconds", nullptr}}), "201 ") << "not measured: a minute is enough";
  EXPECT_EQ(Refusal({{"duration_seconds", 9000}, {"source", "recording"}}), "201 ") << "nothing said is turned away";
  EXPECT_EQ(Refusal({{"duration_seconds", "1800"}}), "400 InvalidRequest");
  EXPECT_EQ(Refusal({{"duration_seconds", -1}}), "400 InvalidRequest");
  EXPECT_EQ(Refusal({{"duration_seconds", 1e300}}), "400 InvalidRequest");
  ASSERT_TRUE(platform::BlockOn(app_.app.auth.database().Execute("UPDATE user_subscriptions SET minutes_used = 30")));
  EXPECT_EQ(Refusal({{"duration_seconds", 0}}), "403 minutes_exhausted");
}

TEST_F(RecordingUploadsTest, IsFoundAgainByItsId) {
  const auto id = platform::NewUuid();
  const auto first = app_.Create(app_.Terms(id), {{"upload-length", "5"}});
  const auto second = app_.Create(app_.Terms(id), {{"upload-length", "5"}});
  EXPECT_EQ(first.status, 201);
  EXPECT_EQ(second.status, 201);
  EXPECT_EQ(HeaderOf(first, "location"), HeaderOf(second, "location"));
  EXPECT_EQ(app_.Count("recordings"), 1);
}

TEST_F(RecordingUploadsTest, IsNotFoundBySomebodyElse) {
  const auto id = platform::NewUuid();
  EXPECT_EQ(app_.Create(app_.Terms(id), {{"upload-length", "5"}}).status, 201);
  app_.anna = app_.app.auth.SignUp("bruno@example.com");
  app_.patient = app_.AddPatient(app_.anna);
  EXPECT_EQ(app_.Create(app_.Terms(id), {{"upload-length", "5"}}).status, 409);
}

TEST_F(RecordingUploadsTest, RemembersConsentAndHidesTheNameOfTheFile) {
  const auto id = platform::NewUuid();
  EXPECT_EQ(
      app_.Create(app_.Terms(id, {{"filename", "Rossi Maria.mp3"}}), {{"upload-length", "5"}}, "audio/mpeg").status,
      201);
  const auto row = app_.app.auth.Query("SELECT consent_version, consent_at, mime, state FROM recordings").at(0);
  EXPECT_EQ(row.Text(0), "2026-01");
  EXPECT_FALSE(row.Text(1).empty());
  EXPECT_EQ(row.Text(2), "audio/mpeg");
  EXPECT_EQ(row.Text(3), "recording");
  const auto upload = app_.app.auth.Query("SELECT name, metadata FROM storage_uploads").at(0);
  EXPECT_EQ(upload.Text(0), app_.anna.id + "/" + id + ".mp3");
  EXPECT_EQ(upload.Text(1), "{}");
}

TEST_F(RecordingUploadsTest, CanBeTakenBackBeforeItIsComplete) {
  const auto id = platform::NewUuid();
  EXPECT_EQ(app_.Create(app_.Terms(id), {{"upload-length", "5"}}).status, 201);
  EXPECT_EQ(app_.app.Tus(platform::Method::kDelete, "/upload/resumable/" + id, app_.anna).status, 204);
  EXPECT_EQ(app_.Count("recordings"), 0);
}

TEST_F(RecordingUploadsTest, IsCompletedWithWhatArrivedWhenTheBrowserNeverComesBack) {
  const auto id = platform::NewUuid();
  EXPECT_EQ(app_.Create(app_.Terms(id, {{"source", "recording"}}), {{"upload-defer-length", "1"}}).status, 201);
  EXPECT_EQ(app_.Patch(id, 0, "half a recording").status, 204);
  app_.app.auth.clock().Advance(std::chrono::hours(25));
  ASSERT_TRUE(platform::BlockOn(app_.app.storage().Sweep()));
  EXPECT_EQ(app_.Count("storage_objects"), 1);
  EXPECT_NE(app_.State(id), "recording");
}

// Half of a file would be reported and charged as if it were the visit; the doctor still has the whole.
TEST_F(RecordingUploadsTest, HalfAFileGoesWhenTheRestNeverComes) {
  const auto id = platform::NewUuid();
  EXPECT_EQ(app_.Create(app_.Terms(id, {{"source", "upload"}}), {{"upload-length", "100"}}).status, 201);
  EXPECT_EQ(app_.Patch(id, 0, "half a file").status, 204);
  app_.app.auth.clock().Advance(std::chrono::hours(25));
  ASSERT_TRUE(platform::BlockOn(app_.app.storage().Sweep()));
  EXPECT_EQ(app_.Count("storage_objects"), 0);
  EXPECT_EQ(app_.Count("recordings"), 0);
}

}  // namespace
}  // namespace scriba::consultations
