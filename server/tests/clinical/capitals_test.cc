// Capitals where a sentence begins, none where it goes on.
#include "clinical/writing/capitals.h"

#include <gtest/gtest.h>

namespace scriba::clinical {
namespace {

TEST(Capitals, StandWhereASentenceBegins) {
  EXPECT_EQ(Capitalized("asma."), "Asma.");
  EXPECT_EQ(Capitalized("è stanca."), "È stanca.");
  EXPECT_EQ(Capitalized("84 kg."), "84 kg.");
  EXPECT_EQ(Capitalized(""), "");
}

TEST(Capitals, DoNotStandWhereItGoesOnButInAbbreviations) {
  EXPECT_EQ(GoingOn("Una al giorno."), "una al giorno.");
  EXPECT_EQ(GoingOn("È sempre così."), "è sempre così.");
  EXPECT_EQ(GoingOn("TSH 2."), "TSH 2.");
  EXPECT_EQ(GoingOn("B12 bassa."), "B12 bassa.");
  EXPECT_EQ(GoingOn(""), "");
}

}  // namespace
}  // namespace scriba::clinical
