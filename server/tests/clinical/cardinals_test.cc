#include "clinical/reading/cardinals.h"

#include <gtest/gtest.h>

namespace scriba::clinical {
namespace {

TEST(Cardinals, ReadsBackEveryWordItWrites) {
  for (long value = 0; value < 20000; ++value) {
    if (value == 1) continue;  // "uno" is an article more often than a number
    EXPECT_EQ(ReadCardinal(WriteCardinal(value)), value) << WriteCardinal(value);
  }
  for (long value = 20000; value < 1000000; value += 617) EXPECT_EQ(ReadCardinal(WriteCardinal(value)), value);
}

TEST(Cardinals, AcceptsTheSpellingsOfSpeech) {
  EXPECT_EQ(ReadCardinal("centoottanta"), 180);
  EXPECT_EQ(ReadCardinal("centottanta"), 180);
  EXPECT_EQ(ReadCardinal("ventun"), 21);
  EXPECT_EQ(ReadCardinal("quarantott'"), 48);
  EXPECT_EQ(ReadCardinal("vent'"), 20);
}

TEST(Cardinals, LeavesWordsThatOnlyLookLikeNumbers) {
  for (const auto* word :
       {"uno", "un", "una", "sera", "centimetri", "milano", "seimila2", "duecane", "ottimo", "centro", ""}) {
    EXPECT_FALSE(ReadCardinal(word)) << word;
  }
}

}  // namespace
}  // namespace scriba::clinical
