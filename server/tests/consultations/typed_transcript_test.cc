// A text that was typed and acknowledged is what is saved, whatever still hears the sound at that moment.
#include <gtest/gtest.h>

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

using platform::BlockOn;
using testing::ConsultationApp;
using testing::StandInEngine;

constexpr const char* kTyped = "Peso novanta chili.";

class TypedTranscriptTest : public ::testing::Test {
 protected:
  /// A recording about so many pieces of which the engine is asked.
  std::string UploadAndAwaitTheEngine(const std::string& file = OnePiece(), std::size_t pieces = 1) {
    std::string id = app_.Upload(file);
    EXPECT_EQ(app_.Await(id, {"transcribing"}), "transcribing");
    for (int i = 0; i < 3000 && engine_.Requests().size() < pieces; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    EXPECT_GE(engine_.Requests().size(), pieces);
    return id;
  }

  static std::string OnePiece() {
    return speech::testing::Encoded(
        speech::testing::Speak("Buongiorno dottore, sono venuta per il controllo del peso. Peso ottantaquattro chili."),
        "wav");
  }

  /// As another node does it, which cannot stop a run that is not its own.
  platform::Result<> SubmitElsewhere(const std::string& id) {
    platform::JobRunner runner(app_.app.auth.database(), app_.clock(), {.node = "elsewhere"});
    RecordingActions actions(app_.app.auth.database(), app_.app.keys(), app_.clock(), app_.app.storage(), runner);
    return BlockOn(actions.SubmitTranscript(app_.anna.id, id, kTyped));
  }

  StoredPieces PiecesOf(const std::string& id) {
    const auto key = BlockOn(app_.app.keys().KeyOf(app_.anna.id));
    auto pieces = StoredPieces::Load(app_.app.auth.database(), app_.clock(), *key, id);
    if (!pieces) throw std::runtime_error(pieces.error().message);
    return std::move(*pieces);
  }

  static speech::PieceTranscript ALatePiece() {
    return {.piece = {.ordinal = 7, .span = {.begin = 0, .end = 16'000}}, .has_speech = true};
  }

  StandInEngine engine_;
  ConsultationApp app_{engine_.url()};
};

// The visit has more pieces than are under way at once. None of these is answered before the text is there: the run
// learns of it when it stores the first, and asks about no other.
TEST_F(TypedTranscriptTest, IsSavedInPlaceOfWhatARunOfAnotherNodeHeard) {
  const std::size_t under_way = speech::EngineSettings{}.concurrency;
  engine_.Control({{"mode", "hold"}});
  const auto id =
      UploadAndAwaitTheEngine(speech::testing::Encoded(speech::testing::SpokenVisit().samples, "ogg"), under_way);
  ASSERT_TRUE(SubmitElsewhere(id));
  engine_.Control({{"mode", "echo"}});
  ASSERT_EQ(app_.Await(id, {"saved"}), "saved");
  EXPECT_EQ(app_.Opened(id, "transcription"), kTyped);
  EXPECT_EQ(engine_.Requests().size(), under_way) << "the rest of the sound is not waited for";
}

TEST_F(TypedTranscriptTest, IsNotFollowedByPiecesOfTheSound) {
  engine_.Control({{"mode", "hang"}});
  const auto id = UploadAndAwaitTheEngine();
  auto pieces = PiecesOf(id);
  ASSERT_TRUE(SubmitElsewhere(id));
  const auto stored = pieces.Store(ALatePiece());
  ASSERT_FALSE(stored);
  EXPECT_EQ(stored.error().code, platform::Code::kRecordingStateConflict);
  EXPECT_EQ(app_.Count("recording_pieces"), 0);
}

// A run whose machine stood still goes on when another has done its work.
TEST_F(TypedTranscriptTest, AndAConsultationThatIsSavedTakeNothingOfALateRun) {
  engine_.Control({{"fallback", "Peso ottantaquattro chili."}, {"delay_ms", 200}});
  const auto id = UploadAndAwaitTheEngine();
  auto pieces = PiecesOf(id);
  ASSERT_EQ(app_.Await(id, {"saved"}), "saved");
  const auto stored = pieces.Store(ALatePiece());
  ASSERT_FALSE(stored);
  EXPECT_EQ(stored.error().code, platform::Code::kRecordingStateConflict);
  EXPECT_EQ(app_.Count("recording_pieces"), 0);
  EXPECT_EQ(app_.Count("recordings WHERE partial_transcript IS NULL"), 1);
}

TEST_F(TypedTranscriptTest, IsSavedThoughARunOfAnotherNodeHeardNothing) {
  engine_.Control({{"fallback", ""}, {"delay_ms", 4000}});
  const auto id = UploadAndAwaitTheEngine();
  ASSERT_TRUE(SubmitElsewhere(id));
  ASSERT_EQ(app_.Await(id, {"saved", "failed empty_transcript"}), "saved");
  EXPECT_EQ(app_.Opened(id, "transcription"), kTyped);
}

TEST_F(TypedTranscriptTest, StopsTheRunAlsoOfAnIdInCapitals) {
  engine_.Control({{"fallback", "Peso ottantaquattro chili."}, {"delay_ms", 60'000}});
  const auto id = UploadAndAwaitTheEngine();
  std::string capitals = id;
  for (char& c : capitals) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  const auto begun = std::chrono::steady_clock::now();
  ASSERT_TRUE(BlockOn(app_.actions().SubmitTranscript(app_.anna.id, capitals, kTyped)));
  ASSERT_EQ(app_.Await(id, {"saved"}), "saved");
  EXPECT_EQ(app_.Opened(id, "transcription"), kTyped);
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(30)) << "the engine is not waited for";
}

// What was not sound at all was removed, and the words were typed in its place.
TEST_F(TypedTranscriptTest, IsTriedAgainThoughTheSoundIsGone) {
  const auto id = platform::NewUuid();
  const std::string file = "%PDF-1.7\n%%EOF\n" + std::string(2000, ' ');
  ASSERT_EQ(app_.Create(app_.Terms(id), {{"upload-length", std::to_string(file.size())}}).status, 201);
  const auto write = [&](const std::string& sql, std::vector<platform::Value> values) {
    ASSERT_TRUE(BlockOn(app_.app.auth.database().Execute(sql, std::move(values))));
  };
  write("INSERT INTO consultations (id, patient_id, created_at) VALUES ($1, $2, '2026-01-01T00:00:00.000000+00:00')",
        {id, app_.patient});
  ASSERT_EQ(app_.Patch(id, 0, file).status, 204);
  ASSERT_EQ(app_.Await(id, {"failed not_audio"}), "failed not_audio");
  for (int i = 0; i < 1000 && app_.Count("storage_objects") > 0; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  EXPECT_FALSE(BlockOn(app_.actions().Retry(app_.anna.id, id))) << "there is nothing to make a report of";
  ASSERT_TRUE(BlockOn(app_.actions().SubmitTranscript(app_.anna.id, id, kTyped)));
  ASSERT_EQ(app_.Await(id, {"failed save_failed", "saved"}), "failed save_failed");
  write("DELETE FROM consultations WHERE id = $1", {id});
  ASSERT_TRUE(BlockOn(app_.actions().Retry(app_.anna.id, id)));
  ASSERT_EQ(app_.Await(id, {"saved"}), "saved");
  EXPECT_EQ(app_.Opened(id, "transcription"), kTyped);
}

// The ledger gives nothing back: a guess is for sound that no run can measure.
TEST(TypedTranscript, IsChargedByItsSoundAlsoWhenThatCannotBeMeasuredAtOnce) {
  const testing::TemporaryFolder folder;
  const auto file = folder.path() / "may-start";
  const std::string decode =
      "[ -e " + file.string() + " ] && exec " + std::filesystem::read_symlink("/proc/self/exe").string() + " \"$@\"";
  ConsultationApp app{"", {.decoder = {.worker_command = {"/bin/sh", "-c", decode, "sh", "decode-worker"}}}};
  const auto id = app.Upload(speech::testing::Encoded(speech::testing::Silence(90), "ogg"));
  ASSERT_TRUE(BlockOn(app.actions().SubmitTranscript(app.anna.id, id, kTyped)));
  // Asking for the text begins the attempts anew: the first of them has failed.
  for (int i = 0; i < 1000 && app.Count("jobs WHERE attempts >= 2") == 0; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  ASSERT_EQ(app.Count("jobs WHERE attempts >= 2"), 1) << "the sound could not be measured at once";
  std::ofstream(file).close();
  ASSERT_EQ(app.Await(id, {"saved", "failed internal"}), "saved");
  EXPECT_EQ(app.MinutesUsed(), 2);
}

TEST(TypedTranscript, IsSavedByAnEstimateWhenItsSoundCanNeverBeMeasured) {
  ConsultationApp app{"", {.decoder = {.worker_command = {"/bin/false"}}}};
  const auto id = app.Upload(speech::testing::Encoded(speech::testing::Silence(90), "ogg"));
  ASSERT_TRUE(BlockOn(app.actions().SubmitTranscript(app.anna.id, id, kTyped)));
  ASSERT_EQ(app.Await(id, {"saved", "failed internal"}), "saved");
  EXPECT_EQ(app.MinutesUsed(), 1);
}

}  // namespace
}  // namespace scriba::consultations
