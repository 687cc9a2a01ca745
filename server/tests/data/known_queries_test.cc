#include "data/known_queries.h"

#include <gtest/gtest.h>

#include <string>

namespace scriba::data {
namespace {

TEST(KnownQueriesTest, TheSameWordsAreReadOnce) {
  KnownQueries queries;
  const auto first = queries.Parse("select=id&limit=5");
  const auto other = queries.Parse("select=id&limit=6");
  const auto again = queries.Parse("select=id&limit=5");
  ASSERT_TRUE(first && other && again);
  EXPECT_EQ(*first, *again);
  EXPECT_EQ((*again)->limits.front().second, 5);
  EXPECT_EQ((*other)->limits.front().second, 6);
}

TEST(KnownQueriesTest, WhatIsRefusedIsRefusedAgain) {
  KnownQueries queries;
  for (int i = 0; i < 2; ++i) EXPECT_FALSE(queries.Parse("id=nonsense.5"));
}

// Memory that strangers could fill is bounded by number and by length.
TEST(KnownQueriesTest, LongOnesAreNotKept) {
  KnownQueries queries;
  const std::string search = "last_name=eq." + std::string(600, 'a');
  const auto first = queries.Parse(search);
  const auto again = queries.Parse(search);
  ASSERT_TRUE(first && again);
  EXPECT_NE(*first, *again);
}

}  // namespace
}  // namespace scriba::data
