// What is said of a treatment that another clause names: its dose, a refusal, that it was never taken.
#include "clinical/placing/treatments.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace scriba::clinical {
namespace {

std::size_t Last(const Reading& reading) { return reading.clauses.size() - 1; }

TEST(Treatments, StrengthBelongsToTheDrugNamedBefore) {
  for (const auto* said : {"La pastiglia della tiroide. Mamma, da cento l'avevi prima. Adesso è da centododici.",
                           "Prendo l'Eutirox. Adesso da 112.", "La sertralina. Ora è da cinquanta.",
                           "Il ramipril. L'ho cambiato. Quello da dieci."}) {
    const Reading reading(said);
    EXPECT_TRUE(SaysStrength(reading, Last(reading))) << said;
  }
  for (const auto* said : {"Il ramipril. Adesso da 3 mesi.", "Il mio lavoro. Adesso è da centododici."}) {
    const Reading reading(said);
    EXPECT_FALSE(SaysStrength(reading, Last(reading))) << said;
  }
}

TEST(Treatments, TellTheDoseThatWasAskedFor) {
  for (const auto* said : {"Mi dica a che dosaggio è arrivato. Sono a uno e sette da fine luglio.",
                           "A che dose la prende? Ne faccio due, prima di cena."}) {
    const Reading reading(said);
    EXPECT_TRUE(GivesDose(reading, 1)) << said;
  }
  for (const auto* said : {"La dose la alziamo. Ci vediamo fra due mesi.", "A che dose la prende? Non mi ricordo."}) {
    const Reading reading(said);
    EXPECT_FALSE(GivesDose(reading, 1)) << said;
  }
}

TEST(Treatments, RefuseADrugThatMayNotBeTaken) {
  for (const auto* said : {"Gli anticoagulanti diretti? Con una valvola meccanica non si possono usare.",
                           "E l'ibuprofene? Con il litio non si deve.", "La pillola? È controindicata.",
                           "Il naltrexone? Con gli oppiacei non si usa."}) {
    const Reading reading(said);
    EXPECT_EQ(RefusedBy(reading, Last(reading)), 0U) << said;
  }
  const Reading reading("E la metformina? La prendo la mattina.");
  EXPECT_EQ(RefusedBy(reading, Last(reading)), std::nullopt);
}

TEST(Treatments, DrugNeverTakenBelongsToItsPrescription) {
  for (const auto* said : {"Le aveva dato la rosuvastatina. Eh, è nel cassetto. Non l'ho mai cominciata.",
                           "Il topiramato. Mai preso.", "La metformina da mille. Quella non l'ho mai comprata."}) {
    const Reading reading(said);
    EXPECT_EQ(NeverTakenBy(reading, Last(reading)), 0U) << said;
  }
  for (const auto* said : {"La metformina. Mai avuto problemi.", "La palestra. Mai cominciata.",
                           "La metformina. La sertralina mai presa.", "Prende la metformina? Mai presa?"}) {
    const Reading reading(said);
    EXPECT_EQ(NeverTakenBy(reading, Last(reading)), std::nullopt) << said;
  }
}

TEST(Treatments, DrugThatWasStoppedBelongsToTheQuestionAboutIt) {
  for (const auto* said : {"Prende la pillola? L'ho presa fino a due anni fa, poi l'ho smessa.",
                           "E la metformina? Me l'hanno tolta a giugno."}) {
    const Reading reading(said);
    EXPECT_EQ(StoppedOnAsking(reading, Last(reading)), Last(reading) - 1) << said;
  }
  for (const auto* said : {"E la metformina? La sospendiamo.", "Fuma? Ho smesso."}) {
    const Reading reading(said);
    EXPECT_EQ(StoppedOnAsking(reading, Last(reading)), std::nullopt) << said;
  }
}

TEST(Treatments, PutOffOrRefuseTheTreatmentThatWasAskedFor) {
  for (const auto* said : {"Quelle punture che fanno dimagrire? Per adesso no.",
                           "Un mio collega fa la puntura. A lei no? Dopo il Ramadan ne parliamo."}) {
    const Reading reading(said);
    EXPECT_EQ(RefusedBy(reading, Last(reading)), 0U) << said;
  }
  for (const auto* said :
       {"In sette mesi con la puntura ho perso 18 chili. Non sento più niente.", "Mi ha punto una vespa? Adesso no."}) {
    const Reading reading(said);
    EXPECT_EQ(RefusedBy(reading, Last(reading)), std::nullopt) << said;
  }
}

TEST(Treatments, AreAskedForTheirDose) {
  for (const auto* said : {"Adesso quanta ne fai?", "Quante ne prende?", "A che dose è?"}) {
    const Reading reading(said);
    EXPECT_TRUE(AsksDose(reading, reading.clauses[0].range)) << said;
  }
  for (const auto* said : {"Quanta ne mangia?", "Quanto pesa?", "La dose?"}) {
    const Reading reading(said);
    EXPECT_FALSE(AsksDose(reading, reading.clauses[0].range)) << said;
  }
}

TEST(Treatments, RemedyAskedForLateInAVisitIsKeptInReserveOrRefused) {
  const std::string before = "Colazione con latte e pane. A pranzo pasta al pomodoro. A cena minestra e formaggio. ";
  for (const auto* said :
       {"E la nutrizione in vena? La teniamo come riserva.", "E le pillole di soia? No, quelle no."}) {
    const Reading reading(before + said);
    EXPECT_EQ(RefusedBy(reading, Last(reading)), Last(reading) - 1) << said;
  }
  const Reading early("Prende bustine? No. " + before);
  EXPECT_EQ(RefusedBy(early, 1), std::nullopt);
}

TEST(Treatments, DrugThatADoctorDoesNotGiveIsRefused) {
  for (const auto* said : {"Il megestrolo me l'ha chiesto il figlio. No: con la fibrillazione non lo do.",
                           "Vorrebbe la cisplatina. Non gliela prescrivo.", "E la semaglutide. Non te la do."}) {
    const Reading reading(said);
    EXPECT_EQ(RefusedBy(reading, Last(reading)), 0U) << said;
  }
  const Reading reading("La metformina la prende. Non lo do per scontato, eh.");
  EXPECT_EQ(RefusedBy(reading, 0), std::nullopt);
}

TEST(Treatments, DrugIsDeclinedByWhoSaysNoToIt) {
  for (const auto* said :
       {"Il medico voleva darmi la rosuvastatina. Gli ho detto di no.", "Mi dava il litio. Ho detto no e basta.",
        "Il medico mi ha offerto la rosuvastatina. Rifiutata."}) {
    const Reading reading(said);
    EXPECT_TRUE(DeclinesDrug(reading, Last(reading))) << said;
  }
  for (const auto* said : {"Voleva portarmi al mare. Gli ho detto di no.", "Mi dava il litio. Gli ho detto di noi.",
                           "Voleva portarmi al mare. Rifiutato."}) {
    const Reading reading(said);
    EXPECT_FALSE(DeclinesDrug(reading, Last(reading))) << said;
  }
}
}  // namespace
}  // namespace scriba::clinical
