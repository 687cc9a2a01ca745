#include "clinical/placing/feature_weights.h"

#include <gtest/gtest.h>

#include <unordered_set>

#include "clinical/reading/model_file.h"

namespace scriba::clinical {
namespace {

TEST(FeatureWeights, AreFoundByThePartsOfAName) {
  static constexpr FeatureKind kKind{"t:"};
  FeatureWeights<double> weights;
  weights["t:drug"] = 1.5;
  weights["drug"] = 2.5;
  EXPECT_EQ(*weights.Find(FeatureName(kKind, "drug")), 1.5);
  EXPECT_EQ(*weights.Find(FeatureName("drug")), 2.5);
  EXPECT_EQ(weights.Find(FeatureName(kKind, "dru")), nullptr);
}

TEST(FeatureWeights, AreSortedByNameForTheirFile) {
  FeatureWeights<double> weights;
  weights["w:pane"] = 1;
  weights["t:food"] = 2;
  weights["w:pane"] = 3;
  const auto sorted = weights.Sorted();
  ASSERT_EQ(sorted.size(), 2U);
  EXPECT_EQ(sorted.begin()->first, "t:food");
  EXPECT_EQ(sorted.at("w:pane"), 3);
}

TEST(FeatureWeights, NoTwoNamesOfTheModelsShareTheirBits) {
  for (const std::string_view file : {"relevance.model", "unmarked_relevance.model"}) {
    std::unordered_set<std::uint64_t> bits;
    std::size_t names = 0;
    ForEachWeight(ModelFile(file), [&](std::string_view name, double) {
      ++names;
      bits.insert(FeatureName(name).hash());
    });
    EXPECT_GT(names, 1000U) << file;
    EXPECT_EQ(bits.size(), names) << file;
  }
}

}  // namespace
}  // namespace scriba::clinical
