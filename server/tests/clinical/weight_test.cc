#include "clinical/measures/weight.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "clinical/analyze.h"
#include "clinical/writing/report_text.h"

namespace scriba::clinical {
namespace {

double ValueIn(std::string_view transcript, std::string_view key) {
  for (const Measure& measure : Analyze(transcript, {}).measures) {
    if (measure.key == key) return measure.value;
  }
  return std::nan("");
}
double WeightIn(std::string_view transcript) { return ValueIn(transcript, "peso_kg"); }

TEST(Weight, IsReadFromScalesThatNobodyCallsByTheirName) {
  EXPECT_DOUBLE_EQ(WeightIn("Dorme? Cinque ore. Venga alla bilancia. Settantasei virgola uno, due settimane fa "
                            "settantasei e sei. Altezza un metro e sessantadue. Vita novanta."),
                   76.1);
  EXPECT_DOUBLE_EQ(WeightIn("allora sali sali centosei no che c'hai in tasca le chiavi del bar centoquattro e otto "
                            "allora altezza uno e settantasei vita centodue pressione centotrenta su ottanta"),
                   104.8);
}

TEST(Weight, IsTheReadingThatWasTakenAgain) {
  EXPECT_DOUBLE_EQ(WeightIn("Venga, la peso. Cinquantaquattro virgola uno... il bastone, me lo dia. Cinquantatré "
                            "virgola uno. L'altezza è uno e sessanta. Polpaccio ventinove e mezzo."),
                   53.1);
  EXPECT_DOUBLE_EQ(WeightIn("venga che la peso allora centoquattro e otto no no mi scusi la bilancia era su l'altra "
                            "persona centodue e sei centodue virgola sei altezza uno e sessantanove"),
                   102.6);
  EXPECT_DOUBLE_EQ(WeightIn("Peso, con la maglietta: quarantatré e uno. Hai bevuto prima di venire? Un litro. Allora "
                            "scrivo quarantadue virgola uno. Altezza centosessantatré. Frequenza quarantaquattro."),
                   42.1);
}

TEST(Weight, LeavesNoEarlierReadingInTheReport) {
  const Report report = Analyze(
      "Venga alla bilancia. Centododici. No, tolga le chiavi e il portafoglio. Centodieci virgola sei. Altezza un "
      "metro "
      "e settantotto. Vita centoundici. Pressione centotrenta su ottanta.",
      {});
  const std::string examination = SectionText(report, Section::kEsamiParametri);
  EXPECT_NE(examination.find("110,6"), std::string::npos) << examination;
  EXPECT_EQ(examination.find("112"), std::string::npos) << examination;
}

TEST(Weight, KeepsAnEarlierReadingThatStandsWithOtherValues) {
  const Report report = Analyze(
      "Venga alla bilancia, la pressione intanto centotrenta su ottanta. Centododici, no, tolga le chiavi, centodieci "
      "virgola sei. Altezza un metro e settantotto. Vita centoundici.",
      {});
  const std::string examination = SectionText(report, Section::kEsamiParametri);
  EXPECT_NE(examination.find("110,6"), std::string::npos) << examination;
  EXPECT_NE(examination.find("130/80"), std::string::npos) << examination;
}

TEST(Weight, IsNoGripWhereTheHandHoldsSomething) {
  EXPECT_DOUBLE_EQ(
      WeightIn("Sali. Peso centosei e nove... no, hai il telefono in mano. Centosei chili e cinque. Altezza "
               "uno e settantadue. Vita centoquindici."),
      106.5);
}

TEST(Weight, IsNoWeightOfAnotherDayPersonOrThing) {
  EXPECT_DOUBLE_EQ(WeightIn("Peso: ottantatré chili prima dell'intervento, settanta quando l'hanno dimesso. Mangia tre "
                            "volte. Peso cinquantotto chili e sette, altezza uno e settanta. Polpaccio trenta."),
                   58.7);
  EXPECT_DOUBLE_EQ(WeightIn("Quanto pesa adesso lei, papà? Centoquaranta. E ho il diabete. Adesso ti peso. Togli le "
                            "scarpe, centouno e otto. Altezza uno e settantatré. Vita centosei."),
                   101.8);
  EXPECT_DOUBLE_EQ(WeightIn("Scarpe via. Novantuno chili e tre. Altezza un metro e settantuno. Il risperidone ha fatto "
                            "salire il peso, ventitré chili da allora."),
                   91.3);
  EXPECT_DOUBLE_EQ(WeightIn("sali lì togli pure le catene una è di mio nonno peso sessantotto e nove altezza "
                            "centosettantanove pressione centoquattordici su sessantotto"),
                   68.9);
}

TEST(Weight, IsNoneWhereNobodyWasWeighed) {
  EXPECT_TRUE(std::isnan(WeightIn("La glicemia è novantasei, la ferritina quaranta. Cammina trenta minuti.")));
  EXPECT_TRUE(std::isnan(WeightIn("Dorme sette ore e mezza. Fuma venti sigarette. L'anno scorso 82,4. Bene.")));
  EXPECT_TRUE(std::isnan(WeightIn("Temperatura trentacinque e due. Pressione 120 su 80. Emoglobina 9,8.")));
  EXPECT_TRUE(std::isnan(WeightIn("Salga. Mia madre pesava novanta chili, mio padre centoventi chili.")));
  EXPECT_TRUE(std::isnan(WeightIn("")));
}

TEST(Weight, KnowsItsModel) {
  EXPECT_GT(WeightModel().Score({"bias", "tenth", "kg", "alone", "scales", "height-soon", "examined:4"}), 0.9);
  EXPECT_LT(WeightModel().Score({"bias", "past", "examined:0"}), 0.5);
}

TEST(Height, FollowsTheWeightWithoutItsName) {
  EXPECT_DOUBLE_EQ(ValueIn("Si spogli. Centoquattro virgola due, e vestita leggera. Qui contro il muro: "
                           "centocinquantotto. Siamo a quarantuno e sette di BMI. La vita centoventuno.",
                           "altezza_cm"),
                   158);
  EXPECT_DOUBLE_EQ(ValueIn("salga con le scarpe no le ha tolte bene novanta virgola quattro chili uno e sessantotto "
                           "pressione centotto su sessantasei frequenza ottanta",
                           "altezza_cm"),
                   168);
}

TEST(StatedIndex, IsTheOneOfThisWeightAndHeight) {
  constexpr std::string_view kPregnant =
      "Peso pregravidico 71, BMI 26 e 7. Obiettività: 78,4 chili, statura 163, BMI attuale 29 e 5. Pressione 112 su "
      "68.";
  EXPECT_DOUBLE_EQ(ValueIn(kPregnant, "bmi"), 29.5);
}

TEST(StatedIndex, IsNoNumberThatCannotBeOne) {
  EXPECT_DOUBLE_EQ(ValueIn("Prima di restare incinta il bmi era normale, vediamo il quadernino, 99 e 104. Si tolga le "
                           "scarpe. Peso 82 chili, altezza un metro e sessanta. Pressione 120 su 80.",
                           "bmi"),
                   32.0);
}

}  // namespace
}  // namespace scriba::clinical
