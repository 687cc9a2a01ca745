// Where clauses stand about which the model hesitates.
#include "clinical/placing/placement.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "clinical/placing/condense.h"
#include "clinical/placing/field_knowledge.h"
#include "clinical/placing/placing_models.h"

namespace scriba::clinical {
namespace {

LabelScores Hesitating(Section first, double likely, Section second, double less) {
  LabelScores p{};
  p[static_cast<std::size_t>(first)] = likely;
  p[static_cast<std::size_t>(second)] = less;
  p[kNoSection] = 1 - likely - less;
  return p;
}

bool StandsIn(const std::vector<Passage>& passages, Section section) {
  return std::any_of(passages.begin(), passages.end(), [&](const Passage& p) { return p.section == section; });
}

TEST(Placement, NumberThatCanBeKilosStandsInTheHistoryOfTheWeight) {
  const LabelScores p = Hesitating(Section::kStoriaMedica, 0.9, Section::kStoriaPonderale, 0.06);
  EXPECT_TRUE(StandsIn(PlaceClauses(Reading("Era 49 alla diagnosi."), {p}), Section::kStoriaPonderale));
  EXPECT_FALSE(StandsIn(PlaceClauses(Reading("Era 49 mg alla diagnosi."), {p}), Section::kStoriaPonderale));
  EXPECT_FALSE(StandsIn(PlaceClauses(Reading("Era 9 alla diagnosi."), {p}), Section::kStoriaPonderale));
}

TEST(Placement, BingesAndVomitingStandAmongThePsychologicalFactorsToo) {
  const LabelScores p = Hesitating(Section::kAbitudiniAlimentari, 0.7, Section::kPuntiCritici, 0.25);
  for (const auto* said :
       {"Due volte a settimana mi abbuffo.", "Poi vomito.", "Mi metto le dita in gola.", "Mangio di nascosto."}) {
    EXPECT_TRUE(StandsIn(PlaceClauses(Reading(said), {p}), Section::kFattoriPsi)) << said;
  }
  EXPECT_FALSE(StandsIn(PlaceClauses(Reading("Con la metformina vomitava."), {p}), Section::kFattoriPsi));
}

TEST(Placement, SuicideOfARelativeIsFamilyHistory) {
  const Reading reading("Mio zio si è suicidato.");
  EXPECT_EQ(HomeOf(reading, reading.clauses[0]), Section::kStoriaMedica);
  const Reading own("Ho pensato al suicidio.");
  EXPECT_EQ(HomeOf(own, own.clauses[0]), Section::kFattoriPsi);
}

TEST(Placement, LowSugarIsMedicalHistory) {
  for (const auto* said : {"Riferisce cali di zucchero.", "La glicemia era bassa.", "Glicemia capillare quarantanove.",
                           "Ha avuto ipoglicemie.", "Lo zucchero a cinquantadue.", "Un calo di zuccheri."}) {
    const Reading reading(said);
    EXPECT_EQ(HomeOf(reading, reading.clauses[0]), Section::kStoriaMedica) << said;
    EXPECT_TRUE(MustStay(reading, reading.clauses[0].range)) << said;
  }
  for (const auto* said :
       {"Glicemia novantotto.", "Caffè senza zucchero.", "Glicemia 98, HDL 49.", "Un calo di peso."}) {
    const Reading reading(said);
    EXPECT_NE(HomeOf(reading, reading.clauses[0]), Section::kStoriaMedica) << said;
  }
}

TEST(Placement, ThatNoAlcoholIsDrunkIsNeverLeftOut) {
  for (const auto* said : {"Non beve alcolici.", "Alcol niente.", "È astemia."}) {
    const Reading reading(said);
    EXPECT_TRUE(MustStay(reading, reading.clauses[0].range)) << said;
  }
  const Reading drinks("Alcol il sabato.");
  EXPECT_FALSE(MustStay(drinks, drinks.clauses[0].range));
}

// Where there is room for one of the two only.
TEST(Placement, WordsOfTwoSectionsStandInTheLikelierOne) {
  const Reading reading(
      "Prende il ramipril da dieci milligrammi, una compressa la mattina a colazione con un bicchiere d'acqua. Prende "
      "il warfarin da cinque milligrammi, una compressa la sera a cena con un bicchiere d'acqua. Cammina. Cammina. "
      "Cammina. Cammina. Cammina. Cammina. Cammina. Cammina. Cammina. Cammina. Cammina. "
      "Cammina. Cammina. Cammina. Cammina.");
  std::vector<LabelScores> p(reading.clauses.size(), Hesitating(Section::kStoriaMedica, 0, Section::kMotivoVisita, 0));
  p[0] = p[1] = Hesitating(Section::kStoriaMedica, 0.8, Section::kMotivoVisita, 0.2);
  const auto drafts = Condense(reading, PlaceClauses(reading, p), p, ModelsOfMarkedText().relevance);
  ASSERT_FALSE(drafts.empty());
  const auto in = [&](Section section) {
    return std::count_if(drafts.begin(), drafts.end(), [&](const Draft& draft) { return draft.section == section; });
  };
  EXPECT_EQ(in(Section::kStoriaMedica), 2);
  EXPECT_LT(in(Section::kMotivoVisita), 2);
}

}  // namespace
}  // namespace scriba::clinical
