// Which segment of a sentence says nothing without another.
#include "clinical/placing/bonds.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "clinical/placing/condense.h"
#include "clinical/placing/placement.h"

namespace scriba::clinical {
namespace {

/// Of the segments of a text the last.
bool OfLast(std::string_view said, bool (*holds)(const Reading&, const std::vector<Segment>&, std::size_t)) {
  const Reading reading(said);
  const std::vector<Segment> segments = FindSegments(reading);
  return holds(reading, segments, segments.size() - 1);
}

TEST(Bonds, FewWordsAfterADrugOrAnIllnessTellMoreOfIt) {
  for (const auto* said : {"Calcio citrato, saltuario.", "La tiroidite, di Hashimoto.", "Diabete, dal 2008."}) {
    EXPECT_TRUE(OfLast(said, TellsMore)) << said;
  }
  for (const auto* said : {"Il cane, saltuario.", "Calcio citrato, e poi siamo andati al mare."}) {
    EXPECT_FALSE(OfLast(said, TellsMore)) << said;
  }
}

TEST(Bonds, NameOfADoctorNeedsWhatHeIs) {
  EXPECT_TRUE(OfLast("Ti prendo la neuropsichiatra infantile, la dottoressa Pagliani.", NeedsBefore));
  EXPECT_FALSE(OfLast("Ti prendo la neuropsichiatra. La dottoressa Pagliani.", NeedsBefore));
  EXPECT_FALSE(OfLast("Ti prendo la neuropsichiatra infantile, la mattina.", NeedsBefore));
  EXPECT_FALSE(OfLast("La dottoressa Pagliani.", NeedsBefore));
}

TEST(Bonds, WhatIsPutOffNeedsItsSubject) {
  EXPECT_TRUE(OfLast("La gravidanza, non adesso.", NeedsBefore));
  EXPECT_FALSE(OfLast("Quella di cui mi parlava sempre mia zia, non adesso.", NeedsBefore));
  EXPECT_FALSE(OfLast("La gravidanza, non mi preoccupa.", NeedsBefore));
}

/// Whether the first words of a visit stand where the network knows only of first and last segments.
bool Begins(const std::string& said) {
  std::string visit = said;
  for (int i = 0; i < 100; ++i) visit += " Piove molto.";
  const Reading reading(visit);
  std::vector<LabelScores> p(reading.clauses.size());
  for (LabelScores& scores : p) scores[kNoSection] = 1;
  p[0] = {};
  p[0][static_cast<std::size_t>(Section::kNoteSpecialista)] = 1;
  const auto drafts = Condense(reading, PlaceClauses(reading, p), p, RelevanceModel("first -2.7\nmiddle -9\nlast 4\n"));
  return !drafts.empty() && drafts.front().ranges.front().first == 0;
}

TEST(Bonds, HeadingStaysWithWhatStaysOfItsSentence) {
  EXPECT_TRUE(Begins("Pasti redistribuiti: a mezzogiorno minestra, ogni sera qualche uovo."));
  EXPECT_FALSE(Begins("Pasti redistribuiti, a mezzogiorno minestra, ogni sera qualche uovo."));
}

}  // namespace
}  // namespace scriba::clinical
