// What a talk says twice stands once in the report, and nothing else is lost.
#include "clinical/writing/repetition.h"

#include <gtest/gtest.h>

namespace scriba::clinical {
namespace {

Statement Said(std::string text, Span evidence, bool negated = false, std::string who = {}) {
  return {std::move(text), {evidence}, Source::kSaid, Support::kOk, negated, std::move(who)};
}

TEST(Repetition, WhatAnotherStatementHoldsIsSaidOnce) {
  Report report;
  auto& habits = report[Section::kAbitudiniAlimentari];
  habits = {Said("Acqua 1,5 l.", {0, 10}), Said("1,5 l d'acqua tutti i giorni.", {20, 30})};
  LeaveOutRepetitions(report);
  ASSERT_EQ(habits.size(), 1U);
  EXPECT_EQ(habits[0].text, "1,5 l d'acqua tutti i giorni.");
  EXPECT_EQ(habits[0].evidence.size(), 2U);
}

TEST(Repetition, WhoSaysYesSaysMoreThanWhoNamesIt) {
  Report report;
  auto& mind = report[Section::kFattoriPsi];
  mind = {Said("Lassativi sì.", {0, 10}), Said("Potassio basso viene dai lassativi.", {20, 30})};
  LeaveOutRepetitions(report);
  EXPECT_EQ(mind.size(), 2U);
}

TEST(Repetition, OtherValuesDenialsAndPersonsStay) {
  Report report;
  auto& history = report[Section::kStoriaMedica];
  history = {Said("Diabete.", {0, 7}), Said("Diabete no.", {10, 20}, true),
             Said("Madre diabete.", {30, 40}, false, "madre"), Said("Ramipril 5 mg.", {50, 60}),
             Said("Ramipril 10 mg.", {70, 80})};
  LeaveOutRepetitions(report);
  EXPECT_EQ(history.size(), 5U);
}

}  // namespace
}  // namespace scriba::clinical
