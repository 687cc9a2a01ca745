#include "clinical/corrections.h"

#include <gtest/gtest.h>

#include "clinical/clauses.h"
#include "clinical/wording.h"

namespace scriba::clinical {
namespace {

std::string Kept(std::string_view spoken) {
  const Reading reading(spoken);
  return WriteSentence(reading, {{0, reading.text.size()}});
}

TEST(Corrections, ReplacesTheValueTakenBack) {
  EXPECT_EQ(Kept("Peso centodue, anzi no, centoquattro."), "Peso 104.");
  EXPECT_EQ(Kept("frequenza ottanta... no, mi scusi, ottantotto."), "Frequenza 88.");
  EXPECT_EQ(Kept("LDL 158, correggo, 153"), "LDL 153.");
  EXPECT_EQ(Kept("peso settantasette e no settantacinque altezza"), "Peso 75 altezza.");
  EXPECT_EQ(Kept("peso sessantacinque no sessantaquattro sessantaquattro e tre altezza"), "Peso 64,3 altezza.");
}

TEST(Corrections, ReachesIntoTheNextSentence) {
  EXPECT_EQ(Kept("Centodiciotto e sei. No, aspetti, teneva la borsa in mano: centosedici e due."), "116,2.");
}

TEST(Corrections, CompletesAHeightWhoseCentimetresAreSaidAgain) {
  EXPECT_EQ(Kept("Altezza 165 cm, anzi 66."), "Altezza 166 cm.");
  EXPECT_EQ(Kept("Altezza un metro e sessantacinque, anzi sessantasei."), "Altezza 166 cm.");
  EXPECT_EQ(Kept("Altezza 165 cm. No, peso 66."), "Altezza 165 cm. No, peso 66.");
}

TEST(Corrections, LeavesADenialAlone) {
  EXPECT_EQ(Kept("Ha 50 anni, diabete no, ha 40 pecore."), "Ha 50 anni, diabete no, ha 40 pecore.");
  EXPECT_EQ(Kept("Dal 2 al 3, no?"), "Dal 2 al 3, no.");
}

TEST(Corrections, DoesNotMixUnits) { EXPECT_EQ(Kept("5 mg, anzi 2 compresse."), "5 mg, anzi 2 compresse."); }

}  // namespace
}  // namespace scriba::clinical
