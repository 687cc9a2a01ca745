#include "platform/http/body_budget.h"

#include <gtest/gtest.h>

#include <utility>

namespace scriba::platform {
namespace {

constexpr std::size_t kPiece = 1U << 20;

class BodyBudgetTest : public ::testing::Test {
 protected:
  BodyHold Known() {
    BodyHold hold(budget_);
    hold.Recognise();
    return hold;
  }

  BodyHold Of(const std::string& owner) {
    BodyHold hold(budget_);
    EXPECT_TRUE(hold.BelongTo(owner));
    return hold;
  }

  std::shared_ptr<BodyBudget> budget_ = std::make_shared<BodyBudget>(8 * kPiece);
};

TEST_F(BodyBudgetTest, StrangersFillAQuarterAndLeaveTheRest) {
  BodyHold first(budget_);
  BodyHold second(budget_);
  EXPECT_TRUE(first.Reach(kPiece) && second.Reach(kPiece));
  BodyHold third(budget_);
  EXPECT_FALSE(third.Reach(kPiece));
  EXPECT_TRUE(third.Reach(BodyHold::kUncountedBytes)) << "a sign-in fits always";
  BodyHold known = Known();
  EXPECT_TRUE(known.Reach(6 * kPiece));
  EXPECT_FALSE(known.Reach(6 * kPiece + 1)) << "what strangers took is not there twice";
}

TEST_F(BodyBudgetTest, WhatWasRefusedIsNotTaken) {
  BodyHold known = Known();
  EXPECT_FALSE(known.Reach(9 * kPiece));
  EXPECT_TRUE(known.Reach(8 * kPiece));
  EXPECT_TRUE(known.Reach(kPiece)) << "a body only grows";
}

TEST_F(BodyBudgetTest, WhoIsRecognisedMakesRoomForOtherStrangers) {
  BodyHold first(budget_);
  EXPECT_TRUE(first.Reach(2 * kPiece));
  first.Recognise();
  first.Recognise();
  BodyHold second(budget_);
  EXPECT_TRUE(second.Reach(2 * kPiece));
  EXPECT_FALSE(Known().Reach(5 * kPiece));
  EXPECT_TRUE(Known().Reach(4 * kPiece));
}

TEST_F(BodyBudgetTest, NobodyFillsItAlone) {
  budget_ = std::make_shared<BodyBudget>(9 * kPiece);
  BodyHold first = Of("anna");
  EXPECT_TRUE(first.Reach(2 * kPiece));
  {
    BodyHold second = Of("anna");
    EXPECT_FALSE(second.Reach(2 * kPiece)) << "a third is hers";
    EXPECT_TRUE(second.Reach(kPiece));
    BodyHold bruno = Of("bruno");
    EXPECT_TRUE(bruno.Reach(3 * kPiece));
  }
  EXPECT_TRUE(first.Reach(3 * kPiece)) << "what came back is hers again";
  BodyHold stranger(budget_);
  EXPECT_TRUE(stranger.Reach(kPiece));
  EXPECT_FALSE(stranger.BelongTo("anna")) << "what was sent before the name was known counts too";
}

TEST_F(BodyBudgetTest, WhatIsHeldComesBackOnceWhoeverEndsUpWithIt) {
  {
    BodyHold first(budget_);
    EXPECT_TRUE(first.Reach(2 * kPiece));
    BodyHold moved(std::move(first));
    BodyHold assigned;
    assigned = std::move(moved);
    EXPECT_FALSE(BodyHold(budget_).Reach(kPiece));
    assigned = BodyHold();
    EXPECT_TRUE(BodyHold(budget_).Reach(2 * kPiece));
  }
  EXPECT_TRUE(Known().Reach(8 * kPiece));
}

}  // namespace
}  // namespace scriba::platform
