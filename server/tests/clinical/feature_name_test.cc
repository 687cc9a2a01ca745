#include "clinical/placing/feature_name.h"

#include <gtest/gtest.h>

namespace scriba::clinical {
namespace {

TEST(FeatureName, IsTheSameHoweverItIsPutTogether) {
  static constexpr FeatureKind kKind{"ph:before:"};
  const FeatureName parts(kKind, "food");
  const FeatureName whole("ph:before:food");
  EXPECT_EQ(parts, whole);
  EXPECT_EQ(parts.hash(), whole.hash());
  EXPECT_EQ(parts.Text(), "ph:before:food");
  EXPECT_FALSE(parts == FeatureName("ph:after:food"));
  EXPECT_FALSE(FeatureName("bias") == FeatureName("bias:"));
}

TEST(FeatureName, StandsOnceInAList) {
  FeatureNames names{"bias"};
  names.AddUnique("t:drug");
  names.AddUnique({FeatureKind("t:"), "drug"});
  EXPECT_EQ(names.size(), 2U);
}

}  // namespace
}  // namespace scriba::clinical
