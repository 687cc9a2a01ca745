#include "app/health.h"

#include <gtest/gtest.h>

#include "platform/db/migrations.h"
#include "support/http_scenario.h"
#include "support/test_database.h"

namespace scriba::app {
namespace {

using nlohmann::json;

class HealthTest : public ::testing::Test {
 protected:
  HealthTest() { AddHealthRoutes(router_, *database_, folder_.path(), "1.2.3"); }

  json Ready(int status) {
    const auto answer = testing::Send(router_, platform::Method::kGet, "/ready");
    EXPECT_EQ(answer.status, status) << answer.body;
    return json::parse(answer.body);
  }

  testing::TemporaryFolder folder_;
  testing::TestDatabase database_;
  platform::Router router_;
};

TEST_F(HealthTest, AProgramThatCanWorkIsReady) {
  const json ready = Ready(200);
  EXPECT_EQ(ready["status"], "ok");
  EXPECT_EQ(ready["parts"], json({{"database", "ok"}, {"migrations", "ok"}, {"disk", "ok"}}));
}

TEST_F(HealthTest, SaysWhichPartIsInTheWay) {
  ASSERT_TRUE(platform::BlockOn(
      (*database_).Execute("INSERT INTO schema_migrations (version, name) VALUES (9000, 'of a later program')")));
  const json later = Ready(503);
  EXPECT_EQ(later["status"], "migrations_differ");
  EXPECT_EQ(later["parts"]["database"], "ok");
  std::filesystem::remove_all(folder_.path());
  EXPECT_EQ(Ready(503)["parts"]["disk"], "disk_unavailable");
}

}  // namespace
}  // namespace scriba::app
