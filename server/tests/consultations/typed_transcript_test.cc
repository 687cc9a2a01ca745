// A text that was typed and acknowledged is what is saved, whatever still hears the sound at that moment.
#include <gtest/gtest.h>

#include <chrono>
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
  /// A recording that the engine is asked about.
  std::string UploadAndAwaitTheEngine() {
    const auto file = speech::testing::Encoded(
        speech::testing::Speak("Buongiorno dottore, sono venuta per il controllo del peso. Peso ottantaquattro chili."),
        "wav");
    std::string id = app_.Upload(file);
    EXPECT_EQ(app_.Await(id, {"transcribing"}), "transcribing");
    while (engine_.Requests().empty()) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return id;
  }

  /// As another node does it, which cannot stop a run that is not its own.
  platform::Result<> SubmitElsewhere(const std::string& id) {
    platform::JobRunner runner(app_.app.auth.database(), app_.clock(), {.node = "elsewhere"});
    RecordingActions actions(app_.app.auth.database(), app_.app.keys(), app_.clock(), app_.app.storage(), runner);
    return BlockOn(actions.SubmitTranscript(app_.anna.id, id, kTyped));
  }

  StandInEngine engine_;
  ConsultationApp app_{engine_.url()};
};

TEST_F(TypedTranscriptTest, IsSavedInPlaceOfWhatARunOfAnotherNodeHeard) {
  engine_.Control({{"fallback", "Peso ottantaquattro chili."}, {"delay_ms", 4000}});
  const auto id = UploadAndAwaitTheEngine();
  ASSERT_TRUE(SubmitElsewhere(id));
  ASSERT_EQ(app_.Await(id, {"saved"}), "saved");
  EXPECT_EQ(app_.Opened(id, "transcription"), kTyped);
}

TEST_F(TypedTranscriptTest, IsSavedThoughARunOfAnotherNodeHeardNothing) {
  engine_.Control({{"fallback", ""}, {"delay_ms", 4000}});
  const auto id = UploadAndAwaitTheEngine();
  ASSERT_TRUE(SubmitElsewhere(id));
  ASSERT_EQ(app_.Await(id, {"saved", "failed empty_transcript"}), "saved");
  EXPECT_EQ(app_.Opened(id, "transcription"), kTyped);
}

TEST_F(TypedTranscriptTest, StopsTheRunAlsoOfAnIdInCapitals) {
  engine_.Control({{"fallback", "Peso ottantaquattro chili."}, {"delay_ms", 8000}});
  const auto id = UploadAndAwaitTheEngine();
  std::string capitals = id;
  for (char& c : capitals) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  const auto begun = std::chrono::steady_clock::now();
  ASSERT_TRUE(BlockOn(app_.actions().SubmitTranscript(app_.anna.id, capitals, kTyped)));
  ASSERT_EQ(app_.Await(id, {"saved"}), "saved");
  EXPECT_EQ(app_.Opened(id, "transcription"), kTyped);
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(7)) << "the engine is not waited for";
}

}  // namespace
}  // namespace scriba::consultations
