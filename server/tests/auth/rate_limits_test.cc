#include "auth/rate_limits.h"

#include <gtest/gtest.h>

#include "support/fake_clock.h"

namespace scriba::auth {
namespace {

constexpr RateRule kThree{.allowed = 3, .window = std::chrono::hours(1)};

class RateLimitsTest : public ::testing::Test {
 protected:
  bool Take(const std::string& key) { return limits_.Take(key, kThree); }

  testing::FakeClock clock_;
  RateLimits limits_{clock_, true};
};

TEST_F(RateLimitsTest, AllowsAgainWhenTheWindowHasMovedOn) {
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(Take("anna"));
  EXPECT_FALSE(Take("anna"));
  EXPECT_TRUE(limits_.IsUsedUp("anna", kThree));
  EXPECT_TRUE(Take("bruno")) << "each key counts for itself";
  clock_.Advance(std::chrono::hours(1));
  EXPECT_TRUE(Take("anna"));
}

TEST_F(RateLimitsTest, AnEventGivenBackDoesNotCount) {
  for (int i = 0; i < 10; ++i) {
    EXPECT_TRUE(Take("anna"));
    limits_.GiveBack("anna");
  }
}

// Inventing keys must not make room for further tries at the one under attack.
TEST_F(RateLimitsTest, AKeyUnderAttackIsRememberedHoweverManyOthersAreInvented) {
  for (int i = 0; i < 3; ++i) Take("anna");
  for (std::size_t i = 0; i < 2 * RateLimits::kMostKeys; ++i) {
    Take("invented" + std::to_string(i));
    if (i % 1000 == 0) {
      EXPECT_FALSE(Take("anna")) << i;
    }
  }
}

}  // namespace
}  // namespace scriba::auth
