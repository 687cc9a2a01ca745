// One doctor's work and files leave room for another's, and for the visit that is being recorded.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "consultations/consultation_app.h"
#include "support/stand_in_model.h"

namespace scriba::consultations {
namespace {

using platform::BlockOn;
using platform::Code;
using platform::Method;
using testing::ConsultationApp;

LanguageModelSettings SlowModel(const std::string& url, std::chrono::milliseconds deadline) {
  return {.url = url, .key = {}, .model = "slow", .deadline = deadline, .concurrency = 8};
}

// A model that never answers: every text waits for the deadline, on one of the four analysts.
TEST(FairUse, ADoctorWithManyTextsDelaysAnotherByOne) {
  const testing::StandInModel model;
  model.Control({{"mode", "hang"}});
  ConsultationApp app{"", {.model = SlowModel(model.url(), std::chrono::milliseconds(500))}};
  const auto bruno = app.app.auth.SignUp("bruno@example.com");
  constexpr int kTexts = 16;
  std::atomic<int> done = 0, refused = 0;
  std::vector<std::jthread> texts;
  for (int i = 0; i < kTexts; ++i) {
    texts.emplace_back([&] {
      auto made = BlockOn(app.service().Analyse(app.anna.id, {.transcription = "Peso ottanta chili."}));
      if (!made) ++refused;
      ++done;
    });
  }
  while (model.Requests().size() < 4) std::this_thread::yield();
  ASSERT_TRUE(BlockOn(app.service().Analyse(bruno.id, {.transcription = "Peso ottanta chili."})));
  EXPECT_LE(done, 8);
  texts.clear();
  EXPECT_EQ(refused, 0);
}

TEST(FairUse, ATextIsAsLongAsADayOfDictationAtMost) {
  ConsultationApp app{"", {}};
  const std::string words = "peso ottanta chili ";
  std::string text;
  while (text.size() <= kLongestTranscript) text += words;
  const auto refused = BlockOn(app.service().Analyse(app.anna.id, {.transcription = text}));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::kValueTooLong);
}

TEST(FairUse, TextsThatWaitAreBounded) {
  const testing::StandInModel model;
  model.Control({{"mode", "hang"}});
  ConsultationApp app{"", {.model = SlowModel(model.url(), std::chrono::milliseconds(200))}};
  std::atomic<int> refused = 0;
  {
    std::vector<std::jthread> texts;
    for (int i = 0; i < 40; ++i) {
      texts.emplace_back([&] {
        auto made = BlockOn(app.service().Analyse(app.anna.id, {.transcription = "Peso ottanta chili."}));
        if (!made && made.error().code == Code::kOverRequestRateLimit) ++refused;
      });
    }
  }
  EXPECT_GT(refused, 0);
  EXPECT_LE(refused, 24);
}

// A client has gone, or the program ends.
TEST(FairUse, ATextThatNobodyWaitsForHoldsNoAnalyst) {
  const testing::StandInModel model;
  model.Control({{"mode", "hang"}});
  ConsultationApp app{"", {.model = SlowModel(model.url(), std::chrono::minutes(2))}};
  std::stop_source stop;
  const auto begun = std::chrono::steady_clock::now();
  std::jthread leaving([&] {
    const auto patience = begun + std::chrono::seconds(30);
    while (model.Requests().empty() && std::chrono::steady_clock::now() < patience) std::this_thread::yield();
    stop.request_stop();
  });
  const auto made =
      BlockOn(app.service().Analyse(app.anna.id, {.transcription = "Peso ottanta chili."}, stop.get_token()));
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code, Code::kBusy);
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::minutes(1)) << "the model is not waited for";
}

TEST(FairUse, AVisitThatIsRecordedHasATenthMoreRoomThanAFile) {
  ConsultationApp app{"", {.quota = {.bytes = 1000}}};
  EXPECT_EQ(app.app
                .Call(Method::kPost, "/object/consultation-audio/" + app.anna.id + "/a.webm", app.anna,
                      {{"content-type", "audio/webm"}}, std::string(1000, 'x'))
                .status,
            200);
  const auto file = app.Create(app.Terms(platform::NewUuid()), {{"upload-length", "10"}});
  EXPECT_EQ(file.status, 413);
  EXPECT_EQ(testing::JsonOf(file)["code"], "storage_quota_exceeded");
  EXPECT_EQ(app.Count("recordings"), 0);
  const std::string visit = platform::NewUuid();
  ASSERT_EQ(app.Create(app.Terms(visit, {{"source", "recording"}}), {{"upload-defer-length", "1"}}).status, 201);
  EXPECT_EQ(app.Patch(visit, 0, std::string(50'000, 'x')).status, 204);
}

}  // namespace
}  // namespace scriba::consultations
