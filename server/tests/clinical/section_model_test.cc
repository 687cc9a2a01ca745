#include "clinical/placing/placing_models.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "clinical/placing/field_knowledge.h"

namespace scriba::clinical {
namespace {

TEST(SectionModel, GivesProbabilitiesThatPlacePlainSentences) {
  const Reading reading(
      "Buongiorno. Prendo la metformina da mille. Mangio pane e pasta a cena. Ci vediamo fra un mese.");
  const auto labels = WithFieldKnowledge(reading, ModelsOfMarkedText().sections.Probabilities(Featurize(reading)));
  ASSERT_EQ(labels.size(), reading.clauses.size());
  for (const LabelScores& scores : labels) {
    EXPECT_NEAR(std::accumulate(scores.begin(), scores.end(), 0.0), 1.0, 1e-9);
  }
  const auto likeliest = [&](std::size_t clause) {
    return std::max_element(labels[clause].begin(), labels[clause].begin() + kSectionCount) - labels[clause].begin();
  };
  EXPECT_GT(labels[0][kNoSection], 0.5);
  EXPECT_EQ(likeliest(1), static_cast<long>(Section::kStoriaMedica));
  EXPECT_EQ(likeliest(2), static_cast<long>(Section::kAbitudiniAlimentari));
  EXPECT_EQ(likeliest(3), static_cast<long>(Section::kNoteSpecialista));
}

TEST(SectionModel, AgreesWithAllPathsCountedByHand) {
  SectionModel model;
  model.weights["a"][0] = 1;
  model.weights["b"][1] = 0.5;
  model.moves[0][0][1] = 0.7;
  const std::vector<ClauseFeatures> clauses{{{"a"}, Link::kNewSentence}, {{"b"}, Link::kNewSentence}};
  double total = 0;
  double first_is_0 = 0;
  for (std::size_t x = 0; x < kLabelCount; ++x) {
    for (std::size_t y = 0; y < kLabelCount; ++y) {
      const double weight = std::exp((x == 0 ? 1.0 : 0.0) + (y == 1 ? 0.5 : 0.0) + (x == 0 && y == 1 ? 0.7 : 0.0));
      total += weight;
      if (x == 0) first_is_0 += weight;
    }
  }
  EXPECT_NEAR(model.Probabilities(clauses)[0][0], first_is_0 / total, 1e-12);
}

TEST(SectionModel, CountsTheMovesOfAllowedPathsOnly) {
  SectionModel model;
  model.moves[0][0][1] = 0.7;
  model.moves[0][2][1] = -0.2;
  const SectionModel::Lattice lattice{std::vector<LabelScores>(2), {0, 0}};
  std::vector<std::array<bool, kLabelCount>> allowed(2);
  allowed[0][0] = allowed[0][2] = allowed[1][1] = true;
  const auto posterior = model.Infer(lattice, &allowed);
  const double total = std::exp(0.7) + std::exp(-0.2);
  EXPECT_NEAR(posterior.log_partition, std::log(total), 1e-12);
  EXPECT_NEAR(posterior.moves[0][0][1], std::exp(0.7) / total, 1e-12);
  EXPECT_NEAR(posterior.moves[0][2][1], std::exp(-0.2) / total, 1e-12);
  EXPECT_EQ(posterior.moves[0][0][2], 0);
}

TEST(SectionModel, StaysExactOverAVisitOfThousandsOfClauses) {
  SectionModel model;
  model.weights["far"][0] = 300;
  model.weights["away"][0] = -300;
  std::vector<ClauseFeatures> clauses;
  for (int i = 0; i < 5000; ++i) clauses.push_back({{i % 2 == 0 ? "far" : "away"}, Link::kSameSentence});
  const auto labels = model.Probabilities(clauses);
  EXPECT_NEAR(labels[2500][0], 1, 1e-12);
  EXPECT_NEAR(labels[2501][1], 1.0 / (kLabelCount - 1), 1e-12);
}

TEST(SectionModel, SurvivesWritingAndReading) {
  SectionModel model;
  model.weights["t:drug"][1] = 1.25;
  model.moves[2][1][3] = -0.5;
  SectionModel again(model.Write());
  EXPECT_DOUBLE_EQ(again.weights["t:drug"][1], 1.25);
  EXPECT_DOUBLE_EQ(again.moves[2][1][3], -0.5);
}

TEST(SectionModel, RefusesALineThatIsNotUnderstood) {
  EXPECT_THROW(SectionModel("F t:drug one two"), std::runtime_error);
}

}  // namespace
}  // namespace scriba::clinical
