#include "speech/engine_answer.h"

#include <gtest/gtest.h>

namespace scriba::speech {
namespace {

using platform::Code;

TEST(EngineAnswer, ReadsSegmentsOfWhisperServer) {
  const auto heard = ParseEngineAnswer("application/json",
                                       R"({"task":"transcribe","language":"italian","duration":5.0,
                                           "text":" Buongiorno signora.\n Come sta?\n","segments":[
       {"id":0,"start":0.0,"end":2.1,"text":" Buongiorno signora.","tokens":[50364],"temperature":0.0,"avg_logprob":-0.21,"no_speech_prob":0.01},
       {"id":1,"start":2.1,"end":3.4,"text":"\n Come  sta?","avg_logprob":-0.3,"no_speech_prob":0.02}]})",
                                       5);
  ASSERT_TRUE(heard.has_value());
  ASSERT_EQ(heard->size(), 2U);
  EXPECT_EQ((*heard)[0].text, "Buongiorno signora.");
  EXPECT_DOUBLE_EQ((*heard)[0].end_seconds, 2.1);
  EXPECT_DOUBLE_EQ((*heard)[0].avg_logprob.value(), -0.21);
  EXPECT_EQ((*heard)[1].text, "Come sta?");
}

TEST(EngineAnswer, LivesWithJsonWithoutTimes) {
  const auto heard = ParseEngineAnswer("application/json", R"({"text":" Buongiorno\n signora. "})", 14.5);
  ASSERT_TRUE(heard.has_value());
  ASSERT_EQ(heard->size(), 1U);
  EXPECT_EQ((*heard)[0].text, "Buongiorno signora.");
  EXPECT_DOUBLE_EQ((*heard)[0].end_seconds, 14.5);
}

TEST(EngineAnswer, LivesWithPlainTextWhateverItIsCalled) {
  for (const char* type : {"text/plain", "text/html; charset=utf-8", ""}) {
    const auto heard = ParseEngineAnswer(type, " Buongiorno signora.\n", 3);
    ASSERT_TRUE(heard.has_value()) << type;
    EXPECT_EQ(heard->at(0).text, "Buongiorno signora.");
  }
}

TEST(EngineAnswer, SilenceIsAnEmptyText) {
  for (const char* body : {R"({"text":""})", R"({"text":"  \n","segments":[]})", R"({"segments":[{"text":" "}]})"}) {
    const auto heard = ParseEngineAnswer("application/json", body, 3);
    ASSERT_TRUE(heard.has_value()) << body;
    EXPECT_TRUE(heard->empty()) << body;
  }
  EXPECT_TRUE(ParseEngineAnswer("text/plain", "\n", 3)->empty());
}

TEST(EngineAnswer, SegmentsWithoutTextFallBackToTheWholeText) {
  const auto heard = ParseEngineAnswer("application/json", R"({"text":"Va bene.","segments":[]})", 3);
  EXPECT_EQ(heard->at(0).text, "Va bene.");
}

TEST(EngineAnswer, TimesStayWithinThePiece) {
  const auto heard = ParseEngineAnswer(
      "application/json", R"({"segments":[{"start":-1,"end":99,"text":"a"},{"start":7,"end":2,"text":"b"}]})", 5);
  EXPECT_DOUBLE_EQ((*heard)[0].start_seconds, 0);
  EXPECT_DOUBLE_EQ((*heard)[0].end_seconds, 5);
  EXPECT_LE((*heard)[1].start_seconds, (*heard)[1].end_seconds);
  EXPECT_LE((*heard)[1].end_seconds, 5);
}

TEST(EngineAnswer, BrokenLettersAreLeftOut) {
  const auto heard = ParseEngineAnswer(
      "application/json", "{\"text\":\"La citt\xC3 \xEF\xBF\xBD\xEF\xBF\xBD di notte e\xCC\x80 bella\"}", 5);
  ASSERT_TRUE(heard.has_value());
  EXPECT_EQ(heard->at(0).text, "La citt di notte è bella");
}

TEST(EngineAnswer, RefusesWhatIsNoTranscription) {
  for (const auto& [type, body] : std::initializer_list<std::pair<const char*, const char*>>{
           {"text/html", "<html><body>502 Bad Gateway</body></html>"},
           {"application/json", "{\"error\":{\"message\":\"model not found\"}}"},
           {"application/json", "[1,2]"},
           {"application/json", "{\"text\":5}"},
           {"application/json", "{\"text\":"},
           {"application/json", ""}}) {
    const auto heard = ParseEngineAnswer(type, body, 5);
    ASSERT_FALSE(heard.has_value()) << body;
    EXPECT_EQ(heard.error().code, Code::kTranscriptInvalid);
  }
}

TEST(EngineAnswer, WrongTypesInsideAreNoCrash) {
  for (const char* body :
       {R"({"text":5})", R"({"segments":[1,"a",null,{"text":7},{"text":"x","start":"y","end":null}]})",
        R"({"segments":{"a":1},"text":["b"]})"}) {
    EXPECT_NO_THROW((void)ParseEngineAnswer("application/json", body, 5)) << body;
  }
}

}  // namespace
}  // namespace scriba::speech
