#include "speech/speech_service.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstring>
#include <map>
#include <mutex>
#include <thread>

#include "support/audio_files.h"
#include "support/decode_worker_entry.h"
#include "support/stand_in_engine.h"
#include "support/synthetic_sound.h"

namespace scriba::speech {
namespace {

using namespace std::chrono_literals;
using nlohmann::json;
using platform::Code;
using platform::Fail;
using platform::Result;
using scriba::testing::StandInEngine;
using testing::Encoded;

class KeptPieces final : public PieceSink {
 public:
  bool IsStored(const PieceSpan& piece) override {
    const auto found = pieces.find(piece.ordinal);
    return found != pieces.end() && found->second.piece == piece;
  }
  Result<> Store(const PieceTranscript& transcript) override {
    if (fail_at == transcript.piece.ordinal) return Fail(Code::kDiskFull, "full");
    pieces[transcript.piece.ordinal] = transcript;
    return {};
  }

  std::string Text() const {
    std::string text;
    for (const auto& [ordinal, piece] : pieces) text += (text.empty() ? "" : " ") + piece.Text();
    return text;
  }

  std::map<int, PieceTranscript> pieces;
  int fail_at = -1;
};

const Samples& TheVisit() {
  static const Samples samples = testing::SpokenVisit().samples;
  return samples;
}

class SpeechServiceTest : public ::testing::Test {
 protected:
  SpeechSettings Settings() const {
    SpeechSettings settings;
    settings.engine.url = engine_.url() + "/";
    settings.engine.post_deadline = 2s;
    settings.engine.back_off = {50ms, 100ms};
    settings.decoder = scriba::testing::ThisProgramAsDecoder();
    return settings;
  }

  Result<AudioSummary> Run(const std::string& file, const TranscribeRequest& request = {.turn = {.owner = "doctor"}}) {
    SpeechService service(Settings());
    MemoryByteSource source(file);
    auto summary = service.Transcribe(source, request, kept_);
    status_ = service.Status();
    return summary;
  }

  StandInEngine engine_;
  KeptPieces kept_;
  EngineStatus status_;
};

TEST_F(SpeechServiceTest, TurnsAnUploadIntoTimedText) {
  engine_.Control({{"mode", "echo"}});
  const auto summary = Run(Encoded(TheVisit(), "m4a"));
  ASSERT_TRUE(summary.has_value()) << summary.error().internal;
  EXPECT_NEAR(summary->duration_seconds, ToSeconds(static_cast<std::int64_t>(TheVisit().size())), 0.15);
  EXPECT_EQ(static_cast<int>(kept_.pieces.size()), summary->pieces);
  ASSERT_GE(kept_.pieces.size(), 3U);
  for (const auto& [ordinal, piece] : kept_.pieces) {
    ASSERT_EQ(piece.segments.size(), 1U);
    EXPECT_DOUBLE_EQ(piece.segments[0].start_seconds, piece.piece.span.StartSeconds());
    EXPECT_THAT(piece.segments[0].text, ::testing::HasSubstr("Questo pezzo dura"));
  }
  EXPECT_EQ(status_.state, EngineState::kReady);
  EXPECT_FALSE(status_.is_remote);
}

TEST_F(SpeechServiceTest, PutsNoWordsIntoTheEnginesMouth) {
  // Engines "hear" the names of drugs that stand in their prompt; ours is empty whatever the operator configures.
  engine_.Control({{"mode", "echo"}});
  ASSERT_TRUE(Run(Encoded(TheVisit(), "m4a")).has_value());
  ASSERT_FALSE(engine_.Requests().empty());
  for (const auto& request : engine_.Requests()) {
    EXPECT_FALSE(request["fields"].contains("prompt")) << request;
    EXPECT_EQ(request["fields"]["language"], "it");
  }
}

TEST_F(SpeechServiceTest, TwentyMinutesOfSilenceTypingAndNoiseGiveNoWordsAndNoPosts) {
  engine_.Control({{"fallback", "Sottotitoli creati dalla comunità Amara.org"}});
  const auto summary = Run(
      Encoded(testing::Joined({testing::Silence(400), testing::Typing(400), testing::RoomNoise(400, 0.01)}), "wav"));
  ASSERT_TRUE(summary.has_value());
  EXPECT_NEAR(summary->duration_seconds, 1200, 0.5);
  EXPECT_EQ(summary->pieces_with_speech, 0);
  EXPECT_EQ(kept_.Text().find_first_not_of(' '), std::string::npos);
  EXPECT_EQ(engine_.Requests().size(), 0U);
}

TEST_F(SpeechServiceTest, AfterAFailureOnlyTheMissingPiecesAreSent) {
  const std::string file = Encoded(TheVisit(), "webm");
  engine_.Control({{"mode", "echo"}});
  kept_.fail_at = 2;
  EXPECT_EQ(Run(file).error().code, Code::kDiskFull);
  const std::size_t stored = kept_.pieces.size(), posted = engine_.Requests().size();
  kept_.fail_at = -1;
  const auto summary = Run(file);
  ASSERT_TRUE(summary.has_value());
  EXPECT_EQ(static_cast<int>(kept_.pieces.size()), summary->pieces);
  EXPECT_EQ(engine_.Requests().size() - posted, kept_.pieces.size() - stored);
}

TEST_F(SpeechServiceTest, AnEngineThatDiesEndsTheRunAndKeepsWhatIsDone) {
  engine_.Control({{"mode", "echo"}, {"delay_ms", 300}});
  const std::string file = Encoded(TheVisit(), "webm");
  std::jthread killer([this] {
    std::this_thread::sleep_for(1s);
    engine_.Kill();
  });
  const auto failed = Run(file);
  killer.join();
  ASSERT_FALSE(failed.has_value());
  EXPECT_EQ(failed.error().code, Code::kSpeechEngineUnreachable);
  EXPECT_EQ(status_.state, EngineState::kUnreachable);
  engine_.Start();
  engine_.Control({{"mode", "echo"}});
  EXPECT_TRUE(Run(file).has_value());
}

TEST_F(SpeechServiceTest, AHangingEngineIsATimeout) {
  engine_.Control({{"mode", "hang"}});
  SpeechSettings settings = Settings();
  settings.engine.post_deadline = 200ms;
  SpeechService service(settings);
  MemoryByteSource source(Encoded(TheVisit(), "ogg"));
  EXPECT_EQ(service.Transcribe(source, {.turn = {.owner = "doctor"}}, kept_).error().code, Code::kSpeechTimeout);
}

TEST_F(SpeechServiceTest, APieceThatFailsIsPostedAgain) {
  engine_.Control({{"mode", "echo"}, {"fail_first", 2}});
  EXPECT_TRUE(Run(Encoded(TheVisit(), "ogg")).has_value());
  EXPECT_EQ(engine_.Requests().size(), kept_.pieces.size() + 2);
}

TEST_F(SpeechServiceTest, OneBadPieceLeavesAMarkedHoleWhenAskedTo) {
  engine_.Control(
      {{"texts", json::array({json{{"status", 400}, {"body", "Invalid request"}}, json{{"status", 400}}})},
       {"fallback", "Va bene dottore, allora prendo la compressa ogni mattina e la sera misuro la pressione."}});
  SpeechSettings settings = Settings();
  settings.engine.concurrency = 1;
  SpeechService service(settings);
  MemoryByteSource source(Encoded(TheVisit(), "ogg"));
  const auto summary = service.Transcribe(source, {.turn = {.owner = "doctor"}, .holes = 1}, kept_);
  ASSERT_TRUE(summary.has_value());
  EXPECT_THAT(kept_.pieces.at(0).marks, ::testing::ElementsAre(Mark::kNotTranscribed));
  EXPECT_FALSE(kept_.pieces.at(1).Text().empty());
}

// An engine that fails on everything is at fault itself: the rest of a visit must not become holes.
TEST_F(SpeechServiceTest, MoreBadPiecesThanHolesEndTheRun) {
  engine_.Control({{"mode", "error"}, {"status", 400}});
  SpeechSettings settings = Settings();
  settings.engine.concurrency = 1;
  SpeechService service(settings);
  MemoryByteSource source(Encoded(TheVisit(), "ogg"));
  const auto summary = service.Transcribe(source, {.turn = {.owner = "doctor"}, .holes = 1}, kept_);
  EXPECT_EQ(summary.error().code, Code::kSpeechEngineRefused);
  EXPECT_EQ(kept_.pieces.size(), 1U);
}

TEST_F(SpeechServiceTest, AnEngineThatIsGoneLeavesNoHole) {
  engine_.Control({{"mode", "drop"}});
  MemoryByteSource source(Encoded(TheVisit(), "ogg"));
  SpeechService service(Settings());
  EXPECT_FALSE(service.Transcribe(source, {.turn = {.owner = "doctor"}, .holes = 99}, kept_).has_value());
  EXPECT_TRUE(kept_.pieces.empty());
}

TEST_F(SpeechServiceTest, ALoopIsPostedOnceMoreAndTheBetterAnswerKept) {
  std::string loop = "Allora prenda";
  for (int i = 0; i < 20; ++i) loop += " la compressa e poi";
  const std::string good =
      "Allora prenda la compressa al mattino e poi misuri la pressione, e ci rivediamo tra due mesi.";
  engine_.Control({{"texts", json::array({loop, good})}, {"fallback", good}});
  SpeechSettings settings = Settings();
  settings.engine.concurrency = 1;
  SpeechService service(settings);
  MemoryByteSource source(Encoded(TheVisit(), "ogg"));
  ASSERT_TRUE(service.Transcribe(source, {.turn = {.owner = "doctor"}}, kept_).has_value());
  EXPECT_EQ(kept_.pieces.at(0).Text(), good);
  const json requests = engine_.Requests();
  EXPECT_EQ(requests[0]["fields"]["temperature"], "0.0");
  EXPECT_EQ(requests[1]["fields"]["temperature"], "0.2");
  EXPECT_EQ(requests[0]["seconds"], requests[1]["seconds"]);
}

TEST_F(SpeechServiceTest, NoMoreThanTwoPostsAreUnderWay) {
  engine_.Control({{"mode", "echo"}, {"delay_ms", 60}, {"serial", false}});
  SpeechService service(Settings());
  {
    std::vector<std::jthread> doctors;
    for (int i = 0; i < 4; ++i) {
      doctors.emplace_back([&service, i] {
        KeptPieces kept;
        MemoryByteSource source(Encoded(TheVisit(), "wav"));
        EXPECT_TRUE(service.Transcribe(source, {.turn = {.owner = std::to_string(i)}}, kept).has_value());
      });
    }
  }
  EXPECT_EQ(engine_.MostUnderWay(), 2U);
}

TEST_F(SpeechServiceTest, AStopEndsARunSoon) {
  engine_.Control({{"mode", "hang"}});
  SpeechService service(Settings());
  MemoryByteSource source(Encoded(TheVisit(), "wav"));
  std::stop_source stop;
  std::jthread stopper([&stop] {
    std::this_thread::sleep_for(300ms);
    stop.request_stop();
  });
  const auto began = std::chrono::steady_clock::now();
  EXPECT_EQ(service.Transcribe(source, {.turn = {.owner = "doctor"}}, kept_, stop.get_token()).error().code,
            Code::kBusy);
  EXPECT_LT(std::chrono::steady_clock::now() - began, 3s);
}

TEST_F(SpeechServiceTest, MeasuresWithoutAnyEngine) {
  SpeechSettings settings;
  settings.decoder = scriba::testing::ThisProgramAsDecoder();
  SpeechService service(settings);
  MemoryByteSource visit(Encoded(TheVisit(), "mp3")), silence(Encoded(testing::Silence(30), "mp3")), empty("");
  const auto measured = service.Measure(visit, {.max_seconds = 600});
  ASSERT_TRUE(measured.has_value());
  EXPECT_GT(measured->pieces_with_speech, 2);
  EXPECT_EQ(service.Measure(silence, {.max_seconds = 600})->pieces_with_speech, 0);
  EXPECT_EQ(service.Measure(empty, {.max_seconds = 600}).error().code, Code::kEmptyFile);
}

TEST_F(SpeechServiceTest, WithoutAnEngineTheRunSaysSo) {
  SpeechSettings settings;
  settings.decoder = scriba::testing::ThisProgramAsDecoder();
  SpeechService service(settings);
  MemoryByteSource source(Encoded(TheVisit(), "wav"));
  EXPECT_EQ(service.Transcribe(source, {.turn = {.owner = "doctor"}}, kept_).error().code, Code::kSpeechEngineMissing);
  EXPECT_EQ(service.Status().state, EngineState::kMissing);
}

TEST(SpeechServiceStatus, NamesTheHostOfARemoteEngineOnly) {
  SpeechSettings settings;
  settings.engine.url = "https://user:pass@speech.example:9000/base/";
  const EngineStatus status = SpeechService(settings).Status();
  EXPECT_TRUE(status.is_remote);
  EXPECT_EQ(status.host, "speech.example:9000");
}

}  // namespace
}  // namespace scriba::speech
