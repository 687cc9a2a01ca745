// The life of a recording from its upload to the saved consultation, with an engine that says what the test tells it.
#include "consultations/recording_job.h"

#include <gmock/gmock.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "consultations/consultation_app.h"
#include "support/audio_files.h"
#include "support/stand_in_engine.h"
#include "support/synthetic_sound.h"

namespace scriba::consultations {
namespace {

using nlohmann::json;
using platform::Code;
using speech::Samples;
using speech::testing::Encoded;
using testing::ConsultationApp;
using ::testing::HasSubstr;
using testing::HeaderOf;
using testing::StandInEngine;
using testing::TemporaryFolder;

const Samples& TheVisit() {
  static const Samples samples = speech::testing::SpokenVisit().samples;
  return samples;
}

/// One sentence of speech, some seconds long.
const std::string& AShortFile() {
  static const std::string file = Encoded(
      speech::testing::Speak("Buongiorno dottore, sono venuta per il controllo del peso. Peso ottantaquattro chili."),
      "wav");
  return file;
}

class RecordingJobTest : public ::testing::Test {
 protected:
  void ExpectNothingSaved() {
    EXPECT_EQ(app_.Count("consultations"), 0);
    EXPECT_EQ(app_.MinutesUsed(), 0);
  }

  StandInEngine engine_;
  ConsultationApp app_{engine_.url()};
};

TEST_F(RecordingJobTest, SavesAConsultationWithItsEvidenceAndItsMinutes) {
  engine_.Control(
      {{"fallback", "Buongiorno. Oggi il peso è di ottantaquattro chili. La pressione è centotrenta su ottanta."}});
  const auto id = app_.Upload(AShortFile());
  ASSERT_EQ(app_.Await(id, {"saved"}), "saved");
  const auto rows = app_.app.auth.Query(
      "SELECT id, patient_id, user_id, visita, gdpr_consent, duration_seconds, audio_url FROM consultations");
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].Text(0), id);
  EXPECT_EQ(rows[0].Text(1), app_.patient);
  EXPECT_EQ(rows[0].Text(2), app_.anna.id);
  EXPECT_TRUE(rows[0].Bool(4));
  EXPECT_GT(rows[0].Int(5), 2);
  EXPECT_EQ(rows[0].Text(6), "consultation-audio/" + app_.anna.id + "/" + id + ".webm");
  EXPECT_EQ(app_.Opened(id, "transcription"),
            "Buongiorno. Oggi il peso è di ottantaquattro chili. La pressione è centotrenta su ottanta.");
  EXPECT_THAT(app_.Opened(id, "medical_report"), HasSubstr("84"));
  const json evidence = json::parse(app_.Opened(id, "evidence"));
  EXPECT_FALSE(evidence["transcript"]["segments"].empty());
  ASSERT_FALSE(evidence["measures"].empty());
  for (const json& measure : evidence["measures"]) EXPECT_EQ(measure["audio"].size(), 1U) << measure;
  EXPECT_EQ(app_.MinutesUsed(), 1);
  EXPECT_EQ(app_.Count("recording_pieces"), 0);
  // The doctor is told first; the job ends right after.
  for (int tries = 0; tries < 1000 && app_.Count("jobs") > 0; ++tries)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(app_.Count("jobs"), 0);
}

TEST_F(RecordingJobTest, HearsARecordingWhileItIsBeingMade) {
  engine_.Control({{"mode", "echo"}});
  const std::string file = Encoded(TheVisit(), "live.webm");
  const std::string id = platform::NewUuid();
  ASSERT_EQ(app_.Create(app_.Terms(id, {{"source", "recording"}}), {{"upload-defer-length", "1"}}).status, 201);
  const std::size_t first_part = file.size() * 3 / 4;
  for (std::size_t at = 0; at < first_part; at += 4000) {
    ASSERT_EQ(app_.Patch(id, at, file.substr(at, std::min<std::size_t>(4000, first_part - at))).status, 204);
  }
  std::size_t heard = 0;
  for (int i = 0; i < 500 && heard < 2; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    heard = static_cast<std::size_t>(app_.Count("recording_pieces"));
  }
  EXPECT_GE(heard, 2U) << "pieces are heard before the recording ends";
  EXPECT_EQ(app_.State(id), "recording");
  const auto progress = app_.app.auth.Query(
      "SELECT partial_transcript IS NOT NULL, transcribed_seconds, "
      "(SELECT sum(end_sample - begin_sample) / 16000 FROM recording_pieces) FROM recordings");
  EXPECT_TRUE(progress[0].Bool(0));
  EXPECT_NEAR(static_cast<double>(progress[0].Int(1)), static_cast<double>(progress[0].Int(2)), 1.0);
  const auto sent_before = engine_.Requests().size();
  ASSERT_EQ(
      app_.Patch(id, first_part, file.substr(first_part), {{"upload-length", std::to_string(file.size())}}).status,
      204);
  ASSERT_EQ(app_.Await(id, {"saved"}), "saved");
  EXPECT_GE(sent_before, 2U);
  EXPECT_EQ(app_.app.auth.Query("SELECT duration_seconds FROM consultations")[0].Int(0),
            std::llround(speech::ToSeconds(static_cast<std::int64_t>(TheVisit().size()))));
}

TEST_F(RecordingJobTest, TellsOfAnEngineThatIsDownWhileItIsBeingMadeAndOfItsReturn) {
  engine_.Kill();
  const std::string file = Encoded(TheVisit(), "live.webm");
  const std::string id = platform::NewUuid();
  ASSERT_EQ(app_.Create(app_.Terms(id, {{"source", "recording"}}), {{"upload-defer-length", "1"}}).status, 201);
  ASSERT_EQ(app_.Patch(id, 0, file.substr(0, file.size() / 2)).status, 204);
  EXPECT_EQ(app_.Await(id, {"recording speech_engine_unreachable"}), "recording speech_engine_unreachable");
  engine_.Start();
  engine_.Control({{"mode", "echo"}});
  EXPECT_EQ(app_.Await(id, {"recording"}), "recording") << "the next try hears it";
}

TEST_F(RecordingJobTest, SendsNoPieceTwiceWhenTheServerStopsInMidRecording) {
  engine_.Control({{"mode", "echo"}});
  const std::string file = Encoded(TheVisit(), "live.webm");
  const std::string id = platform::NewUuid();
  ASSERT_EQ(app_.Create(app_.Terms(id, {{"source", "recording"}}), {{"upload-defer-length", "1"}}).status, 201);
  const std::size_t part = file.size() * 3 / 4;
  ASSERT_EQ(app_.Patch(id, 0, file.substr(0, part)).status, 204);
  for (int i = 0; i < 500 && app_.Count("recording_pieces") < 2; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  app_.StopRooms();
  app_.StartRooms(engine_.url());
  ASSERT_EQ(app_.Patch(id, part, file.substr(part), {{"upload-length", std::to_string(file.size())}}).status, 204);
  ASSERT_EQ(app_.Await(id, {"saved"}), "saved");
  const json evidence = json::parse(app_.Opened(id, "evidence"));
  EXPECT_LE(engine_.Requests().size(), evidence["transcript"]["segments"].size() + 1);
}

// What a node adds behind the end that another gave an upload is refused, and stays in the file.
TEST_F(RecordingJobTest, HearsWhatWasCompletedThoughItsFileHasMore) {
  engine_.Control({{"fallback", "Peso ottantaquattro chili."}});
  app_.StartRooms("");
  const auto id = app_.Upload(AShortFile());
  ASSERT_EQ(app_.Await(id, {"waiting speech_engine_missing"}), "waiting speech_engine_missing");
  const auto key = platform::BlockOn(app_.app.keys().KeyOf(app_.anna.id));
  ASSERT_TRUE(platform::BlockOn(app_.app.storage().files().Append(id, *key, AShortFile().size(), "late")));
  app_.StartRooms(engine_.url());
  ASSERT_EQ(app_.Await(id, {"saved", "failed audio_unreadable"}), "saved");
}

TEST_F(RecordingJobTest, GoesOnAfterALongPauseOfTheBrowser) {
  engine_.Control({{"mode", "echo"}});
  const std::string file = Encoded(TheVisit(), "live.webm");
  const std::string id = platform::NewUuid();
  ASSERT_EQ(app_.Create(app_.Terms(id, {{"source", "recording"}}), {{"upload-defer-length", "1"}}).status, 201);
  ASSERT_EQ(app_.Patch(id, 0, file.substr(0, file.size() / 2)).status, 204);
  // Longer than a run waits for more.
  std::this_thread::sleep_for(std::chrono::milliseconds(3'500));
  EXPECT_EQ(app_.State(id), "recording");
  ASSERT_EQ(
      app_.Patch(id, file.size() / 2, file.substr(file.size() / 2), {{"upload-length", std::to_string(file.size())}})
          .status,
      204);
  EXPECT_EQ(app_.Await(id, {"saved"}), "saved");
}

TEST_F(RecordingJobTest, IsCompletedWithWhatArrivedWhenTheDoctorSaysSo) {
  engine_.Control({{"mode", "echo"}});
  const std::string file = Encoded(TheVisit(), "live.webm");
  const std::string id = platform::NewUuid();
  ASSERT_EQ(app_.Create(app_.Terms(id, {{"source", "recording"}}), {{"upload-defer-length", "1"}}).status, 201);
  EXPECT_EQ(platform::BlockOn(app_.actions().Complete(app_.anna.id, id)).error().code, Code::kEmptyFile);
  ASSERT_EQ(app_.Patch(id, 0, file.substr(0, file.size() / 2)).status, 204);
  const auto bruno = app_.app.auth.SignUp("bruno@example.com");
  EXPECT_EQ(platform::BlockOn(app_.actions().Complete(bruno.id, id)).error().code, Code::kRecordingNotFound);
  ASSERT_TRUE(platform::BlockOn(app_.actions().Complete(app_.anna.id, id)));
  ASSERT_EQ(app_.Await(id, {"saved"}), "saved");
  EXPECT_EQ(platform::BlockOn(app_.actions().Complete(app_.anna.id, id)).error().code, Code::kRecordingStateConflict);
  const double half = speech::ToSeconds(static_cast<std::int64_t>(TheVisit().size())) / 2;
  EXPECT_NEAR(static_cast<double>(app_.app.auth.Query("SELECT duration_seconds FROM consultations")[0].Int(0)), half,
              5);
  // A browser that comes back after all is told, and keeps what it has.
  EXPECT_EQ(app_.Patch(id, file.size() / 2, file.substr(file.size() / 2)).status, 413);
}

TEST_F(RecordingJobTest, RefusesWhatIsNoUsableSoundAndChargesNothing) {
  const std::string tone = Encoded(speech::testing::Silence(1), "live.webm");
  const std::vector<std::pair<std::string, std::string>> files{
      {"%PDF-1.7\n1 0 obj << /Type /Catalog >> endobj\n%%EOF\n" + std::string(2000, ' '), "failed not_audio"},
      {tone.substr(0, 10), "failed audio_unreadable"},
      {Encoded(speech::testing::Speak("Buongiorno"), "video.mp4"), "failed video_not_accepted"},
  };
  for (const auto& [bytes, state] : files) {
    const auto id = app_.Upload(bytes);
    EXPECT_EQ(app_.Await(id, {state}), state);
    // The doctor is told first; the sound goes right after.
    const auto is_gone = [&] {
      return app_.app.auth.Query("SELECT 1 FROM storage_objects WHERE file_id = $1", {id}).empty();
    };
    for (int tries = 0; tries < 200 && !is_gone(); ++tries) std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_TRUE(is_gone());
  }
  ExpectNothingSaved();
  EXPECT_TRUE(engine_.Requests().empty());
}

TEST_F(RecordingJobTest, FailsOnSilenceAndKeepsTheSound) {
  const auto id = app_.Upload(Encoded(speech::testing::Silence(20), "wav"));
  EXPECT_EQ(app_.Await(id, {"failed no_speech"}), "failed no_speech");
  ExpectNothingSaved();
  EXPECT_EQ(app_.Count("storage_objects"), 1);
  EXPECT_TRUE(engine_.Requests().empty());
}

TEST_F(RecordingJobTest, ARetryAsksTheEngineAgainWhereItHeardNothing) {
  const auto id = app_.Upload(AShortFile());
  ASSERT_EQ(app_.Await(id, {"failed empty_transcript"}), "failed empty_transcript");
  engine_.Control({{"fallback", "Buongiorno. Oggi il peso è di ottantaquattro chili."}});
  ASSERT_TRUE(platform::BlockOn(app_.actions().Retry(app_.anna.id, id)));
  EXPECT_EQ(app_.Await(id, {"saved"}), "saved");
}

TEST_F(RecordingJobTest, ARecordingThatLostItsEndOnDiskIsNotReportedAsAWhole) {
  engine_.Kill();
  const auto id = app_.Upload(AShortFile(), {{"source", "recording"}});
  ASSERT_EQ(app_.Await(id, {"waiting speech_engine_unreachable"}), "waiting speech_engine_unreachable");
  // Put in its place whole: a try that reads it right now ends with the file that it began with.
  const auto file = app_.app.auth.folder() / "audio" / id;
  const auto cut = std::filesystem::path(file).concat(".cut");
  std::filesystem::copy_file(file, cut);
  std::filesystem::resize_file(cut, std::filesystem::file_size(cut) - 100);
  std::filesystem::rename(cut, file);
  EXPECT_EQ(app_.Await(id, {"failed audio_unreadable"}), "failed audio_unreadable");
  EXPECT_EQ(app_.Count("storage_objects"), 1);
  ExpectNothingSaved();
}

TEST(RecordingJobs, PiecesThatTheEngineNeverTakesBecomeHolesThatTheRowTells) {
  StandInEngine engine;
  // The visit has five pieces: all but three are heard.
  json texts = json::array({"Buongiorno. Oggi il peso è di ottantaquattro chili.", "La pressione è buona."});
  for (int i = 0; i < 100; ++i) texts.push_back({{"status", 400}, {"body", "Invalid request"}});
  engine.Control({{"texts", texts}});
  ConsultationApp app(engine.url(), {.first_back_off = std::chrono::milliseconds(1)});
  const auto id = app.Upload(Encoded(TheVisit(), "ogg"));
  EXPECT_EQ(app.Await(id, {"saved not_transcribed"}), "saved not_transcribed");
}

/// A machine that can start no helper process until `file` is there.
speech::DecoderSettings DecoderThatStartsOnlyWith(const std::filesystem::path& file) {
  const auto script = file.parent_path() / "decoder.sh";
  std::ofstream(script) << "[ -e " << file << " ] || exit 1\nexec " << std::filesystem::read_symlink("/proc/self/exe")
                        << " decode-worker \"$@\"\n";
  return {.worker_command = {"/bin/sh", script.string()}};
}

TEST(RecordingJobs, AFaultOfOursIsTriedAgainBeforeAPersonIsAsked) {
  StandInEngine engine;
  engine.Control({{"mode", "echo"}});
  const TemporaryFolder folder;
  const auto file = folder.path() / "may-start";
  ConsultationApp app(engine.url(), {.decoder = DecoderThatStartsOnlyWith(file)});
  const auto id = app.Upload(AShortFile());
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  std::ofstream(file).close();
  EXPECT_EQ(app.Await(id, {"saved", "failed internal"}), "saved");
}

TEST(RecordingJobs, AFaultOfOursThatStaysIsTold) {
  StandInEngine engine;
  const TemporaryFolder folder;
  ConsultationApp app(engine.url(), {.first_back_off = std::chrono::milliseconds(1),
                                     .decoder = DecoderThatStartsOnlyWith(folder.path() / "never")});
  EXPECT_EQ(app.Await(app.Upload(AShortFile()), {"saved", "failed internal"}), "failed internal");
}

TEST(RecordingJobs, ARecordingBeyondThePlacesSaysSoIsHeardWhenItEndsAndGetsAPlaceThatBecomesFree) {
  StandInEngine engine;
  engine.Control({{"mode", "echo"}});
  ConsultationApp app(engine.url(), {.most_live = 1});
  const std::string file = Encoded(TheVisit(), "live.webm");
  std::array<std::string, 3> ids{platform::NewUuid(), platform::NewUuid(), platform::NewUuid()};
  const auto begin = [&](const std::string& id) {
    ASSERT_EQ(app.Create(app.Terms(id, {{"source", "recording"}}), {{"upload-defer-length", "1"}}).status, 201);
    ASSERT_EQ(app.Patch(id, 0, file.substr(0, file.size() / 2)).status, 204);
  };
  const auto end = [&](const std::string& id) {
    const auto rest = file.substr(file.size() / 2);
    ASSERT_EQ(app.Patch(id, file.size() / 2, rest, {{"upload-length", std::to_string(file.size())}}).status, 204);
  };
  const auto pieces_of = [&](const std::string& id) {
    return app.app.auth.Query("SELECT count(*) FROM recording_pieces WHERE recording_id = $1", {id}).at(0).Int(0);
  };
  begin(ids[0]);
  for (int tries = 0; tries < 1000 && pieces_of(ids[0]) == 0; ++tries)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  begin(ids[1]);
  begin(ids[2]);
  EXPECT_EQ(app.Await(ids[1], {"recording busy"}), "recording busy");
  EXPECT_EQ(app.Await(ids[2], {"recording busy"}), "recording busy");
  EXPECT_EQ(pieces_of(ids[1]), 0);
  end(ids[1]);
  EXPECT_EQ(app.Await(ids[1], {"saved"}), "saved");
  end(ids[0]);
  EXPECT_EQ(app.Await(ids[0], {"saved"}), "saved");
  EXPECT_EQ(app.Await(ids[2], {"recording"}), "recording") << "the place of the first one";
  end(ids[2]);
  EXPECT_EQ(app.Await(ids[2], {"saved"}), "saved");
}

TEST(RecordingJobs, WhatIsLongerThanAllowedIsRefusedUnchargedAndWhatExistsNowhereElseIsKept) {
  StandInEngine engine;
  // 3.6 seconds.
  ConsultationApp app(engine.url(), {.max_recording_hours = 0.001});
  const auto uploaded = app.Upload(AShortFile());
  EXPECT_EQ(app.Await(uploaded, {"failed audio_too_long"}), "failed audio_too_long");
  const auto recorded = app.Upload(AShortFile(), {{"source", "recording"}});
  EXPECT_EQ(app.Await(recorded, {"failed audio_too_long"}), "failed audio_too_long");
  for (int tries = 0; tries < 200 && app.Count("storage_objects") > 1; ++tries)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  const auto kept = app.app.auth.Query("SELECT file_id FROM storage_objects");
  ASSERT_EQ(kept.size(), 1U);
  EXPECT_EQ(kept[0].Text(0), recorded);
  EXPECT_EQ(app.MinutesUsed(), 0);
}

TEST(RecordingJobs, AnEngineThatIsDownForADayLosesNothingAndIsAskedEveryFiveMinutesAtMost) {
  StandInEngine engine;
  ConsultationApp app(engine.url(), {.first_back_off = std::chrono::seconds(5)});
  engine.Kill();
  const auto id = app.Upload(AShortFile());
  const auto job = [&] { return app.app.auth.Query("SELECT attempts, run_at, lease_until FROM jobs").at(0); };
  const auto await_run = [&](std::int64_t attempts) {
    for (int tries = 0; tries < 1500 && !(job().Int(0) >= attempts && job().IsNull(2)); ++tries)
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    ASSERT_EQ(job().Int(0), attempts);
  };
  for (int hour = 0; hour < 24; ++hour) {
    await_run(hour + 1);
    EXPECT_EQ(app.State(id), "waiting speech_engine_unreachable");
    const std::chrono::microseconds wait(job().Int(1) - platform::ToMicroseconds(app.clock().Now()));
    EXPECT_GT(wait, hour < 7 ? std::chrono::seconds(0) : std::chrono::seconds(270));
    EXPECT_LE(wait, std::chrono::minutes(5));
    app.clock().Advance(std::chrono::hours(1));
  }
  await_run(25);
  EXPECT_EQ(app.Count("consultations"), 0);
  EXPECT_EQ(app.MinutesUsed(), 0);
  engine.Start();
  engine.Control({{"fallback", "Peso ottantaquattro chili."}});
  // The next try comes by itself.
  app.clock().Advance(std::chrono::minutes(5));
  ASSERT_EQ(app.Await(id, {"saved"}), "saved");
  EXPECT_EQ(app.Opened(id, "transcription"), "Peso ottantaquattro chili.");
  EXPECT_EQ(app.Count("consultations"), 1);
  EXPECT_EQ(app.MinutesUsed(), 1);
}

TEST_F(RecordingJobTest, FailsWhereTheEngineHearsNothingInSpeechAndMayBeTypedInstead) {
  engine_.Control({{"fallback", ""}});
  const auto id = app_.Upload(AShortFile());
  ASSERT_EQ(app_.Await(id, {"failed empty_transcript"}), "failed empty_transcript");
  ExpectNothingSaved();
  EXPECT_EQ(app_.Count("storage_objects"), 1) << "the sound stays";
  ASSERT_TRUE(platform::BlockOn(app_.actions().SubmitTranscript(app_.anna.id, id, "Peso novanta chili.")));
  EXPECT_EQ(app_.Await(id, {"saved"}), "saved");
}

TEST_F(RecordingJobTest, WaitsWhileTheEngineRefusesOrHangsAndSaysWhich) {
  engine_.Control({{"mode", "error"}, {"status", 400}});
  const auto refused = app_.Upload(AShortFile());
  EXPECT_EQ(app_.Await(refused, {"waiting speech_engine_refused"}), "waiting speech_engine_refused");
  engine_.Control({{"mode", "error"}, {"status", 500}});
  const auto broken = app_.Upload(AShortFile());
  EXPECT_EQ(app_.Await(broken, {"waiting speech_engine_unreachable"}), "waiting speech_engine_unreachable");
  ExpectNothingSaved();
}

TEST_F(RecordingJobTest, WaitsWithoutAnEngineAndGoesOnWhenTheOperatorBringsOne) {
  engine_.Control({{"fallback", "Peso ottantaquattro chili."}});
  app_.StartRooms("");
  const auto id = app_.Upload(AShortFile());
  EXPECT_EQ(app_.Await(id, {"waiting speech_engine_missing"}), "waiting speech_engine_missing");
  EXPECT_GT(app_.app.auth.Query("SELECT duration_seconds FROM recordings")[0].Int(0), 2)
      << "the sound is known to be good";
  app_.StartRooms(engine_.url());
  EXPECT_EQ(app_.Await(id, {"saved"}), "saved");
}

TEST_F(RecordingJobTest, SaysThatOnlyTheSavingFailedAndSavesOnTheNextTry) {
  engine_.Control({{"fallback", "Peso ottantaquattro chili."}});
  const auto id = platform::NewUuid();
  ASSERT_EQ(app_.Create(app_.Terms(id), {{"upload-length", std::to_string(AShortFile().size())}}).status, 201);
  const auto write = [&](const std::string& sql, std::vector<platform::Value> values) {
    ASSERT_TRUE(platform::BlockOn(app_.app.auth.database().Execute(sql, std::move(values))));
  };
  write("INSERT INTO consultations (id, patient_id, created_at) VALUES ($1, $2, '2026-01-01T00:00:00.000000+00:00')",
        {id, app_.patient});
  ASSERT_EQ(app_.Patch(id, 0, AShortFile()).status, 204);
  ASSERT_EQ(app_.Await(id, {"failed save_failed", "saved"}), "failed save_failed");
  EXPECT_EQ(app_.Count("storage_objects"), 1) << "the sound is kept";
  write("DELETE FROM consultations WHERE id = $1", {id});
  ASSERT_TRUE(platform::BlockOn(app_.actions().Retry(app_.anna.id, id)));
  EXPECT_EQ(app_.Await(id, {"saved"}), "saved");
}

TEST_F(RecordingJobTest, GoesOnWithATypedTranscript) {
  app_.StartRooms("");
  const auto id = app_.Upload(AShortFile());
  ASSERT_EQ(app_.Await(id, {"waiting speech_engine_missing"}), "waiting speech_engine_missing");
  EXPECT_EQ(platform::BlockOn(app_.actions().SubmitTranscript(app_.anna.id, id, " \n ")).error().code,
            Code::kEmptyTranscript);
  ASSERT_TRUE(platform::BlockOn(app_.actions().SubmitTranscript(app_.anna.id, id, "Peso novanta chili.")));
  ASSERT_EQ(app_.Await(id, {"saved"}), "saved");
  EXPECT_EQ(app_.Opened(id, "transcription"), "Peso novanta chili.");
  EXPECT_EQ(app_.MinutesUsed(), 1);
}

TEST_F(RecordingJobTest, CanBeDiscardedAndLeavesNothing) {
  app_.StartRooms("");
  const auto id = app_.Upload(AShortFile());
  ASSERT_EQ(app_.Await(id, {"waiting speech_engine_missing"}), "waiting speech_engine_missing");
  const auto bruno = app_.app.auth.SignUp("bruno@example.com");
  EXPECT_EQ(platform::BlockOn(app_.actions().Discard(bruno.id, id)).error().code, Code::kRecordingNotFound);
  ASSERT_TRUE(platform::BlockOn(app_.actions().Discard(app_.anna.id, id)));
  EXPECT_EQ(app_.State(id), "gone");
  EXPECT_EQ(app_.Count("storage_objects") + app_.Count("storage_uploads") + app_.Count("jobs"), 0);
  EXPECT_FALSE(std::filesystem::exists(app_.app.auth.folder() / "audio" / id));
}

TEST_F(RecordingJobTest, CannotBeDiscardedOrRetriedOnceSaved) {
  engine_.Control({{"fallback", "Peso ottantaquattro chili."}});
  const auto id = app_.Upload(AShortFile());
  ASSERT_EQ(app_.Await(id, {"saved"}), "saved");
  EXPECT_EQ(platform::BlockOn(app_.actions().Discard(app_.anna.id, id)).error().code, Code::kRecordingStateConflict);
  EXPECT_EQ(platform::BlockOn(app_.actions().Retry(app_.anna.id, id)).error().code, Code::kRecordingStateConflict);
  EXPECT_EQ(platform::BlockOn(app_.actions().SubmitTranscript(app_.anna.id, id, "x")).error().code,
            Code::kRecordingStateConflict);
}

TEST_F(RecordingJobTest, GoesWithItsConsultation) {
  engine_.Control({{"fallback", "Peso ottantaquattro chili."}});
  const auto id = app_.Upload(AShortFile());
  ASSERT_EQ(app_.Await(id, {"saved"}), "saved");
  ASSERT_TRUE(platform::BlockOn(app_.app.auth.database().Execute("DELETE FROM consultations")));
  EXPECT_EQ(app_.Count("recordings") + app_.Count("storage_objects"), 0);
  EXPECT_EQ(app_.MinutesUsed(), 1) << "minutes are never given back";
}

}  // namespace
}  // namespace scriba::consultations
