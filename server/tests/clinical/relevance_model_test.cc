#include "clinical/placing/relevance_model.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "clinical/reading/model_file.h"

namespace scriba::clinical {
namespace {

/// A vector of the model of which only the first number is not zero.
std::string First(int hundredths, std::size_t size) {
  std::string vector = std::to_string(hundredths);
  for (std::size_t i = 1; i < size; ++i) vector += " 0";
  return vector;
}

/// Hears a drug in the segment before, and in that alone.
RelevanceModel HearsDrugBefore() {
  return RelevanceModel("t:drug 0 " + First(100, RelevanceModel::kInner) + "\n=filter 3 0 " +
                        First(200, RelevanceModel::kOuter) + "\n=of-all " + First(150, RelevanceModel::kOuter) + "\n");
}

std::vector<RelevanceModel::Seen> Talk(const RelevanceModel& model, std::size_t segments, std::size_t drug_at) {
  std::vector<RelevanceModel::Seen> talk;
  for (std::size_t i = 0; i < segments; ++i)
    talk.push_back(model.See(i == drug_at ? FeatureNames{"t:drug"} : FeatureNames{}));
  return talk;
}

TEST(RelevanceModel, IsLogisticWhereOnlyWeightsAreKnown) {
  const RelevanceModel model("question 1.5\nn -0.5\n");
  const auto rates = model.Rate({model.See({"question", "n"}), model.See({"never seen"}), model.See({})});
  ASSERT_EQ(rates.size(), 3U);
  EXPECT_NEAR(rates[0], 1 / (1 + std::exp(-1.0)), 1e-6);
  EXPECT_EQ(rates[1], 0.5);
  EXPECT_EQ(rates[2], 0.5);
}

TEST(RelevanceModel, SegmentIsJudgedByItsNeighbours) {
  const RelevanceModel model = HearsDrugBefore();
  const auto rates = model.Rate(Talk(model, 5, 2));
  EXPECT_NEAR(rates[3], 1 / (1 + std::exp(-3.0)), 1e-6);
  for (const std::size_t other : {0U, 1U, 2U, 4U}) EXPECT_EQ(rates[other], 0.5) << other;
}

TEST(RelevanceModel, NothingIsHeardBeyondTheEndsOfATalk) {
  const RelevanceModel model = HearsDrugBefore();
  EXPECT_TRUE(model.Rate({}).empty());
  EXPECT_EQ(model.Rate(Talk(model, 1, 0)), std::vector<double>{0.5});
  EXPECT_EQ(model.Rate(Talk(model, 2, 1)), (std::vector<double>{0.5, 0.5}));
}

TEST(RelevanceModel, WhatIsFartherThanItsSpanChangesNothing) {
  const RelevanceModel model(ModelFile("relevance.model"));
  std::vector<RelevanceModel::Seen> talk;
  for (const std::string_view word : {"w:piove", "w:ramipr", "w:mangio", "w:dormo", "w:cammin", "w:peso", "w:pane"}) {
    talk.push_back(model.See({"bias", word}));
  }
  const auto before = model.Rate(talk);
  talk.back() = model.See({"bias", "t:drug", "n", "u:mg"});
  const auto after = model.Rate(talk);
  EXPECT_EQ(before[0], after[0]);
  EXPECT_EQ(before[1], after[1]);
  EXPECT_NE(before[2], after[2]);
}

TEST(RelevanceModel, RefusesALineThatItDoesNotUnderstand) {
  for (const std::string_view line :
       {"question", "question x", "question 1 2 3", "=unknown 1", "=filter 0 0 1", "=bias"}) {
    EXPECT_THROW(RelevanceModel{line}, std::runtime_error) << line;
  }
  EXPECT_THROW(RelevanceModel("=filter 9 0 " + First(1, RelevanceModel::kOuter)), std::out_of_range);
}

}  // namespace
}  // namespace scriba::clinical
