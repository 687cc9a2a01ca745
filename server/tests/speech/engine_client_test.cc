#include "speech/engine_client.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>

namespace scriba::speech {
namespace {

using namespace std::chrono_literals;
using platform::Code;
using platform::Fail;
using platform::IncomingAnswer;
using platform::OutgoingRequest;
using platform::Result;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

// An engine whose answers stand in a row, and a clock that only notes the waits.
class EngineClientTest : public ::testing::Test {
 protected:
  Result<HeardText> Transcribe(const PostOptions& options = {}) {
    EngineClient client(
        settings_, [this] { return address_; },
        [this](const OutgoingRequest& request, const std::stop_token&) -> Result<IncomingAnswer> {
          requests_.push_back(request);
          if (answers_.empty()) return IncomingAnswer{200, "application/json", R"({"text":"Va bene."})"};
          Result<IncomingAnswer> answer = answers_.front();
          answers_.pop_front();
          return answer;
        },
        [this](std::chrono::milliseconds wait, const std::stop_token& stop) {
          waits_.push_back(wait);
          return !stop.stop_requested();
        });
    auto heard = client.Transcribe(piece_, options, {.owner = "doctor"}, stop_.get_token());
    is_reachable_ = client.is_reachable();
    return heard;
  }

  void WillAnswer(int status, std::string body = {}, std::string type = "text/plain") {
    answers_.emplace_back(IncomingAnswer{status, std::move(type), std::move(body)});
  }
  void WillFail(Code code) { answers_.emplace_back(Fail(code, "way")); }

  std::string Field(std::size_t request, const std::string& name) const {
    for (const auto& part : requests_.at(request).parts) {
      if (part.name == name) return part.bytes;
    }
    return "(absent)";
  }

  EngineSettings settings_{.url = "http://engine", .key = "secret", .prompt = {}};
  Result<std::string> address_ = std::string("http://engine");
  Piece piece_{.place = {0, {0, kSampleRate * 2}},
               .samples = Samples(kSampleRate * 2, 7),
               .evidence = Evidence::kVoice,
               .speech = {}};
  std::deque<Result<IncomingAnswer>> answers_;
  std::vector<OutgoingRequest> requests_;
  std::vector<std::chrono::milliseconds> waits_;
  std::stop_source stop_;
  bool is_reachable_ = false;
};

TEST_F(EngineClientTest, PostsWhatTheProtocolAsksFor) {
  const auto heard = Transcribe({.prompt = "Visita.", .temperature = 0});
  ASSERT_TRUE(heard.has_value());
  EXPECT_EQ(heard->at(0).text, "Va bene.");
  EXPECT_EQ(requests_[0].url, "http://engine/v1/audio/transcriptions");
  EXPECT_THAT(requests_[0].headers, ElementsAre(std::pair<std::string, std::string>("Authorization", "Bearer secret")));
  EXPECT_EQ(Field(0, "model"), "whisper-1");
  EXPECT_EQ(Field(0, "language"), "it");
  EXPECT_EQ(Field(0, "prompt"), "Visita.");
  EXPECT_EQ(Field(0, "temperature"), "0.0");
  EXPECT_EQ(Field(0, "response_format"), "verbose_json");
  EXPECT_EQ(Field(0, "token_timestamps"), "false");
  EXPECT_EQ(Field(0, "no_language_probabilities"), "true");
  EXPECT_EQ(Field(0, "file").substr(0, 4), "RIFF");
  EXPECT_EQ(Field(0, "file").size(), 44U + 2U * 2 * kSampleRate);
  EXPECT_EQ(requests_[0].parts.back().filename, "piece.wav");
}

TEST_F(EngineClientTest, WithoutAKeyNoAuthorizationIsSent) {
  settings_.key.clear();
  ASSERT_TRUE(Transcribe().has_value());
  EXPECT_THAT(requests_[0].headers, IsEmpty());
  EXPECT_EQ(Field(0, "prompt"), "(absent)");
}

TEST_F(EngineClientTest, TriesThreeTimesWithGrowingWaits) {
  WillAnswer(500);
  WillAnswer(503);
  EXPECT_TRUE(Transcribe().has_value());
  EXPECT_EQ(requests_.size(), 3U);
  EXPECT_THAT(waits_, ElementsAre(2s, 4s));
  EXPECT_TRUE(is_reachable_);
}

TEST_F(EngineClientTest, GivesUpAfterTheThirdFailure) {
  for (int i = 0; i < 3; ++i) WillAnswer(500);
  const auto heard = Transcribe();
  ASSERT_FALSE(heard.has_value());
  EXPECT_EQ(heard.error().code, Code::kSpeechEngineUnreachable);
  EXPECT_EQ(requests_.size(), 3U);
  EXPECT_FALSE(is_reachable_);
}

TEST_F(EngineClientTest, AnEngineThatCannotBeReachedIsTriedAgain) {
  for (int i = 0; i < 3; ++i) WillFail(Code::kBusy);
  EXPECT_EQ(Transcribe().error().code, Code::kSpeechEngineUnreachable);
  EXPECT_EQ(requests_.size(), 3U);
}

TEST_F(EngineClientTest, AnEngineThatHangsIsATimeout) {
  for (int i = 0; i < 3; ++i) WillFail(Code::kDeadlineExceeded);
  EXPECT_EQ(Transcribe().error().code, Code::kSpeechTimeout);
}

TEST_F(EngineClientTest, TooManyRequestsIsTriedAgain) {
  WillAnswer(429);
  EXPECT_TRUE(Transcribe().has_value());
  EXPECT_EQ(requests_.size(), 2U);
}

TEST_F(EngineClientTest, AWrongKeyIsNotTriedAgain) {
  WillAnswer(401);
  const auto heard = Transcribe();
  EXPECT_EQ(heard.error().code, Code::kSpeechEngineRefused);
  EXPECT_EQ(requests_.size(), 1U);
  EXPECT_THAT(heard.error().message, ::testing::Not(::testing::HasSubstr("secret")));
}

TEST_F(EngineClientTest, TheLogHasTheStatusOfARefusal) {
  WillAnswer(404);
  ::testing::internal::CaptureStdout();
  const auto heard = Transcribe();
  EXPECT_THAT(::testing::internal::GetCapturedStdout(), ::testing::HasSubstr("status 404"));
  EXPECT_EQ(heard.error().code, Code::kSpeechEngineRefused);
}

TEST_F(EngineClientTest, AStrictEngineGetsNoFieldsOfWhisperServer) {
  WillAnswer(400, R"({"error":{"message":"Unrecognized request argument supplied: token_timestamps"}})");
  ASSERT_TRUE(Transcribe().has_value());
  EXPECT_EQ(requests_.size(), 2U);
  EXPECT_EQ(Field(1, "token_timestamps"), "(absent)");
  EXPECT_EQ(Field(1, "language"), "it");
}

TEST_F(EngineClientTest, ARefusedPieceIsRefused) {
  WillAnswer(400, "Invalid request");
  WillAnswer(400, "Invalid request");
  EXPECT_EQ(Transcribe().error().code, Code::kSpeechEngineRefused);
  EXPECT_EQ(requests_.size(), 2U);
}

TEST_F(EngineClientTest, AnAnswerThatIsNoTranscriptionIsAskedForAgain) {
  WillAnswer(200, "<html>Bad gateway</html>", "text/html");
  WillAnswer(200, R"({"text": "Va)", "application/json");
  const auto heard = Transcribe();
  ASSERT_TRUE(heard.has_value());
  EXPECT_EQ(heard->at(0).text, "Va bene.");
  EXPECT_THAT(waits_, ElementsAre(2s, 4s));
}

TEST_F(EngineClientTest, AnEngineThatNeverGivesATranscriptionIsToldApartFromOneThatRefuses) {
  for (int i = 0; i < 3; ++i) WillAnswer(200, R"({"status":"ok"})", "application/json");
  EXPECT_EQ(Transcribe().error().code, Code::kTranscriptInvalid);
  EXPECT_EQ(requests_.size(), 3U);
}

TEST_F(EngineClientTest, AStopEndsTheAttempts) {
  WillAnswer(500);
  stop_.request_stop();
  EXPECT_EQ(Transcribe().error().code, Code::kBusy);
}

TEST_F(EngineClientTest, ShortPiecesArePaddedToMoreThanASecond) {
  piece_.samples.resize(kSampleRate / 2);
  ASSERT_TRUE(Transcribe().has_value());
  EXPECT_EQ(Field(0, "file").size(), 44U + 2U * kSampleRate * 11 / 10);
}

TEST_F(EngineClientTest, AnEngineThatStillStartsIsWaitedFor) {
  address_ = Fail(Code::kSpeechEngineUnreachable, "starting");
  EXPECT_EQ(Transcribe().error().code, Code::kSpeechEngineUnreachable);
  EXPECT_THAT(requests_, IsEmpty());
  EXPECT_EQ(waits_.size(), 2U);
}

}  // namespace
}  // namespace scriba::speech
