#include "platform/clock.h"

#include <gtest/gtest.h>

#include <random>

namespace scriba::platform {
namespace {

TEST(TimestampTest, ReadsBackWhatItWrites) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 1000; ++i) {
    const Instant instant(std::chrono::microseconds(static_cast<std::int64_t>(random() % 4'000'000'000'000'000ULL)));
    EXPECT_EQ(ParseTimestamp(FormatTimestamp(instant)).value(), instant);
    EXPECT_EQ(ParseTimestamp(FormatRfc3339(instant)).value(), instant);
  }
}

TEST(TimestampTest, WritesTextWhoseOrderIsTheOrderOfTime) {
  const Instant early = ParseTimestamp("2026-08-21T14:03:56.000009Z").value();
  EXPECT_EQ(FormatTimestamp(early), "2026-08-21T14:03:56.000009+00:00");
  EXPECT_LT(FormatTimestamp(early), FormatTimestamp(early + std::chrono::microseconds(1)));
}

TEST(TimestampTest, ReadsTheFormsThatClientsSend) {
  const Instant noon = ParseTimestamp("2026-08-21T12:00:00Z").value();
  for (const auto* text : {"2026-08-21 12:00", "2026-08-21T14:00:00+02:00", "2026-08-21T14:00:00+0200",
                           "2026-08-21T10:30:00-01:30", "2026-08-21T12:00:00.000", "2026-08-21T14:00+02"}) {
    EXPECT_EQ(ParseTimestamp(text).value(), noon) << text;
  }
}

TEST(TimestampTest, TellsNonsenseFromDatesThatDoNotExist) {
  for (const auto* text : {"", "ieri", "2026", "2026-8-21", "2026-08-21T", "2026-08-21T12", "2026-08-21T12:00:00+2",
                           "2026-08-21x", "-001-01-01", "2026--1-01", "2026-08-21T-5:00", "2026-08-21T12:-5",
                           "2026-08-21T12:00:-5", "2026-08-21T12:00+-3"}) {
    EXPECT_EQ(ParseTimestamp(text).error().code, Code::kDateUnparsable) << text;
  }
  for (const auto* text : {"2026-02-30", "2026-13-01", "2026-08-21T25:00:00Z", "2026-08-21T12:60:00Z",
                           "0000-01-01T00:00:00+01:00", "9999-12-31T24:00:00Z", "9999-12-31T23:30:00-01:00"}) {
    EXPECT_EQ(ParseTimestamp(text).error().code, Code::kDateOutOfRange) << text;
  }
}

}  // namespace
}  // namespace scriba::platform
