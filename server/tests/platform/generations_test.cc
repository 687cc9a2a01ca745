#include "platform/generations.h"

#include <gtest/gtest.h>

#include <string>

namespace scriba::platform {
namespace {

struct Hash : std::hash<std::string_view> {
  using is_transparent = void;
};

TEST(GenerationsTest, ForgetsWhatIsOldestWhenTwoGenerationsAreFull) {
  Generations<int, Hash> known(2);
  for (int i = 0; i < 5; ++i) known.Remember(std::to_string(i), std::make_shared<const int>(i));
  EXPECT_EQ(known.Find("0"), nullptr);
  EXPECT_EQ(known.Find("1"), nullptr);
  for (int i = 2; i < 5; ++i) {
    ASSERT_NE(known.Find(std::to_string(i)), nullptr) << i;
    EXPECT_EQ(*known.Find(std::to_string(i)), i);
  }
}

TEST(GenerationsTest, WhatIsRememberedAgainHoldsFromThenOn) {
  Generations<int, Hash> known(1);
  known.Remember("a", std::make_shared<const int>(1));
  known.Remember("b", std::make_shared<const int>(2));
  known.Remember("a", std::make_shared<const int>(3));
  EXPECT_EQ(*known.Find("a"), 3);
}

TEST(GenerationsTest, WhatSomebodyHoldsOutlivesItsPlace) {
  Generations<std::string, Hash> known(1);
  known.Remember("a", std::make_shared<const std::string>("a long enough text to stand on the heap"));
  const auto held = known.Find("a");
  for (const char* text : {"b", "c", "d"}) known.Remember(text, std::make_shared<const std::string>(text));
  EXPECT_EQ(known.Find("a"), nullptr);
  EXPECT_EQ(*held, "a long enough text to stand on the heap");
}

}  // namespace
}  // namespace scriba::platform
