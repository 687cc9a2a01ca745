#include "speech/engine_trial.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "support/audio_files.h"
#include "support/decode_worker_entry.h"
#include "support/stand_in_engine.h"
#include "support/synthetic_sound.h"

namespace scriba::speech {
namespace {

namespace fs = std::filesystem;
using platform::Code;

class EngineTrialTest : public ::testing::Test {
 protected:
  EngineTrialTest() { fs::create_directories(folder_); }
  ~EngineTrialTest() override { fs::remove_all(folder_); }

  SpeechSettings Settings() const {
    SpeechSettings settings;
    settings.engine.url = engine_.url();
    settings.decoder = scriba::testing::ThisProgramAsDecoder();
    return settings;
  }

  void Write(const std::string& name, const std::string& bytes) const {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
  }

  scriba::testing::StandInEngine engine_;
  const fs::path folder_ = fs::temp_directory_path() / ("scriba-trial-" + std::to_string(::getpid()));
};

const std::string& Spoken() {
  static const std::string wave = testing::Encoded(testing::Speak("Prenda la compressa ogni mattina."), "wav");
  return wave;
}

TEST_F(EngineTrialTest, SaysWhatWasHeardAndHowFast) {
  engine_.Control({{"fallback", "Prenda la compressa ogni mattina."}});
  Write("visita.wav", Spoken());
  SpeechService service(Settings());
  const auto trial = TryEngine(service, folder_ / "visita.wav");
  ASSERT_TRUE(trial.has_value());
  EXPECT_EQ(trial->text, "Prenda la compressa ogni mattina.");
  EXPECT_THAT(trial->host, ::testing::StartsWith("127.0.0.1:"));
  EXPECT_GT(trial->audio_seconds, 1);
  EXPECT_GT(trial->RealTimeFactor(), 0);
}

TEST_F(EngineTrialTest, ComparesEveryPairOfAFolder) {
  engine_.Control({{"fallback", "Prenda la compressa ogni sera."}});
  for (const char* name : {"a", "b"}) {
    Write(std::string(name) + ".wav", Spoken());
    Write(std::string(name) + ".txt", "Prenda la compressa ogni mattina.");
  }
  Write("alone.wav", Spoken());
  SpeechService service(Settings());
  std::vector<std::string> seen;
  const auto sum = EvaluateSpeech(service, folder_, [&seen](const Evaluation& evaluation) {
    seen.push_back(evaluation.file.filename());
    EXPECT_DOUBLE_EQ(evaluation.errors.Rate(), 0.2);
  });
  ASSERT_TRUE(sum.has_value());
  EXPECT_DOUBLE_EQ(sum->Rate(), 0.2);
  EXPECT_THAT(seen, ::testing::ElementsAre("a.wav", "b.wav"));
}

TEST_F(EngineTrialTest, SaysWhenThereIsNothingToTry) {
  SpeechService service(Settings());
  EXPECT_EQ(TryEngine(service, folder_ / "none.wav").error().code, Code::kNotFound);
  const auto ignore = [](const Evaluation&) {};
  EXPECT_EQ(EvaluateSpeech(service, folder_, ignore).error().code, Code::kNotFound);
  EXPECT_EQ(EvaluateSpeech(service, folder_ / "none", ignore).error().code, Code::kNotFound);
}

}  // namespace
}  // namespace scriba::speech
