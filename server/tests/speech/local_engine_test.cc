#include "speech/local_engine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "platform/http/client.h"
#include "speech/child_process.h"
#include "speech/engine_words.h"
#include "speech/speech_service.h"
#include "support/audio_files.h"
#include "support/decode_worker_entry.h"
#include "support/synthetic_sound.h"

namespace scriba::speech {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;
using platform::Code;
using platform::Result;

// A launcher that starts the stand-in engine with whatever it is given.
class LocalEngineTest : public ::testing::Test {
 protected:
  LocalEngineTest() {
    fs::create_directories(folder_);
    std::ofstream(settings_.launcher) << "#!/bin/sh\nexec env node " SCRIBA_SOURCE_DIR
                                         "/server/tests/support/stand_in_engine.mjs \"$@\"\n";
    fs::permissions(settings_.launcher, fs::perms::owner_all);
    std::ofstream(settings_.model_file) << "model";
  }
  ~LocalEngineTest() override { fs::remove_all(folder_); }

  static bool Eventually(const std::function<bool()>& holds) {
    for (int i = 0; i < 400; ++i) {
      if (holds()) return true;
      std::this_thread::sleep_for(50ms);
    }
    return false;
  }

  static int StatusOf(const std::string& method, const std::string& url) {
    const auto answer = platform::Fetch({.method = method, .url = url});
    return answer ? answer->status : 0;
  }

  const fs::path folder_ = fs::temp_directory_path() / ("scriba-engine-" + std::to_string(::getpid()));
  LocalEngineSettings settings_{
      .launcher = folder_ / "whisper-server", .model_file = folder_ / "model.bin", .threads = 1};
};

TEST_F(LocalEngineTest, IsInstalledOnlyWithLauncherAndModel) {
  EXPECT_TRUE(LocalEngine::IsInstalled(settings_));
  EXPECT_FALSE(LocalEngine::IsInstalled({.launcher = settings_.launcher, .model_file = folder_ / "none"}));
  EXPECT_FALSE(LocalEngine::IsInstalled({.launcher = folder_ / "none", .model_file = settings_.model_file}));
  EXPECT_FALSE(LocalEngine::IsInstalled({}));
}

TEST_F(LocalEngineTest, AnswersOnLoopbackBehindASecretPath) {
  const LocalEngine engine(settings_, "it");
  EXPECT_EQ(engine.Address().error().code, Code::kSpeechEngineUnreachable);
  ASSERT_TRUE(Eventually([&] { return engine.is_ready(); }));
  const std::string address = engine.Address().value();
  EXPECT_THAT(address, ::testing::StartsWith("http://127.0.0.1:"));
  EXPECT_GT(address.substr(address.rfind('/')).size(), 20U);
  EXPECT_EQ(StatusOf("GET", address + "/health"), 200);
}

TEST_F(LocalEngineTest, IsStartedAgainWhenItDiesAtAnotherAddress) {
  const LocalEngine engine(settings_, "it");
  ASSERT_TRUE(Eventually([&] { return engine.is_ready(); }));
  const std::string first = engine.Address().value();
  StatusOf("POST", first + "/crash");
  EXPECT_TRUE(Eventually([&] { return !engine.is_ready(); }));
  ASSERT_TRUE(Eventually([&] { return engine.is_ready(); }));
  EXPECT_NE(engine.Address().value(), first);
}

TEST_F(LocalEngineTest, EndsWithItsOwner) {
  std::string address;
  {
    const LocalEngine engine(settings_, "it");
    ASSERT_TRUE(Eventually([&] { return engine.is_ready(); }));
    address = engine.Address().value();
  }
  EXPECT_EQ(StatusOf("GET", address + "/health"), 0);
}

TEST_F(LocalEngineTest, AModelThatCannotBeLoadedIsTriedAgainWithoutHaste) {
  std::ofstream(settings_.launcher) << "#!/bin/sh\necho x >> " << (folder_ / "starts").string() << "\nexit 1\n";
  const LocalEngine engine(settings_, "it");
  std::this_thread::sleep_for(2500ms);
  EXPECT_FALSE(engine.is_ready());
  EXPECT_LE(fs::file_size(folder_ / "starts"), 3 * 2U);
}

/// A child that runs this script with its standard error in these words, until it has ended.
ChildProcess Ended(EngineWords& words, const std::string& script) {
  auto child = ChildProcess::Start({.arguments = {"/bin/sh", "-c", script},
                                    .environment = {},
                                    .descriptor_3 = -1,
                                    .is_silent = true,
                                    .standard_error = words.descriptor()});
  words.LetGo();
  while (!child->HasEnded()) words.Listen();
  words.Listen();
  return std::move(*child);
}

TEST(EngineWords, AreTheLastThatAnEngineSaidBeforeItHeardAnything) {
  EngineWords words;
  const ChildProcess child = Ended(
      words, "i=0; while [ $i -lt 20000 ]; do echo loading >&2; i=$((i+1)); done; echo 'error: no model' >&2; exit 3");
  EXPECT_EQ(child.ending(), "exit 3");
  EXPECT_THAT(words.Last(), ::testing::EndsWith("loading error: no model "));
  EXPECT_LE(words.Last().size(), 1000U);
}

// whisper.cpp can print what it hears.
TEST(EngineWords, AreNoneOnceItMayHearAPatient) {
  EngineWords words;
  words.StopKeeping();
  const ChildProcess child = Ended(words, "echo 'la paziente riferisce cefalea' >&2; kill -SEGV $$");
  EXPECT_EQ(child.ending(), "signal 11");
  EXPECT_EQ(words.Last(), "");
}

// The real whisper-server where `make speech` has put it, with a model that has no learned weights and answers one
// known text whatever the sound: it proves the plumbing, not the hearing.
class WhisperServerTest : public ::testing::Test {
 protected:
  static constexpr const char* kText = "Buongiorno signora, come sta? La pressione è di centotrenta su ottantacinque.";

  static fs::path Installed() {
    return fs::path(std::getenv("HOME") ? std::getenv("HOME") : "/") / ".cache/scriba/speech";
  }

  // Made once and kept beside the build.
  static fs::path Model() {
    const fs::path model = fs::path(SCRIBA_BINARY_DIR) / "canned-model.bin";
    if (!fs::exists(model)) {
      const std::string command = "/usr/bin/python3 " SCRIBA_SOURCE_DIR
                                  "/server/tests/support/speech/make_random_ggml.py micro " +
                                  model.string() + ".new --mode canned --text '" + kText + "' >/dev/null 2>&1 && mv " +
                                  model.string() + ".new " + model.string();
      if (std::system(command.c_str()) != 0) return {};
    }
    return model;
  }
};

class LastPieces final : public PieceSink {
 public:
  bool IsStored(const PieceSpan&) override { return false; }
  Result<> Store(const PieceTranscript& transcript) override {
    pieces.push_back(transcript);
    return {};
  }
  std::vector<PieceTranscript> pieces;
};

TEST_F(WhisperServerTest, AnswersItsKnownTextToEveryPiece) {
  SpeechSettings settings;
  settings.local_engine = {.launcher = Installed() / "whisper-server", .model_file = Model(), .threads = 1};
  settings.decoder = scriba::testing::ThisProgramAsDecoder();
  if (!LocalEngine::IsInstalled(settings.local_engine))
    GTEST_SKIP() << "`make speech` has put no engine on this machine";
  SpeechService service(settings);
  for (int i = 0; i < 400 && service.Status().state != EngineState::kReady; ++i) std::this_thread::sleep_for(50ms);
  ASSERT_EQ(service.Status().state, EngineState::kReady);
  EXPECT_FALSE(service.Status().is_remote);

  MemoryByteSource source(testing::Encoded(testing::SpokenVisit().samples, "live.webm"));
  LastPieces kept;
  const auto summary = service.Transcribe(source, {.turn = {.owner = "doctor"}}, kept);
  ASSERT_TRUE(summary.has_value()) << summary.error().internal;
  EXPECT_EQ(static_cast<int>(kept.pieces.size()), summary->pieces);
  for (const PieceTranscript& piece : kept.pieces) {
    EXPECT_THAT(piece.Text(), ::testing::HasSubstr("La pressione è di centotrenta su ottantacinque"));
  }
}

}  // namespace
}  // namespace scriba::speech
