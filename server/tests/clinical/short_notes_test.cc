// Notes of a few sentences, as a doctor types them: every sentence in its section, none left out.
#include <gtest/gtest.h>

#include <string>

#include "clinical/analyze.h"
#include "clinical/writing/report_text.h"

namespace scriba::clinical {
namespace {

std::string Of(std::string_view note, Section section) { return SectionText(Analyze(note, {}), section); }

bool HasPoint(const Report& report, std::string_view code) {
  for (const CriticalPoint& point : report.critical_points) {
    if (point.code == code) return true;
  }
  return false;
}

double ValueOf(const Report& report, std::string_view key) {
  for (const Measure& measure : report.measures) {
    if (measure.key == key) return measure.value;
  }
  return -1;
}

TEST(ShortNotes, WeightAfterTheReasonIsMeasuredAndReported) {
  const Report report = Analyze("Sono venuta per il controllo del peso. Peso ottantaquattro chili.", {});
  EXPECT_DOUBLE_EQ(ValueOf(report, "peso_kg"), 84);
  EXPECT_NE(SectionText(report, Section::kEsamiParametri).find("84 kg"), std::string::npos);
}

TEST(ShortNotes, BareWeightStandsInTheExamination) {
  EXPECT_EQ(Of("Peso novanta chili.", Section::kEsamiParametri), "Peso 90 kg.");
}

TEST(ShortNotes, AllergyIsMedicalHistory) {
  EXPECT_EQ(Of("Allergia alla penicillina.", Section::kStoriaMedica), "Allergia alla penicillina.");
}

TEST(ShortNotes, EveningEatingIsAHabitOfEating) {
  const std::string note =
      "Peso ottantaquattro chili. Allergia alla penicillina. La sera mangio davanti alla televisione, biscotti e "
      "gelato.";
  EXPECT_NE(Of(note, Section::kAbitudiniAlimentari).find("gelato"), std::string::npos);
  EXPECT_EQ(Of(note, Section::kAttivitaFisica), "");
}

TEST(ShortNotes, PlainStatementsAreNotInDoubt) {
  EXPECT_EQ(RenderText(Analyze("Allergia alla penicillina. Peso 90 kg.", {})).find("[da verificare]"),
            std::string::npos);
}

TEST(ShortNotes, BodyMassIndexIsComputedWithItsClass) {
  const std::string examination = Of("Peso 88 kg, altezza 160 cm.", Section::kEsamiParametri);
  EXPECT_NE(examination.find("BMI 34,4 kg/m², obesità di grado I (OMS)."), std::string::npos) << examination;
}

TEST(ShortNotes, DrugThatPregnancyForbidsIsACriticalPoint) {
  EXPECT_TRUE(HasPoint(Analyze("Paziente incinta, assume ramipril 5 mg.", {}), "farmaco_in_gravidanza"));
  EXPECT_TRUE(HasPoint(Analyze("Paziente incinta, assume Triatec 5 mg.", {}), "farmaco_in_gravidanza"));
  EXPECT_TRUE(HasPoint(Analyze("Paziente incinta, assume Depakin 500 mg.", {}), "farmaco_in_gravidanza"));
  EXPECT_FALSE(HasPoint(Analyze("Paziente incinta, assume omega 3.", {}), "farmaco_in_gravidanza"));
}

TEST(ShortNotes, DrugOfAnAllergyIsACriticalPoint) {
  EXPECT_TRUE(HasPoint(Analyze("Allergia alla penicillina. Ha preso amoxicillina ieri.", {}), "farmaco_e_allergia"));
  EXPECT_TRUE(HasPoint(Analyze("Allergia al ketoprofene. Assume Cardioaspirina.", {}), "farmaco_e_allergia"));
}

TEST(ShortNotes, DrugOfAnotherClassThanTheAllergysIsNone) {
  EXPECT_FALSE(HasPoint(Analyze("Allergia alla penicillina. Ha preso azitromicina.", {}), "farmaco_e_allergia"));
  EXPECT_FALSE(HasPoint(Analyze("Allergia al ketoprofene. Prende paracetamolo.", {}), "farmaco_e_allergia"));
}

TEST(ShortNotes, FastLossIsACriticalPoint) {
  EXPECT_TRUE(HasPoint(Analyze("Riferisce di aver perso 12 kg in 2 mesi.", {}), "calo_rapido"));
  EXPECT_FALSE(HasPoint(Analyze("Riferisce di aver perso 3 kg in 2 mesi.", {}), "calo_rapido"));
}

TEST(ShortNotes, ToldWeightsAreNotTodays) {
  const Report report = Analyze("Peso massimo 110 kg nel 2019. Peso attuale 102 kg, anzi 101 kg.", {});
  EXPECT_DOUBLE_EQ(ValueOf(report, "peso_massimo_kg"), 110);
  EXPECT_DOUBLE_EQ(ValueOf(report, "peso_kg"), 101);
}

TEST(ShortNotes, WeightOfTheStartIsNotTodays) {
  EXPECT_DOUBLE_EQ(ValueOf(Analyze("Peso di partenza 92 kg, oggi 88,5.", {}), "peso_kg"), 88.5);
  EXPECT_DOUBLE_EQ(ValueOf(Analyze("Peso 92 kg a maggio, oggi 88,5.", {}), "peso_kg"), 88.5);
  EXPECT_DOUBLE_EQ(ValueOf(Analyze("Peso all'ingresso 95, alla dimissione 88, oggi 86.", {}), "peso_kg"), 86);
  EXPECT_DOUBLE_EQ(ValueOf(Analyze("Peso in calo da 95 a 88,5 kg.", {}), "peso_kg"), 88.5);
  EXPECT_DOUBLE_EQ(ValueOf(Analyze("Il peso iniziale era 92 kg. Peso 88 kg.", {}), "peso_kg"), 88);
}

TEST(ShortNotes, CorrectedWeightIsMeasuredAndNothingIsWrittenThatRestsOnIt) {
  const Report report = Analyze("Peso 80 kg, rettifico, 82 kg. Altezza 170 cm.", {});
  EXPECT_DOUBLE_EQ(ValueOf(report, "peso_kg"), 82);
  EXPECT_DOUBLE_EQ(ValueOf(report, "bmi"), 28.4);
  EXPECT_EQ(SectionText(report, Section::kEsamiParametri).find("BMI"), std::string::npos);
}

TEST(ShortNotes, HeightCorrectedByItsCentimetresIsCompleted) {
  EXPECT_DOUBLE_EQ(ValueOf(Analyze("Altezza un metro e sessantacinque, anzi sessantasei.", {}), "altezza_cm"), 166);
  EXPECT_DOUBLE_EQ(
      ValueOf(Analyze("Altezza un metro e sessantacinque. No, aspetti, peso sessantasei.", {}), "altezza_cm"), 165);
}

TEST(ShortNotes, DrugNamedLikeAnAnalyteIsATherapy) {
  const std::string note = "Assume multivitaminico, calcio 500. Peso 80 kg.";
  EXPECT_EQ(Of(note, Section::kStoriaMedica), "Multivitaminico, calcio 500.");
}

TEST(ShortNotes, DrugThatIsStartedIsThePlan) {
  EXPECT_EQ(Of("Peso 80 kg. Inizia rosuvastatina 10 mg.", Section::kNoteSpecialista), "Inizia rosuvastatina 10 mg.");
}

TEST(ShortNotes, ThoughtsOfDeathAreACriticalPoint) {
  EXPECT_TRUE(HasPoint(Analyze("Pensa alla morte. Peso 45 kg.", {}), "ideazione_suicidaria"));
}

TEST(ShortNotes, EverySentenceOfADictationFindsItsSection) {
  const std::string note =
      "Donna di 45 anni, altezza 162 cm, peso 78 kg. Ipotiroidismo in terapia con Eutirox 75. Familiarità per diabete. "
      "Allergica alla penicillina. Nega disturbi alimentari. Sedentaria. Beve un bicchiere di vino a cena. Si "
      "consiglia "
      "dieta ipocalorica e attività fisica. Emocromo, TSH, glicata. Controllo tra un mese.";
  EXPECT_EQ(Of(note, Section::kAttivitaFisica), "Sedentaria.");
  EXPECT_EQ(Of(note, Section::kFattoriPsi), "Nega disturbi alimentari.");
  EXPECT_EQ(Of(note, Section::kAbitudiniAlimentari), "Beve un bicchiere di vino a cena.");
}

TEST(ShortNotes, WhatThePatientSaysOfHimselfIsNoPlan) {
  const std::string said =
      "Peso ottantaquattro chili e mezzo. Prendo la metformina da cinquecento due volte al giorno. Cammino due volte a "
      "settimana e la sera mangio davanti alla televisione.";
  EXPECT_EQ(Of(said, Section::kNoteSpecialista), "");
  EXPECT_NE(Of(said, Section::kAttivitaFisica) + Of(said, Section::kAbitudiniAlimentari), "");
}

TEST(ShortNotes, WhatIsCountedIsNoValue) {
  EXPECT_DOUBLE_EQ(ValueOf(Analyze("BMI 17,2. Si pesa tre volte al giorno.", {}), "peso_kg"), -1);
  EXPECT_DOUBLE_EQ(ValueOf(Analyze("Anoressia nervosa in anamnesi, BMI 17,2.", {}), "bmi"), 17.2);
}

TEST(ShortNotes, WeightOfTodayIsFoundAfterOneOfThePast) {
  EXPECT_DOUBLE_EQ(ValueOf(Analyze("Gravida. Peso prima della gravidanza 64, oggi 71.", {}), "peso_kg"), 71);
  EXPECT_DOUBLE_EQ(ValueOf(Analyze("Paziente torna dopo 4 mesi. Peso 99, prima 97.", {}), "peso_kg"), 99);
  EXPECT_DOUBLE_EQ(ValueOf(Analyze("Glicemia a digiuno 98, un'ora dopo pranzo 150.", {}), "glicemia"), 98);
}

TEST(ShortNotes, BodyMassIndexOfAChildHasNoClassOfAdults) {
  const std::string examination = Of("Bambina di 9 anni, peso 48 kg, altezza 135 cm.", Section::kEsamiParametri);
  EXPECT_NE(examination.find("BMI 26,3 kg/m²."), std::string::npos) << examination;
}

TEST(ShortNotes, HeightOfARelativeIsNotThePatients) {
  EXPECT_DOUBLE_EQ(ValueOf(Analyze("Altezza della madre 160 cm, della paziente 172 cm.", {}), "altezza_cm"), 172);
}

TEST(ShortNotes, NothingOfASentenceIsLeftOut) {
  EXPECT_NE(RenderText(Analyze("Si richiedono emocromo, TSH, glicata, assetto marziale.", {}))
                .find("emocromo, TSH, glicata, assetto marziale"),
            std::string::npos);
}

TEST(ShortNotes, AdherenceIsAHabitOfEating) {
  EXPECT_NE(Of("Controllo a tre mesi. Peso 80 kg. Segue il piano, salta la colazione.", Section::kAbitudiniAlimentari),
            "");
}

TEST(ShortNotes, EatingDisordersAreDeniedAmongThePsychologicalFactors) {
  EXPECT_EQ(Of("Peso 80 kg. Nega disturbi alimentari.", Section::kFattoriPsi), "Nega disturbi alimentari.");
}

TEST(ShortNotes, SignsAndArticlesAreWrittenAsInPrint) {
  EXPECT_EQ(Of("Peso 70 kg (-2 kg).", Section::kEsamiParametri), "Peso 70 kg (-2 kg).");
  EXPECT_EQ(Of("Mangia fuori tutti i giorni.", Section::kAbitudiniAlimentari), "Mangia fuori tutti i giorni.");
  EXPECT_EQ(Of("Prescrivo una bustina la sera.", Section::kNoteSpecialista), "Prescrivo una bustina la sera.");
}

TEST(ShortNotes, AmenorrheaIsACriticalPoint) {
  EXPECT_TRUE(HasPoint(Analyze("Amenorrea da sei mesi. Peso 41 kg.", {}), "amenorrea"));
  EXPECT_FALSE(HasPoint(Analyze("Nega amenorrea.", {}), "amenorrea"));
}

TEST(ShortNotes, TwoHabitsOfOneSentenceStandInTheirSections) {
  const std::string said =
      "Peso ottantaquattro chili e mezzo. Prendo la metformina da cinquecento due volte al giorno. Cammino due volte "
      "alla "
      "settimana e la sera mangio davanti alla televisione.";
  EXPECT_EQ(Of(said, Section::kAttivitaFisica), "Cammina 2 volte alla settimana.");
  EXPECT_EQ(Of(said, Section::kAbitudiniAlimentari), "La sera mangia davanti alla televisione.");
}

TEST(ShortNotes, ChangeOfWeightWithWhichSomebodyBeginsIsTheReason) {
  const std::string said =
      "Buongiorno dottoressa, sono aumentata di sei chili negli ultimi otto mesi. Peso ottantaquattro chili e mezzo e "
      "sono "
      "alta un metro e settantadue. La pressione di stamattina era centotrenta su ottantacinque. Prendo la metformina "
      "da "
      "cinquecento due volte al giorno.";
  EXPECT_EQ(Of(said, Section::kMotivoVisita), "Aumentata di 6 kg negli ultimi 8 mesi.");
  EXPECT_EQ(Of(said, Section::kStoriaPonderale), "Aumentata di 6 kg negli ultimi 8 mesi.");
}

TEST(ShortNotes, FirstPersonOfWhoeverSpeaksIsQuoted) {
  EXPECT_EQ(Of("Prendo la metformina da 500. Peso 80.", Section::kStoriaMedica), "«Prendo la metformina da 500».");
  EXPECT_EQ(
      Of("Paziente in terapia con metformina, le ho detto di proseguire. Peso 80.", Section::kStoriaMedica).find("«"),
      std::string::npos);
}

TEST(ShortNotes, FiltrationNeedsAgeAndSex) {
  VisitContext context;
  context.age_years = 60;
  context.sex = Sex::kMale;
  // CKD-EPI 2021: 142 * (1.2/0.9)^-1.2 * 0.9938^60 = 69.
  EXPECT_DOUBLE_EQ(ValueOf(Analyze("Creatinina 1,2.", context), "egfr_calcolato"), 69);
  EXPECT_DOUBLE_EQ(ValueOf(Analyze("Creatinina 1,2.", {}), "egfr_calcolato"), -1);
}

}  // namespace
}  // namespace scriba::clinical
