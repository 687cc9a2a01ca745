#include "platform/config.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>

#include "support/test_database.h"

namespace scriba::platform {
namespace {

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
  for (const auto& [name, value] : std::map<std::string, std::string>{{"SCRIBA_PORT", "70000"},
                                                                      {"SCRIBA_PORT", "http"},
                                                                      {"SCRIBA_RATE_LIMITS", "maybe"},
                                                                      {"SCRIBA_PUBLIC_URL", "scriba.it"}}) {
    const auto result = LoadConfig(With({{name, value}}), file());
    ASSERT_FALSE(result) << name;
    EXPECT_NE(result.error().message.find(name), std::string::npos);
  }
  Write("port = = 3");
  EXPECT_EQ(LoadConfig(With({}), file()).error().code, Code::kConfigurationInvalid);
}

}  // namespace
}  // namespace scriba::platform
