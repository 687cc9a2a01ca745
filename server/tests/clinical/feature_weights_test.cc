#include "clinical/placing/feature_weights.h"

#include <gtest/gtest.h>

#include <string_view>
#include <unordered_set>
#include <vector>

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

/// The names in a model's file: what stands before the weights, behind an "F" where moves are kept too; the layers of a
/// network begin with "=".
std::vector<std::string_view> NamesIn(std::string_view model) {
  std::vector<std::string_view> names;
  for (std::size_t at = 0; at < model.size();) {
    std::string_view line = model.substr(at, model.find('\n', at) - at);
    at += line.size() + 1;
    if (line.starts_with("T ") || line.starts_with("=")) continue;
    if (line.starts_with("F ")) line.remove_prefix(2);
    names.push_back(line.substr(0, line.find(' ')));
  }
  return names;
}

TEST(FeatureWeights, NoTwoNamesOfTheModelsShareTheirBits) {
  for (const std::string_view file :
       {"sections.model", "unmarked_sections.model", "relevance.model", "unmarked_relevance.model"}) {
    const auto names = NamesIn(ModelFile(file));
    std::unordered_set<std::uint64_t> bits;
    for (const std::string_view name : names) bits.insert(FeatureName(name).hash());
    EXPECT_GT(names.size(), 1000U) << file;
    EXPECT_EQ(bits.size(), names.size()) << file;
  }
}

}  // namespace
}  // namespace scriba::clinical
