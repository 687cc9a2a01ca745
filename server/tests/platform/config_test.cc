#include "platform/config.h"

#include <gmock/gmock.h>

#include <fstream>
#include <map>

#include "support/test_database.h"

namespace scriba::platform {
namespace {

using ::testing::HasSubstr;

Environment With(std::map<std::string, std::string> variables) {
  return [variables = std::move(variables)](const std::string& name) -> std::optional<std::string> {
    const auto found = variables.find(name);
    return found == variables.end() ? std::nullopt : std::optional(found->second);
  };
}

class ConfigTest : public ::testing::Test {
 protected:
  void Write(const std::string& text) const { std::ofstream(file()) << text; }
  std::filesystem::path file() const { return folder_.path() / "scriba.toml"; }

  testing::TemporaryFolder folder_;
};

TEST_F(ConfigTest, WorksWithoutAnySetting) {
  const Config config = LoadConfig(With({}), file()).value();
  EXPECT_EQ(config.port, 8080);
  EXPECT_EQ(config.public_url, "http://localhost:8080");
  EXPECT_TRUE(config.autoconfirm);
  EXPECT_EQ(config.master_key_file, "data/master.key");
}

TEST_F(ConfigTest, RefusesWhatTheWebApplicationCouldNotUse) {
  const auto refusal = [&](std::map<std::string, std::string> variables) {
    const auto config = LoadConfig(With(std::move(variables)), file());
    return config ? std::string() : config.error().message;
  };
  EXPECT_THAT(refusal({{"SCRIBA_CHECKOUT_BASIC_URL", "javascript:alert(1)"}}), HasSubstr("SCRIBA_CHECKOUT_BASIC_URL"));
  EXPECT_THAT(refusal({{"SCRIBA_BILLING_PORTAL_URL", "pay.example"}}), HasSubstr("https://"));
  EXPECT_THAT(refusal({{"SCRIBA_CONTROLLER_NAME", "Studio Verdi"}}), HasSubstr("SCRIBA_CONTROLLER_ADDRESS"));
  EXPECT_THAT(refusal({{"SCRIBA_CORS_ORIGINS", "https://app.example/page"}}), HasSubstr("SCRIBA_CORS_ORIGINS"));
  EXPECT_THAT(refusal({{"SCRIBA_AUDIO_RETENTION", "sometimes"}}), HasSubstr("after-report"));
  EXPECT_THAT(refusal({{"SCRIBA_SESSION_IDLE_HOURS", "0.5"}}), HasSubstr("SCRIBA_SESSION_IDLE_HOURS"));
  EXPECT_EQ(refusal({{"SCRIBA_CORS_ORIGINS", "https://app.example, http://localhost:5173"}}), "");
}

TEST_F(ConfigTest, SaysHowMuchIsDoneAtOnce) {
  const Config usual = LoadConfig(With({}), file()).value();
  EXPECT_EQ(usual.live_recordings, 256U);
  EXPECT_EQ(usual.llm.deadline_seconds, 120);
  EXPECT_EQ(usual.llm.concurrency, 2U);
  const Config config =
      LoadConfig(
          With({{"SCRIBA_LIVE_RECORDINGS", "1000"}, {"SCRIBA_LLM_DEADLINE", "45.5"}, {"SCRIBA_LLM_CONCURRENCY", "8"}}),
          file())
          .value();
  EXPECT_EQ(config.live_recordings, 1000U);
  EXPECT_EQ(config.llm.deadline_seconds, 45.5);
  EXPECT_EQ(config.llm.concurrency, 8U);
  for (const auto& [name, value] : std::map<std::string, std::string>{
           {"SCRIBA_LIVE_RECORDINGS", "-1"}, {"SCRIBA_LLM_DEADLINE", "0"}, {"SCRIBA_LLM_CONCURRENCY", "0"}}) {
    EXPECT_THAT(LoadConfig(With({{name, value}}), file()).error().message, HasSubstr(name));
  }
}

TEST_F(ConfigTest, SaysHowLongSoundIsKept) {
  const auto text = [&](const char* value) {
    return LoadConfig(With({{"SCRIBA_AUDIO_RETENTION", value}}), file()).value().audio_retention.ToText();
  };
  EXPECT_EQ(LoadConfig(With({}), file()).value().audio_retention.ToText(), "keep");
  EXPECT_EQ(text("keep"), "keep");
  EXPECT_EQ(text("after-report"), "after-report");
  EXPECT_EQ(text("30"), "30");
}

TEST_F(ConfigTest, TheEnvironmentWinsOverTheFile) {
  Write("port = 9000\nhost = \"0.0.0.0\"\n");
  const Config config = LoadConfig(With({{"SCRIBA_PORT", "9001"}}), file()).value();
  EXPECT_EQ(config.port, 9001);
  EXPECT_EQ(config.host, "0.0.0.0");
}

TEST_F(ConfigTest, AsksForConfirmationOnceThereIsAWayToSendIt) {
  EXPECT_FALSE(LoadConfig(With({{"SCRIBA_SMTP_URL", "smtp://mail"}}), file()).value().autoconfirm);
  EXPECT_TRUE(LoadConfig(With({{"SCRIBA_SMTP_URL", "smtp://mail"}, {"SCRIBA_AUTOCONFIRM", "true"}}), file())
                  .value()
                  .autoconfirm);
}

TEST_F(ConfigTest, NamesTheSettingThatIsWrong) {
  const std::vector<std::pair<std::string, std::string>> wrong{{"SCRIBA_PORT", "70000"},
                                                               {"SCRIBA_PORT", "http"},
                                                               {"SCRIBA_RATE_LIMITS", "maybe"},
                                                               {"SCRIBA_LOG_LEVEL", "warn"},
                                                               {"SCRIBA_TRUSTED_PROXIES", "10.0.0.0/8"},
                                                               {"SCRIBA_SPEECH_URL", "localhost:8081"},
                                                               {"SCRIBA_SMTP_URL", "mail.example.org:587"},
                                                               {"SCRIBA_PUBLIC_URL", "scriba.it"}};
  for (const auto& [name, value] : wrong) {
    const auto result = LoadConfig(With({{name, value}}), file());
    ASSERT_FALSE(result) << name;
    EXPECT_NE(result.error().message.find(name), std::string::npos);
  }
  Write("port = = 3");
  EXPECT_EQ(LoadConfig(With({}), file()).error().code, Code::kConfigurationInvalid);
}

TEST_F(ConfigTest, NamesASettingOfTheFileThatThereIsNot) {
  Write("prot = 8080");
  const auto config = LoadConfig(With({}), file());
  ASSERT_FALSE(config);
  EXPECT_THAT(config.error().message, HasSubstr("prot"));
}

TEST_F(ConfigTest, ReadsAListOfTheFileAsOneOfTheEnvironment) {
  Write("trusted_proxies = [\"10.0.0.2\", \"::1\"]");
  EXPECT_THAT(LoadConfig(With({}), file()).value().trusted_proxies, ::testing::ElementsAre("10.0.0.2", "::1"));
  EXPECT_THAT(LoadConfig(With({{"SCRIBA_TRUSTED_PROXIES", "10.0.0.2, ::1"}}), file()).value().trusted_proxies,
              ::testing::ElementsAre("10.0.0.2", "::1"));
}

TEST_F(ConfigTest, GoesWithoutRateLimitsWhereNobodyElseIsOnly) {
  EXPECT_TRUE(LoadConfig(With({{"SCRIBA_RATE_LIMITS", "off"}}), file()));
  EXPECT_FALSE(LoadConfig(With({{"SCRIBA_RATE_LIMITS", "off"}, {"SCRIBA_HOST", "0.0.0.0"}}), file()));
  EXPECT_FALSE(
      LoadConfig(With({{"SCRIBA_RATE_LIMITS", "off"}, {"SCRIBA_PUBLIC_URL", "https://scriba.example.org"}}), file()));
}

}  // namespace
}  // namespace scriba::platform
