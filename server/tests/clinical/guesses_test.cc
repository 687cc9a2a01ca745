// What a patient believes to weigh is no fact of the report.
#include "clinical/placing/guesses.h"

#include <gtest/gtest.h>

#include <string>

#include "clinical/analyze.h"
#include "clinical/writing/report_text.h"

namespace scriba::clinical {
namespace {

TEST(Guesses, AnswerWhatThePatientBelievesToWeigh) {
  const Reading reading(
      "Lei quanto crede di pesare? Peso novantaquattro, a occhio. Secondo lei quanto pesa? Novantanove.");
  EXPECT_TRUE(GuessesWeight(reading, 1));
  EXPECT_TRUE(GuessesWeight(reading, 3));
}

TEST(Guesses, AreNoneWhereTheWeightItselfIsAsked) {
  const Reading reading(
      "Quanto pesa? Novantanove. Quanto pesava da giovane? Sessanta. Secondo lei dorme bene? Sette ore.");
  for (std::size_t clause = 0; clause < reading.clauses.size(); ++clause) {
    EXPECT_FALSE(GuessesWeight(reading, clause)) << clause;
  }
}

TEST(Guesses, StandNowhereInAReport) {
  const Report report = Analyze(
      "Lei quanto crede di pesare? Peso novantaquattro, a occhio di bilancia del pesce. Salga. Novantasette e sei. "
      "Altezza uno e settanta.",
      {});
  for (const Section section : AllSections()) {
    EXPECT_EQ(SectionText(report, section).find("94"), std::string::npos) << SectionText(report, section);
  }
}

}  // namespace
}  // namespace scriba::clinical
