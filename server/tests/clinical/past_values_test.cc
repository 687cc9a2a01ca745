#include "clinical/reading/past_values.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "clinical/analyze.h"
#include "clinical/kept.h"
#include "clinical/reading/reading.h"

namespace scriba::clinical {
namespace {

std::size_t Past(std::string_view spoken) {
  const Text text(spoken);
  return FindPastValues(text, FindNumbers(text)).size();
}

TEST(PastValues, GiveWayToTheOneThatHolds) {
  EXPECT_EQ(KeptByClause("gamma gt duecentodieci no duecentodieci era prima mo' centotrentadue"), "Gamma gt 132.");
  EXPECT_EQ(
      KeptByClause("Il peso prima della gravidanza era settantotto. Settantotto era al matrimonio. Ottantuno e mezzo."),
      "Peso prima della gravidanza era 81,5.");
  EXPECT_EQ(Past("Settanta. No, aspetti, settanta lo dico sempre io. Sul libretto c'è scritto settantuno e mezzo."),
            1U);
  EXPECT_EQ(Past("Il TSH sei e due, sei e due era di agosto, questo nuovo è cinque e otto."), 1U);
  EXPECT_EQ(Past("Glicata otto virgola uno. No, otto virgola uno è di marzo. Questa, di dieci giorni fa, dice sette "
                 "virgola sei."),
            1U);
}

TEST(PastValues, AreKnownByWhenTheyHeld) {
  EXPECT_EQ(KeptByClause("Qui leggo duecento. Era duecento in ospedale. Dopo l'hanno messo da centoquarantacinque."),
            "Qui leggo Dopo l'hanno messo da 145.");
  EXPECT_EQ(KeptByClause("Quanto Eutirox prende? Centocinquanta. Ce l'ha la scatola? Centoventicinque, è vero. "
                         "Centocinquanta era in gravidanza.")
                .find("150,"),
            std::string::npos);
  // Told as past already, or how it was measured.
  EXPECT_EQ(Past("Prima della dieta pesavo novantacinque. Adesso ottanta. Novantacinque era a Natale."), 0U);
  EXPECT_EQ(Past("Peso massimo novantacinque, adesso ottanta. Novantacinque era in gravidanza."), 0U);
  EXPECT_EQ(Past("Glicemia centodieci, poi centottanta. Centodieci era a digiuno."), 0U);
  // What follows is another measure.
  EXPECT_EQ(Past("Colesterolo centonovanta. Era centonovanta a gennaio. Trigliceridi centocinquanta."), 0U);
  // No other value took its place.
  EXPECT_EQ(Past("Pesava ottanta. Ha due figli. Ottanta era prima del matrimonio."), 0U);
  EXPECT_EQ(Past("Cammina quaranta minuti. Pesa novanta. Quaranta era prima dell'infarto."), 0U);
}

TEST(PastValues, AreNoneWhereTwoAreTold) {
  EXPECT_EQ(Past("Novantasette e quattro, novantasette chili e quattro, era centouno."), 0U);
  EXPECT_EQ(Past("Settantotto. Settantotto era il massimo?"), 0U);
  EXPECT_EQ(Past("era settantotto settantotto e di altro prende il ferro ottanta"), 0U);
  EXPECT_EQ(Past("Pesava ottanta. Ottanta era tanto. Ha due figli e dieci nipoti."), 0U);
}

TEST(PastValues, KeepTheSentenceThatTellsWhatHolds) {
  const std::string kept =
      KeptByClause("Il prednisone, sette e mezzo. No, sette e mezzo era fino a Natale. Adesso il prednisone è cinque.");
  EXPECT_EQ(kept.find("7,5"), std::string::npos) << kept;
  EXPECT_TRUE(kept.ends_with("prednisone 5.")) << kept;
}

TEST(PastValues, LeaveTheMeasureItsValue) {
  const Report report = Analyze(
      "Esami del venti: emoglobina nove virgola otto. No, scusate: nove virgola otto era della ventiquattresima, "
      "l'ultima è dieci e due. Ferritina nove.",
      {});
  const auto value = std::find_if(report.measures.begin(), report.measures.end(),
                                  [](const Measure& measure) { return measure.key == "emoglobina"; });
  ASSERT_NE(value, report.measures.end());
  EXPECT_DOUBLE_EQ(value->value, 10.2);
}

}  // namespace
}  // namespace scriba::clinical
