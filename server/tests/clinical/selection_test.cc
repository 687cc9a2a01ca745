#include "clinical/placing/selection.h"

#include <gtest/gtest.h>

#include <string>

#include "clinical/reading/reading.h"

namespace scriba::clinical {
namespace {

/// A visit of so many sentences of five words.
Reading VisitOf(std::size_t sentences) {
  std::string said;
  for (std::size_t i = 0; i < sentences; ++i) said += "Rema forte, la domenica mattina. ";
  return Reading(said);
}

/// The first half of a sentence, of which the second was left out.
Draft HalfOf(const Clause& clause, double worth_of_fuller) {
  const TokenIndex half = clause.range.first + 3;
  return {Section::kStoriaMedica, {{clause.range.first, half}}, 1, 1, {clause.range}, worth_of_fuller};
}

std::size_t WordsIn(const Reading& reading, const std::vector<Draft>& drafts) {
  std::size_t words = 0;
  for (const Draft& draft : drafts) {
    for (const TokenRange range : draft.ranges) words += reading.WordsIn(range);
  }
  return words;
}

TEST(Selection, ReportWithRoomHoldsItsSentencesWithAllTheirWords) {
  const Reading reading = VisitOf(60);
  std::vector<Draft> drafts;
  for (std::size_t i = 0; i < 20; ++i) drafts.push_back(HalfOf(reading.clauses[i], 0.2));
  EXPECT_EQ(WordsIn(reading, Select(reading, drafts)), 20U * 5U);
}

TEST(Selection, ReportWithoutRoomHoldsTheMoreRelevantWordsFirst) {
  const Reading reading = VisitOf(60);
  std::vector<Draft> drafts;
  for (std::size_t i = 0; i < 55; ++i) drafts.push_back(HalfOf(reading.clauses[i], i == 7 ? 0.4 : 0.2));
  const auto selected = Select(reading, drafts);
  ASSERT_EQ(selected.size(), drafts.size());
  EXPECT_LT(WordsIn(reading, selected), 60U * 5U * 3 / 4);
  EXPECT_EQ(selected[7].ranges, drafts[7].fuller);
  EXPECT_EQ(selected[54].ranges, drafts[54].ranges);
}

TEST(Selection, ReportWithRoomHoldsAlsoWhatIsHardlyWorthReporting) {
  const Reading reading = VisitOf(60);
  Draft poor{Section::kStoriaMedica, {reading.clauses[3].range}, 1, kLeastValue / 2, {}, 0};
  EXPECT_EQ(Select(reading, {poor}).size(), 1U);
  std::vector<Draft> drafts;
  for (std::size_t i = 10; i < 54; ++i)
    drafts.push_back({Section::kStoriaMedica, {reading.clauses[i].range}, 1, 1, {}, 0});
  drafts.push_back(poor);
  EXPECT_EQ(Select(reading, drafts).size(), 44U);
}

TEST(Selection, OfTwoSentencesOfEqualWorthTheShorterComesFirst) {
  const Reading reading = VisitOf(60);
  std::vector<Draft> drafts;
  for (std::size_t i = 0; i < 43; ++i)
    drafts.push_back({Section::kStoriaMedica, {reading.clauses[i].range}, 1, 1, {}, 0});
  drafts.push_back(
      {Section::kStoriaMedica, {{reading.clauses[45].range.first, reading.clauses[47].range.last}}, 1, 0.2, {}, 0});
  drafts.push_back({Section::kStoriaMedica,
                    {{reading.clauses[50].range.first, reading.clauses[50].range.first + 2}},
                    1,
                    0.2,
                    {},
                    0});
  const auto selected = Select(reading, drafts);
  ASSERT_EQ(selected.size(), 44U);
  EXPECT_EQ(selected.back().ranges, drafts.back().ranges);
}

}  // namespace
}  // namespace scriba::clinical
