#include "clinical/measures/measures.h"

#include <gtest/gtest.h>

#include <cmath>

#include "clinical/analyze.h"
#include "clinical/writing/report_text.h"

namespace scriba::clinical {
namespace {

constexpr std::string_view kVisit =
    "Buongiorno, si accomodi. Mi dica. Vorrei dimagrire. Mia madre pesava novanta chili. Prendo la metformina da "
    "mille. "
    "Venga, la peso. Ottantaquattro chili e due. Altezza un metro e sessantuno. La vita novantotto, era centodue. "
    "Pressione centocinquantotto su novantasei, frequenza ottanta... no, mi scusi, ottantotto. "
    "Esami: glicemia novantasei, glicata sei e quattro, acido urico 6,8, era 9,4, colesterolo LDL sceso da 152 a 94.";

const Measure* Find(const Report& report, std::string_view key) {
  for (const Measure& measure : report.measures) {
    if (measure.key == key) return &measure;
  }
  return nullptr;
}

double Value(const Report& report, std::string_view key) {
  const Measure* measure = Find(report, key);
  return measure ? measure->value : std::nan("");
}

TEST(Measures, ReadsTheValuesOfTheVisit) {
  const Report report = Analyze(kVisit, {});
  EXPECT_DOUBLE_EQ(Value(report, "peso_kg"), 84.2);
  EXPECT_DOUBLE_EQ(Value(report, "altezza_cm"), 161);
  EXPECT_DOUBLE_EQ(Value(report, "circonferenza_vita_cm"), 98);
  EXPECT_DOUBLE_EQ(Value(report, "glicemia"), 96);
  EXPECT_DOUBLE_EQ(Value(report, "hba1c"), 6.4);
  ASSERT_NE(Find(report, "pa"), nullptr);
  EXPECT_EQ(MeasureText(*Find(report, "pa")), "158/96 mmHg");
}

TEST(Measures, KnowsTheWeightByTheHeightAfterIt) {
  EXPECT_DOUBLE_EQ(
      Value(Analyze("Venga sulla bilancia. Settantuno e sei, altezza un metro e sessantatré.", {}), "peso_kg"), 71.6);
  EXPECT_DOUBLE_EQ(
      Value(Analyze("novantasei e otto con altezza centottantadue pressione centoventi su ottanta", {}), "peso_kg"),
      96.8);
  EXPECT_DOUBLE_EQ(Value(Analyze("Salga sulla bilancia. Centoquindici virgola uno. Con la sua siamo lì, un chilo di "
                                 "differenza. Undici chili e tre in meno da giugno, quasi il nove per cento: questo "
                                 "non è fermo, è andato bene, ed è normale che rallenti. L'altezza è un metro e "
                                 "settantotto.",
                                 {}),
                         "peso_kg"),
                   115.1);
  EXPECT_DOUBLE_EQ(Value(Analyze("Kg 70,1; altezza 1,76 m. PA 138/86.", {}), "peso_kg"), 70.1);
}

TEST(Measures, FindsTheStrengthOfTheHand) {
  constexpr std::string_view kBefore = "Venga, la visito. Altezza 153 cm. Pressione 122/76, frequenza 74. ";
  for (const std::string_view said :
       {"Mi stringa la mano sull'attrezzo: quindici chili.", "Stringa forte, con la destra. Quindici chili.",
        "Mi stringa la mano qui. 15 kg."}) {
    EXPECT_DOUBLE_EQ(Value(Analyze(std::string(kBefore) + std::string(said), {}), "forza_presa_kg"), 15) << said;
  }
  EXPECT_EQ(Find(Analyze(std::string(kBefore) + "Le stringo la mano. Ha perso quindici chili.", {}), "forza_presa_kg"),
            nullptr);
}

TEST(Measures, FindsTheWaistBehindASecondThought) {
  EXPECT_DOUBLE_EQ(
      Value(Analyze("Altezza 170 cm. La pancia centododici, no aspetti, stia dritto, centodieci. Pressione "
                    "132/80.",
                    {}),
            "circonferenza_vita_cm"),
      110);
}

TEST(Measures, TakesNoLossForTheMass) {
  const Report report =
      Analyze("Altezza 162 cm. Massa grassa quarantuno per cento, e di massa magra ne ha persi sei chili.", {});
  EXPECT_EQ(Find(report, "massa_magra_kg"), nullptr);
}

TEST(Measures, TakesTheWeightWithoutShoes) {
  const Report report = Analyze(
      "Venga sulla bilancia. Settantacinque e quattro, con le scarpe. Senza: settantaquattro e nove. Altezza un metro "
      "e "
      "cinquantaquattro. Pressione centoventi su ottanta.",
      {});
  EXPECT_DOUBLE_EQ(Value(report, "peso_kg"), 74.9);
  const Report before_name =
      Analyze("oggi ottantaquattro e sette peso altezza uno e sessantasette vita novantaquattro", {});
  EXPECT_DOUBLE_EQ(Value(before_name, "peso_kg"), 84.7);
}

TEST(Measures, AreThePatientsWhoeverBroughtThem) {
  const Report report = Analyze("Gli esami che ha portato il papà: glicemia novantanove, insulina quarantasei.", {});
  EXPECT_DOUBLE_EQ(Value(report, "glicemia"), 99);
  const Report of_father = Analyze("Esami. Il papà ha la glicemia duecento. Glicata cinque e otto.", {});
  EXPECT_EQ(Find(of_father, "glicemia"), nullptr);
}

TEST(Measures, TakesNoLossForTheFat) {
  const Report report = Analyze("Massa grassa trentuno per cento, e di quei sedici chili persi sei sono muscolo.", {});
  EXPECT_DOUBLE_EQ(Value(report, "massa_grassa_pct"), 31);
  EXPECT_EQ(Find(report, "massa_grassa_kg"), nullptr);
}

TEST(Measures, TakesNoMassForTheWeight) {
  const Report report =
      Analyze("Massa grassa quaranta e otto per cento, massa magra cinquantatré e quattro chili.", {});
  EXPECT_DOUBLE_EQ(Value(report, "massa_grassa_pct"), 40.8);
  EXPECT_DOUBLE_EQ(Value(report, "massa_magra_kg"), 53.4);
  EXPECT_EQ(Find(report, "peso_kg"), nullptr);
}

TEST(Measures, KnowsTheAlbuminOfTheUrine) {
  const Report report = Analyze("Esami: creatinina 1,16. Nelle urine albumina sessantotto, che è alta. LDL 119.", {});
  EXPECT_DOUBLE_EQ(Value(report, "microalbuminuria"), 68);
  EXPECT_EQ(Find(report, "albumina"), nullptr);
}

TEST(Measures, ReadsAWeightThatIsSaidAgainInKilos) {
  EXPECT_DOUBLE_EQ(
      Value(Analyze("sali sulla bilancia allora ottantotto e due ottantotto chili e due altezza un metro e "
                    "sessantatré pressione centoventi su ottanta",
                    {}),
            "peso_kg"),
      88.2);
}

TEST(Measures, TurnsAPressureInCentimetresIntoMillimetres) {
  const Report report = Analyze("Altezza 170 cm, pressione tredici e otto, frequenza 70.", {});
  ASSERT_NE(Find(report, "pa"), nullptr);
  EXPECT_EQ(MeasureText(*Find(report, "pa")), "130/80 mmHg");
}

TEST(Measures, TakesTheCorrectedValue) { EXPECT_DOUBLE_EQ(Value(Analyze(kVisit, {}), "fc"), 88); }

TEST(Measures, TellsThePresentValueFromThePast) {
  const Report report = Analyze(kVisit, {});
  EXPECT_DOUBLE_EQ(Value(report, "uricemia"), 6.8);
  EXPECT_DOUBLE_EQ(Value(report, "ldl"), 94);
}

TEST(Measures, ComputesTheBodyMassIndexWithItsFormula) {
  const Report report = Analyze(kVisit, {});
  const Measure* bmi = Find(report, "bmi");
  ASSERT_NE(bmi, nullptr);
  EXPECT_DOUBLE_EQ(bmi->value, 32.5);
  EXPECT_EQ(bmi->source, Source::kComputed);
  EXPECT_FALSE(bmi->formula.empty());
}

TEST(Measures, ComputesChangesSinceThePreviousVisit) {
  VisitContext context{VisitType::kVisitaControllo, PreviousVisit{28, 88.2, 100, 161}};
  const Report report = Analyze(kVisit, context);
  EXPECT_DOUBLE_EQ(Value(report, "variazione_peso_kg"), -4);
  EXPECT_DOUBLE_EQ(Value(report, "variazione_peso_pct"), -4.5);
  EXPECT_DOUBLE_EQ(Value(report, "variazione_peso_kg_settimana"), -1);
  EXPECT_DOUBLE_EQ(Value(report, "variazione_vita_cm"), -2);
}

TEST(Measures, ReportsNothingThatWasNotSaid) {
  EXPECT_TRUE(Analyze("Buongiorno, oggi piove. Mia madre pesa novanta chili.", {}).measures.empty());
}

TEST(Measures, ReadsAValueSaidBeforeItsName) {
  const Report report =
      Analyze("Passiamo ai parametri. Peso 84 chili, novantotto di vita. Esami: uno virgola nove di TSH.", {});
  EXPECT_DOUBLE_EQ(Value(report, "circonferenza_vita_cm"), 98);
  EXPECT_DOUBLE_EQ(Value(report, "tsh"), 1.9);
}

TEST(Measures, KnowsTheWeightAndTheHeightByTheStatedIndex) {
  EXPECT_DOUBLE_EQ(
      Value(Analyze("Venga. Ottantasei e tre, caspita. Un metro e settantaquattro, BMI ventotto e mezzo.", {}),
            "peso_kg"),
      86.3);
  EXPECT_DOUBLE_EQ(Value(Analyze("Peso 97,5 kg. Altezza un metro e settantuno. Misuriamo: un metro e settanta giusti. "
                                 "BMI trentatré e sette.",
                                 {}),
                         "altezza_cm"),
                   170);
}

TEST(Measures, ReadsBothUnitsOfTheFatMass) {
  const Report report = Analyze(
      "Impedenziometria: massa grassa trentotto virgola sei per cento, cioè trentuno virgola quattro chili.", {});
  EXPECT_DOUBLE_EQ(Value(report, "massa_grassa_pct"), 38.6);
  EXPECT_DOUBLE_EQ(Value(report, "massa_grassa_kg"), 31.4);
}

TEST(Measures, ReadsNamesThatSpeechBreaksOrChanges) {
  const Report report = Analyze(
      "Esami: glicata trentasei millimoli. cinque virgola quattro. ferri tina quattro. si deremia diciotto. vitamina "
      "di "
      "quattordici. Microalbuminuria centoquaranta milligrammi per grammo. Battito centoquattro.",
      {});
  EXPECT_DOUBLE_EQ(Value(report, "hba1c"), 5.4);
  EXPECT_DOUBLE_EQ(Value(report, "ferritina"), 4);
  EXPECT_DOUBLE_EQ(Value(report, "sideremia"), 18);
  EXPECT_DOUBLE_EQ(Value(report, "vitamina_d"), 14);
  EXPECT_DOUBLE_EQ(Value(report, "microalbuminuria"), 140);
  EXPECT_DOUBLE_EQ(Value(report, "fc"), 104);
}

TEST(Measures, ReadsTheFastingGlucoseOfACurve) {
  EXPECT_DOUBLE_EQ(
      Value(Analyze("Curva: basale novantaquattro, dopo un'ora centottantasei, dopo due ore 151.", {}), "glicemia"),
      94);
  EXPECT_DOUBLE_EQ(
      Value(Analyze("La curva: novantaquattro a digiuno, centonovantuno a un'ora, centosessanta a due ore.", {}),
            "glicemia"),
      94);
  EXPECT_TRUE(
      std::isnan(Value(Analyze("A digiuno sotto novantacinque e dopo un'ora sotto centoquaranta.", {}), "glicemia")));
  EXPECT_TRUE(std::isnan(Value(Analyze("Metabolismo basale 1410 calorie.", {}), "glicemia")));
}

TEST(Measures, TheFirstValueOfACurveIsTheFastingOne) {
  EXPECT_DOUBLE_EQ(Value(Analyze("La curva: base novantasei, un'ora centonovantadue, due ore 148.", {}), "glicemia"),
                   96);
  EXPECT_DOUBLE_EQ(Value(Analyze("Esami. Curva zero novantasei, un'ora centottantotto.", {}), "glicemia"), 96);
  EXPECT_DOUBLE_EQ(
      Value(Analyze("Curva da carico normale: ottantaquattro, centoquarantuno, centodiciotto.", {}), "glicemia"), 84);
  EXPECT_TRUE(std::isnan(Value(Analyze("Guardiamo la curva del peso: 80,2 a marzo, poi 96.", {}), "glicemia")));
}

TEST(Measures, ReadsTheFastingValueThatIsSaidBeforeTheHours) {
  EXPECT_DOUBLE_EQ(
      Value(Analyze("La curva da carico: a digiuno centosei, dopo due ore centotrentuno.", {}), "glicemia"), 106);
}

TEST(Measures, ReadsAResultWhereverItIsTold) {
  EXPECT_DOUBLE_EQ(Value(Analyze("Glielo chiedo perché ho qui il potassio: tre e quattro.", {}), "potassio"), 3.4);
  EXPECT_DOUBLE_EQ(Value(Analyze("Diabete assente, la glicata è cinque e nove. Ex fumatore.", {}), "hba1c"), 5.9);
  EXPECT_DOUBLE_EQ(
      Value(Analyze("Esami: emoglobina undici e due. Il TSH del mese scorso uno virgola otto.", {}), "tsh"), 1.8);
  EXPECT_TRUE(std::isnan(Value(Analyze("La rivedo quando la glicata è sei e cinque.", {}), "hba1c")));
}

TEST(Measures, ALossAndADryWeightAreNoWeight) {
  const Report report = Analyze(
      "storia del peso prima centodiciannove oggi diciamo meno trentaquattro in tutto peso ottantotto no scusi "
      "ottantacinque virgola zero altezza un metro e cinquantasei",
      {});
  EXPECT_DOUBLE_EQ(Value(report, "peso_kg"), 85);
  EXPECT_DOUBLE_EQ(
      Value(Analyze("Saliamo sulla bilancia. Settantadue e otto. Di peso asciutto saremo a settantuno. Alto "
                    "un metro e settanta.",
                    {}),
            "peso_kg"),
      72.8);
}

TEST(Measures, ReadsWhatTheCouchAndTheScalesShow) {
  const Report report = Analyze(
      "Peso: novantasette e due. Altezza un metro e ottantatré. La pancia, centododici. Pressione 130 su 80, cuore "
      "sessantotto regolare. La mano stringe diciotto chili.",
      {});
  EXPECT_DOUBLE_EQ(Value(report, "peso_kg"), 97.2);
  EXPECT_DOUBLE_EQ(Value(report, "circonferenza_vita_cm"), 112);
  EXPECT_DOUBLE_EQ(Value(report, "fc"), 68);
  EXPECT_DOUBLE_EQ(Value(report, "forza_presa_kg"), 18);
}

TEST(Measures, KnowsWhatOnlyTheCouchShows) {
  const Report report = Analyze(
      "Vita centouno. Pressione centoventotto su settantotto, per l'età è al limite. Cuore settantasei. La mano: "
      "quattordici chili, a marzo erano diciotto. Massa grassa diciotto e quattro, magra quarantatré e sei. "
      "L'elastografia: dodici e uno. Questa non la tengo. Ecco: dieci virgola due chilopascal. Microalbumina "
      "quarantotto.",
      {});
  EXPECT_DOUBLE_EQ(Value(report, "fc"), 76);
  EXPECT_DOUBLE_EQ(Value(report, "forza_presa_kg"), 14);
  EXPECT_DOUBLE_EQ(Value(report, "massa_magra_kg"), 43.6);
  EXPECT_DOUBLE_EQ(Value(report, "elastografia_kpa"), 10.2);
  EXPECT_DOUBLE_EQ(Value(report, "microalbuminuria"), 48);
}

TEST(Measures, AValueThatStandsWithItsNameIsNotSaidTwice) {
  const Report report = Analyze(
      "Pressione centotrentacinque... no, il bracciale era storto. Ripeto: centoventotto su ottantadue. Frequenza 56.",
      {});
  const std::string examination = SectionText(report, Section::kEsamiParametri);
  EXPECT_EQ(examination.find("128/82"), examination.rfind("128/82")) << examination;
}

TEST(Measures, KnowsTheLipidsBySpeltNames) {
  const Report report = Analyze("esami glicemia centosessantuno colesterolo el di elle centoquarantatré", {});
  EXPECT_DOUBLE_EQ(Value(report, "ldl"), 143);
  EXPECT_EQ(Find(report, "colesterolo_totale"), nullptr);
}

TEST(Measures, TellsTheNameOfTheNextValueFromAUnit) {
  const Report report =
      Analyze("pressione centodue su sessantaquattro battiti cinquantotto e in piedi novantaquattro su sessanta", {});
  ASSERT_NE(Find(report, "pa"), nullptr);
  EXPECT_EQ(MeasureText(*Find(report, "pa")), "102/64 mmHg");
}

TEST(Measures, ReadsTheTotalBesideOtherLipids) {
  EXPECT_DOUBLE_EQ(Value(Analyze("Trigliceridi 172, HDL trentanove, LDL ottantotto, totale centosessantuno.", {}),
                         "colesterolo_totale"),
                   161);
}

TEST(Measures, WhatIsAimedAtIsNoValue) {
  const Report report = Analyze(
      "La curva del tre aprile: basale novantasette, a un'ora centonovantuno, a due ore centocinquantotto. Obiettivi: "
      "sotto novantacinque a digiuno, sotto centoquaranta dopo un'ora.",
      {});
  EXPECT_DOUBLE_EQ(Value(report, "glicemia"), 97);
}

TEST(Measures, ReadsTheScalesOfWhoHasNoShoesOn) {
  const Report report = Analyze(
      "Con le scarpe in palestra settantuno, stamattina. E senza scarpe qui sono settantadue e quattro, vedi che "
      "scherzi. Altezza uno e settantotto. Pressione centoventiquattro su sessantotto, frequenza cinquantadue. "
      "L'impedenza: massa magra sessantuno e cinque, a gennaio era sessantadue e otto. Presa della mano trentotto "
      "chili.",
      {});
  EXPECT_DOUBLE_EQ(Value(report, "peso_kg"), 72.4);
  EXPECT_DOUBLE_EQ(Value(report, "massa_magra_kg"), 61.5);
  EXPECT_DOUBLE_EQ(Value(report, "forza_presa_kg"), 38);
}

TEST(Measures, BelievesTheHeightThatIsMeasuredAfterTheOneThatIsTold) {
  const Report measured = Analyze(
      "Salga sulla bilancia. Peso settantadue e quattro. Altezza? Un metro e sessanta. Qui vedo centocinquantotto. "
      "Vita novanta. Pressione centoventi su ottanta.",
      {});
  EXPECT_DOUBLE_EQ(Value(measured, "altezza_cm"), 158);
  const std::string examination = SectionText(measured, Section::kEsamiParametri);
  EXPECT_EQ(examination.find("160"), std::string::npos) << examination;
  const Report agreeing = Analyze(
      "Salga sulla bilancia. Peso settantadue e quattro. L'altezza? Un metro e sessantuno, sulla carta. L'asta dice un "
      "metro e sessanta. Indice di massa corporea ventotto e tre. Vita novanta. Pressione centoventi su ottanta.",
      {});
  EXPECT_DOUBLE_EQ(Value(agreeing, "altezza_cm"), 160);
  const std::string agreed = SectionText(agreeing, Section::kEsamiParametri);
  EXPECT_EQ(agreed.find("161"), std::string::npos) << agreed;
  const Report told = Analyze(
      "Salga sulla bilancia. Peso settantadue e quattro. Altezza un metro e sessanta. Da giovane era "
      "centosessantadue. Vita novanta. Pressione centoventi su ottanta.",
      {});
  EXPECT_DOUBLE_EQ(Value(told, "altezza_cm"), 160);
}

TEST(Measures, ReadsTheScalesOfWhoIsHalfDressed) {
  const Report report = Analyze(
      "venga sulla bilancia sessantanove e quattro in mutande altezza un metro e sessantasei la vita novanta "
      "pressione centoventi su ottanta la pinza sedici chili",
      {});
  EXPECT_DOUBLE_EQ(Value(report, "peso_kg"), 69.4);
  EXPECT_DOUBLE_EQ(Value(report, "forza_presa_kg"), 16);
}

TEST(Measures, AValueOfTodayIsNearTheOneOfBefore) {
  const Report report = Analyze(
      "Gli esami: glicemia ottantotto, colesterolo duecentotrentotto, e poi l'elettrocardiogramma di oggi, appena "
      "fatto, QT corretto quattrocentoquarantotto.",
      {});
  EXPECT_DOUBLE_EQ(Value(report, "colesterolo_totale"), 238);
}

TEST(Measures, MarksValuesOutsideTheReference) {
  const Report report = Analyze(kVisit, {});
  ASSERT_NE(Find(report, "hba1c"), nullptr);
  EXPECT_EQ(Find(report, "hba1c")->range, RangeClass::kAbove);
  EXPECT_EQ(Find(report, "glicemia")->range, RangeClass::kWithin);
}

}  // namespace
}  // namespace scriba::clinical
