#include "platform/http/traffic.h"

#include <gtest/gtest.h>

namespace scriba::platform {
namespace {

using std::chrono::milliseconds;

TEST(Traffic, CountsAnswersByTheirClassAndTheirTime) {
  Traffic traffic;
  traffic.Count(200, milliseconds(5));
  traffic.Count(204, milliseconds(6));
  traffic.Count(404, milliseconds(700));
  traffic.Count(503, std::chrono::minutes(10));
  EXPECT_EQ(traffic.OfClass(2), 2U);
  EXPECT_EQ(traffic.OfClass(3), 0U);
  EXPECT_EQ(traffic.OfClass(4), 1U);
  EXPECT_EQ(traffic.OfClass(5), 1U);
  EXPECT_EQ(traffic.Within(0), 1U) << "an end belongs to what lies below it";
  EXPECT_EQ(traffic.Within(1), 2U);
  EXPECT_EQ(traffic.Within(Traffic::kBounds.size() - 1), 3U);
  EXPECT_EQ(traffic.Within(Traffic::kBounds.size()), 4U) << "whatever takes longer";
  EXPECT_NEAR(traffic.Seconds(), 600.711, 1e-6);
}

}  // namespace
}  // namespace scriba::platform
