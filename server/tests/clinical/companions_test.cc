// What somebody who came along says of himself, and what the patient says.
#include "clinical/placing/companions.h"

#include <gtest/gtest.h>

#include <string>

#include "clinical/analyze.h"
#include "clinical/writing/report_text.h"

namespace scriba::clinical {
namespace {

std::string HistoryOf(std::string_view spoken) { return SectionText(Analyze(spoken, {}), Section::kStoriaMedica); }

TEST(Companions, AnAllergyIsTheirsWhoAnswersBeforeThePatientIsAsked) {
  const std::string history =
      HistoryOf("Allergie a medicine? Io sono allergico alla penicillina. E Naima? No. Io niente. Ha il diabete.");
  EXPECT_EQ(history.find("penicillina"), std::string::npos) << history;
  EXPECT_NE(history.find("Nega allergie"), std::string::npos) << history;
}

TEST(Companions, AreTurnedAwayFromByTheDoctor) {
  const std::string history = HistoryOf(
      "Allergie a farmaci? No, mai avute. Io alla penicillina, dottore, però. E tengo la tiroide che non funziona, "
      "prendo l'Eutirox. Lei me la segno un'altra volta, signora Angela, oggi tocca a lui. Operazioni? Di ernia.");
  EXPECT_EQ(history.find("Eutirox"), std::string::npos) << history;
  EXPECT_EQ(history.find("enicillina"), std::string::npos) << history;
  EXPECT_EQ(history.find("tocca"), std::string::npos) << history;
  EXPECT_NE(history.find("ernia"), std::string::npos) << history;
}

TEST(Companions, HaveRelativesOfTheirOwn) {
  const Reading reading("E mio fratello ha avuto tre infarti, dottore. Quello non è parente di sangue della signora.");
  EXPECT_TRUE(IsOfCompanion(reading, 0));
}

TEST(Companions, SayThatThePatientIsOtherwise) {
  const std::string history = HistoryOf(
      "Zuccheri bassi, tremori? Mai avuti. Quelli li ho io, che faccio l'insulina da vent'anni. Lui no. Allergie? "
      "Nessuna.");
  EXPECT_EQ(history.find("nsulina"), std::string::npos) << history;
}

TEST(Companions, ArePresentOnlyWhereTheTalkSaysSo) {
  for (const auto* said :
       {"Allergie? Alla penicillina, io. E in famiglia? Mio padre il diabete.",
        "Allergie? Io alla penicillina. E fuma? No.", "Mio padre ha avuto l'infarto. Ne parliamo un'altra volta.",
        "Prendo la metformina, io. Un'altra volta mi porti la scatola.", "Il diabete ce l'ho io. Lui no.",
        "Chi è allergico di voi? Io alle noci. Lui no."}) {
    const Reading reading(said);
    for (std::size_t clause = 0; clause < reading.clauses.size(); ++clause) {
      EXPECT_FALSE(IsOfCompanion(reading, clause)) << said;
    }
  }
}

}  // namespace
}  // namespace scriba::clinical
