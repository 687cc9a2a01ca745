#include "platform/db/told_changes.h"

#include <gmock/gmock.h>

#include <limits>

namespace scriba::platform {
namespace {

using ::testing::ElementsAre;

constexpr std::int64_t kNoEnd = std::numeric_limits<std::int64_t>::max();

class ToldChangesTest : public ::testing::Test {
 protected:
  ToldChangesTest() { told_.Restart(10); }

  std::vector<std::pair<std::int64_t, std::int64_t>> Missing() const {
    std::vector<std::pair<std::int64_t, std::int64_t>> missing;
    for (const auto& range : told_.Missing()) missing.emplace_back(range.first, range.past);
    return missing;
  }

  void Add(std::initializer_list<std::int64_t> numbers, int second = 0) {
    for (const auto number : numbers) told_.AddNoticed(number, At(second));
  }

  static ToldChanges::Moment At(int second) { return ToldChanges::Moment(std::chrono::seconds(second)); }

  ToldChanges told_;
};

TEST_F(ToldChangesTest, MissesNothingThatCameInItsOrder) {
  Add({11, 12});
  EXPECT_THAT(Missing(), ElementsAre(std::pair(13, kNoEnd)));
}

TEST_F(ToldChangesTest, KeepsHolesUntilTheyAreFilledInAnyOrder) {
  Add({12, 17});
  EXPECT_THAT(Missing(), ElementsAre(std::pair(11, 12), std::pair(13, 17), std::pair(18, kNoEnd)));
  Add({15});
  EXPECT_THAT(Missing(), ElementsAre(std::pair(11, 12), std::pair(13, 15), std::pair(16, 17), std::pair(18, kNoEnd)));
  Add({11, 13, 14, 16});
  EXPECT_THAT(Missing(), ElementsAre(std::pair(18, kNoEnd)));
}

TEST_F(ToldChangesTest, WhatWasThereBeforeTheStartLeavesNoHole) {
  Add({3, 10});
  EXPECT_THAT(Missing(), ElementsAre(std::pair(11, kNoEnd)));
}

TEST_F(ToldChangesTest, TheNoticeOfAFoundChangeIsNotNewOnce) {
  told_.AddFound(11, At(0));
  EXPECT_FALSE(told_.IsNewIn(11));
  EXPECT_TRUE(told_.IsNewIn(11));
  EXPECT_TRUE(told_.IsNewIn(3));
}

TEST_F(ToldChangesTest, ForgetsHolesThatNobodyFillsAndTooManyOfThem) {
  Add({12}, 1);
  Add({14}, 2);
  told_.Forget(At(2));
  EXPECT_THAT(Missing(), ElementsAre(std::pair(13, 14), std::pair(15, kNoEnd)));
  for (std::int64_t number = 20; number < 10'000; number += 2) Add({number}, 3);
  told_.Forget(At(2));
  EXPECT_EQ(Missing().size(), 1001U);
}

}  // namespace
}  // namespace scriba::platform
