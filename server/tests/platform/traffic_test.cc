#include "platform/http/traffic.h"

#include <gtest/gtest.h>

namespace scriba::platform {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

TEST(Traffic, CountsAnswersByTheirClassAndTheirTime) {
  Traffic traffic;
  for (const int status : {200, 204, 404, 503}) traffic.Count(status, milliseconds(5));
  EXPECT_EQ(traffic.OfClass(2), 2U);
  EXPECT_EQ(traffic.OfClass(3), 0U);
  EXPECT_EQ(traffic.OfClass(4), 1U);
  EXPECT_EQ(traffic.OfClass(5), 1U);
  EXPECT_EQ(traffic.times().All(), 4U);
}

TEST(Times, EachBoundHoldsWhatLiesBelowItAndItself) {
  Times times;
  times.Count(microseconds(1'000));
  times.Count(microseconds(1'001));
  times.Count(milliseconds(700));
  times.Count(std::chrono::minutes(10));
  EXPECT_EQ(times.Within(0), 1U) << "an end belongs to what lies below it";
  EXPECT_EQ(times.Within(1), 2U);
  EXPECT_EQ(times.Within(Times::kBounds.size() - 1), 3U);
  EXPECT_EQ(times.All(), 4U) << "whatever takes longer";
  EXPECT_NEAR(times.Seconds(), 600.702001, 1e-9);
}

}  // namespace
}  // namespace scriba::platform
