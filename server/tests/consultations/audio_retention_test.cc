#include "consultations/audio_retention.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>

#include "consultations/consultation_app.h"
#include "platform/db/migrations.h"
#include "support/audio_files.h"
#include "support/interposed_database.h"
#include "support/stand_in_engine.h"
#include "support/synthetic_sound.h"

namespace scriba::consultations {
namespace {

using std::chrono::days;
using testing::ConsultationApp;
using testing::StandInEngine;

class AudioRetentionTest : public ::testing::Test {
 protected:
  AudioRetentionTest() { engine_.Control({{"fallback", "Buongiorno. Oggi il peso è di ottantaquattro chili."}}); }

  std::string Saved() {
    const auto id = app_.Upload(speech::testing::Encoded(speech::testing::Speak("Buongiorno dottore."), "wav"));
    if (app_.Await(id, {"saved"}) != "saved") throw std::runtime_error("not saved");
    return id;
  }
  AudioRetention Keeping(std::optional<days> after) {
    return {app_.app.auth.database(), clock_, app_.app.storage(), {.after = after}};
  }
  void Sweep(std::optional<days> after) {
    const auto swept = platform::BlockOn(Keeping(after).Sweep());
    ASSERT_TRUE(swept) << swept.error().message << swept.error().internal;
  }
  bool HasSound(const std::string& id) {
    const auto rows = app_.app.auth.Query(
        "SELECT audio_url, (SELECT audio_deleted_at FROM recordings WHERE id = $1) FROM consultations WHERE id = $1",
        {id});
    EXPECT_EQ(rows.at(0).IsNull(0), !rows.at(0).IsNull(1)) << "the recording tells what became of its sound";
    const bool is_stored = app_.Count("storage_objects WHERE file_id = '" + id + "'") == 1;
    const bool is_readable = platform::BlockOn(app_.app.storage().Read(app_.anna.id, id)).has_value();
    EXPECT_EQ(is_stored, !rows.at(0).IsNull(0));
    EXPECT_EQ(is_readable, is_stored);
    return is_stored;
  }
  /// Moves the sound of the only consultation and answers its former name.
  std::string MoveElsewhere() {
    const std::string bucket = "consultation-audio";
    const auto address = app_.app.auth.Query("SELECT audio_url FROM consultations").at(0).Text(0);
    const auto former = address.substr(bucket.size() + 1);
    const nlohmann::json ends{
        {"bucketId", bucket}, {"sourceKey", former}, {"destinationKey", app_.anna.id + "/elsewhere.webm"}};
    const auto moved = app_.app.Call(platform::Method::kPost, "/object/move", app_.anna,
                                     {{"content-type", "application/json"}}, ends.dump());
    EXPECT_EQ(moved.status, 200);
    return former;
  }
  std::vector<std::string> Lines(const std::string& event) {
    std::vector<std::string> subjects;
    for (const auto& row :
         app_.app.auth.Query("SELECT subject FROM audit_log WHERE event = $1 ORDER BY created_at, id", {event}))
      subjects.push_back(row.Text(0));
    return subjects;
  }

  StandInEngine engine_;
  ConsultationApp app_{engine_.url()};
  testing::FakeClock clock_{std::chrono::time_point_cast<std::chrono::microseconds>(std::chrono::system_clock::now())};
};

TEST_F(AudioRetentionTest, KeepsEverythingUnlessTold) {
  const auto id = Saved();
  clock_.Advance(days(10'000));
  Sweep(std::nullopt);
  EXPECT_TRUE(HasSound(id));
}

TEST_F(AudioRetentionTest, DeletesAfterTheDaysAndNotBefore) {
  const auto id = Saved();
  clock_.Advance(days(29));
  Sweep(days(30));
  EXPECT_TRUE(HasSound(id));
  clock_.Advance(days(1) + std::chrono::minutes(1));
  Sweep(days(30));
  EXPECT_FALSE(HasSound(id));
  EXPECT_FALSE(app_.Opened(id, "medical_report").empty()) << "the report stays";
  Sweep(days(30));
  EXPECT_THAT(Lines("audio_deleted"), ::testing::ElementsAre(id)) << "once";
}

// Its file is found by the name that the consultation has.
TEST_F(AudioRetentionTest, SoundThatIsMovedStaysItsConsultations) {
  const auto id = Saved();
  MoveElsewhere();
  EXPECT_EQ(app_.app.auth.Query("SELECT audio_url FROM consultations").at(0).Text(0),
            "consultation-audio/" + app_.anna.id + "/elsewhere.webm");
  clock_.Advance(days(31));
  Sweep(days(30));
  EXPECT_FALSE(HasSound(id));
}

// Before consultations followed their sound, a move left them with a name of nothing.
TEST_F(AudioRetentionTest, ASoundThatWasMovedLongAgoIsFoundAgain) {
  const auto id = Saved();
  auto& database = app_.app.auth.database();
  const auto run = [&](std::string sql) { ASSERT_TRUE(platform::BlockOn(database.Execute(std::move(sql)))); };
  const auto address = [&] { return app_.app.auth.Query("SELECT audio_url FROM consultations").at(0).Text(0); };
  const auto repair = [&] {
    const auto all = platform::Migrations(database.dialect());
    const auto found = std::ranges::find(all, "0021_follow_moved_sound.sql", &platform::Migration::name);
    for (const std::string& statement : platform::Statements(found->sql)) run(statement);
  };
  const std::string right = address();
  repair();
  EXPECT_EQ(address(), right);
  run("UPDATE consultations SET audio_url = 'consultation-audio/nowhere.webm'");
  repair();
  EXPECT_EQ(address(), right);
  EXPECT_TRUE(HasSound(id));
}

TEST_F(AudioRetentionTest, SoundThatIsMovedMeanwhileGoesWithTheNextRound) {
  const auto id = Saved();
  clock_.Advance(days(31));
  testing::InterposedDatabase between(app_.app.auth.database());
  between.BeforeNextWrite([this] {
    const auto former = MoveElsewhere();
    const auto other = app_.app.Call(platform::Method::kPost, "/object/consultation-audio/" + former, app_.anna,
                                     {{"content-type", "audio/wav"}}, "other sound under the former name");
    EXPECT_EQ(other.status, 200);
  });
  AudioRetention retention(between, clock_, app_.app.storage(), {.after = days(30)});
  ASSERT_TRUE(platform::BlockOn(retention.Sweep()));
  EXPECT_TRUE(HasSound(id)) << "under its new name";
  EXPECT_EQ(app_.Count("storage_objects"), 2);
  ASSERT_TRUE(platform::BlockOn(retention.Sweep()));
  EXPECT_FALSE(HasSound(id));
  EXPECT_THAT(Lines("audio_deleted"), ::testing::ElementsAre(id));
}

TEST_F(AudioRetentionTest, TellsNoSoundAsDeletedThatItDidNotFind) {
  Saved();
  ASSERT_TRUE(platform::BlockOn(
      app_.app.auth.database().Execute("UPDATE consultations SET audio_url = 'consultation-audio/nowhere.webm'")));
  clock_.Advance(days(31));
  Sweep(days(30));
  EXPECT_EQ(app_.Count("consultations WHERE audio_url IS NULL"), 1);
  EXPECT_EQ(app_.Count("recordings WHERE audio_deleted_at IS NULL"), 1);
}

// The address is text that a doctor may write into a consultation of their own.
TEST_F(AudioRetentionTest, AnAddressOfAnotherDoctorsSoundLeavesItAlone) {
  const auto id = Saved();
  const auto mallory = app_.app.auth.SignUp("mallory@example.com");
  const auto patient = app_.AddPatient(mallory);
  std::vector<platform::Value> values{platform::NewUuid(), patient, mallory.id, id};
  const auto inserted = platform::BlockOn(app_.app.auth.database().Execute(
      "INSERT INTO consultations (id, patient_id, user_id, created_at, audio_url) SELECT $1, $2, $3, "
      "'2020-01-01T00:00:00.000000+00:00', audio_url FROM consultations WHERE id = $4",
      std::move(values)));
  ASSERT_TRUE(inserted) << inserted.error().internal;
  Sweep(days(30));
  EXPECT_TRUE(HasSound(id));
  EXPECT_THAT(Lines("audio_deleted"), ::testing::IsEmpty());
}

TEST_F(AudioRetentionTest, DeletesOnceTheReportIsThereAndNothingThatWaits) {
  const auto id = Saved();
  engine_.Kill();
  const auto waiting = app_.Upload(speech::testing::Encoded(speech::testing::Speak("Buonasera dottore."), "wav"));
  ASSERT_EQ(app_.Await(waiting, {"waiting speech_engine_unreachable"}), "waiting speech_engine_unreachable");
  clock_.Advance(days(400));
  Sweep(days(0));
  EXPECT_FALSE(HasSound(id));
  EXPECT_TRUE(platform::BlockOn(app_.app.storage().Read(app_.anna.id, waiting)).has_value());
}

// What the engine did not hear can be heard by the doctor alone.
TEST_F(AudioRetentionTest, KeepsTheSoundOfAConsultationWithAHole) {
  const auto id = Saved();
  ASSERT_TRUE(
      platform::BlockOn(app_.app.auth.database().Execute("UPDATE recordings SET error_code = 'not_transcribed'")));
  clock_.Advance(days(400));
  Sweep(days(30));
  Sweep(days(0));
  EXPECT_TRUE(HasSound(id));
}

TEST_F(AudioRetentionTest, LeavesAddressesOfOthersAlone) {
  const auto id = Saved();
  const auto changed = platform::BlockOn(
      app_.app.auth.database().Execute("UPDATE consultations SET audio_url = 'https://elsewhere.example/a.mp3'"));
  ASSERT_TRUE(changed);
  clock_.Advance(days(400));
  Sweep(days(0));
  EXPECT_EQ(app_.Count("consultations WHERE audio_url IS NOT NULL"), 1);
}

TEST_F(AudioRetentionTest, WritesEachNewChoiceIntoTheAuditLog) {
  for (const auto after :
       {std::optional<days>(), std::optional<days>(), std::optional(days(30)), std::optional(days(0))}) {
    clock_.Advance(std::chrono::seconds(1));
    ASSERT_TRUE(platform::BlockOn(Keeping(after).NoteChoice()));
  }
  EXPECT_THAT(Lines("audio_retention_set"), ::testing::ElementsAre("keep", "30", "after-report"));
}

}  // namespace
}  // namespace scriba::consultations
