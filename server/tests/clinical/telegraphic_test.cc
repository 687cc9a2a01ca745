// The words that a report leaves out, and those that it must keep.
#include <gtest/gtest.h>

#include "clinical/writing/third_person.h"
#include "clinical/writing/wording.h"

namespace scriba::clinical {
namespace {

std::string Written(std::string_view sentence) {
  const Reading reading(sentence);
  return WriteSentence(reading, {TokenRange{0, reading.text.size()}});
}

/// After sentences that make it certain that the patient speaks.
std::string Told(const std::string& sentence) {
  const Reading reading("Io lavoro. Dormo. Mangio. " + sentence);
  const ThirdPerson person(reading);
  return WriteSentence(reading, {reading.clauses.back().range}, &person);
}

TEST(Telegraphic, LeavesOutCopulas) {
  EXPECT_EQ(Written("La pressione è alta."), "Pressione alta.");
  EXPECT_EQ(Written("Il padre è morto di ictus."), "Padre morto di ictus.");
  EXPECT_EQ(Written("Il BMI è 21,9."), "BMI 21,9.");
  EXPECT_EQ(Written("È stata operata nel 2018."), "Operata nel 2018.");
}

TEST(Telegraphic, KeepsDenialsAndDoubts) {
  EXPECT_EQ(Written("La pressione non è alta."), "Pressione non è alta.");
  EXPECT_EQ(Written("Forse è incinta."), "Forse è incinta.");
  EXPECT_EQ(Written("Mi sembra stanca."), "Mi sembra stanca.");
}

TEST(Telegraphic, LeavesOutAuxiliariesOfThePatient) {
  EXPECT_EQ(Told("Ho perso sei chili."), "Perso 6 kg.");
  EXPECT_EQ(Told("Ho avuto un infarto."), "Infarto.");
  EXPECT_EQ(Told("Non ho perso peso."), "Non ha perso peso.");
  EXPECT_EQ(Told("Ho molto sonno."), "Ha molto sonno.");
}

TEST(Telegraphic, KeepsTheArticleThatSaysWhen) {
  EXPECT_EQ(Told("La sera mangio davanti alla televisione."), "La sera mangia davanti alla televisione.");
  EXPECT_EQ(Written("La notte si sveglia, e una bustina la mattina."), "La notte si sveglia, una bustina la mattina.");
}

TEST(Telegraphic, LeavesOutFramesAndEmphasis) {
  EXPECT_EQ(Written("Allora, le propongo una dieta, e proprio niente vino."), "Dieta, niente vino.");
  EXPECT_EQ(Written("Ho detto che la banda è scivolata."), "Banda scivolata.");
  EXPECT_EQ(Told("Buongiorno dottoressa, sono aumentata di sei chili."), "Aumentata di 6 kg.");
}

TEST(Telegraphic, LeavesOutWhatOnlyAdds) {
  EXPECT_EQ(Written("Mangia anche i dolci e poi la frutta."), "Mangia dolci e frutta.");
  EXPECT_EQ(Written("Scrivo al suo medico."), "Scrivo al medico.");
  EXPECT_EQ(Written("Perché il ginocchio è in cura."), "Ginocchio in cura.");
  EXPECT_EQ(Written("Anche se mangia poco, anche quando non ha fame."),
            "Anche se mangia poco, anche quando non ha fame.");
}

TEST(Telegraphic, KeepsTheTypeOfADiabetes) {
  EXPECT_EQ(Written("Tipo uno."), "Tipo uno.");
  EXPECT_EQ(Written("Tipo, la sera mangio poco."), "La sera mangio poco.");
}

TEST(Telegraphic, LeavesOutHeadingsBeforeText) {
  EXPECT_EQ(Written("Attività fisica: cammina per andare al lavoro."), "Cammina per andare al lavoro.");
  EXPECT_EQ(Written("Attività fisica: nessuna."), "Attività fisica: nessuna.");
}

TEST(Telegraphic, SaysOnceWhatIsSaidTwice) {
  EXPECT_EQ(Written("la badante la badante non viene"), "Badante non viene.");
  EXPECT_EQ(Written("beve beve il caffè"), "Beve caffè.");
}

TEST(Telegraphic, LeavesOutAuxiliariesWhoseSubjectGoesOn) {
  EXPECT_EQ(Written("Sta meglio, ma ha ripreso peso."), "Sta meglio, ripreso peso.");
  EXPECT_EQ(Written("Nel 2018 hanno tolto la tiroide."), "Nel 2018 tolto tiroide.");
  EXPECT_EQ(Written("La sorella ha tolto la tiroide."), "Sorella ha tolto tiroide.");
  EXPECT_EQ(Written("Il cardiologo, ha detto che basta."), "Cardiologo, ha detto che basta.");
}

TEST(Telegraphic, NoDenialSpreadsToTheVerbAfterIt) {
  EXPECT_EQ(Written("Non ha mangiato e ha vomitato."), "Non ha mangiato, ha vomitato.");
  EXPECT_EQ(Written("Non è una dieta, è bulimia."), "Non è dieta, è bulimia.");
  EXPECT_EQ(Written("Se ha fame, ha mangiato poco."), "Se ha fame, ha mangiato poco.");
}

TEST(Telegraphic, WhatIsTakenUpAgainIsNamedOnce) {
  EXPECT_EQ(Written("La metformina l'hanno sospesa a gennaio."), "Metformina sospesa a gennaio.");
  EXPECT_EQ(Told("Il ramipril l'ho smesso da un mese."), "Ramipril smesso da un mese.");
}

TEST(Telegraphic, WhoDidItAndWhatWasNotDoneStay) {
  EXPECT_EQ(Written("La metformina l'ha sospesa il nefrologo."), "Metformina l'ha sospesa nefrologo.");
  EXPECT_EQ(Written("La metformina non l'ha presa."), "Metformina non l'ha presa.");
  EXPECT_EQ(Written("La mamma l'ha presa male."), "Mamma l'ha presa male.");
}

TEST(Telegraphic, ConditionsStay) {
  EXPECT_TRUE(Written("Se l'ha saltata, la prenda subito.").starts_with("Se l'ha saltata,"));
  EXPECT_EQ(Written("La statina se l'ha presa a digiuno dà nausea."), "Statina se l'ha presa a digiuno dà nausea.");
}

TEST(Telegraphic, WhatIsCountedKeepsItsArticle) {
  EXPECT_EQ(Written("Vorrei una dieta e una visita."), "Vorrei dieta, visita.");
  EXPECT_EQ(Written("Mezza mela e una visita almeno, non almeno una visita."),
            "Mezza mela, visita almeno, non almeno una visita.");
  EXPECT_EQ(Written("Un cioccolatino a turno."), "Un cioccolatino a turno.");
}

TEST(Telegraphic, ZeroThatCountsNothingStaysAWord) {
  EXPECT_EQ(Written("Vino e birra zero per un mese."), "Vino, birra zero per un mese.");
  EXPECT_EQ(Written("La creatinina è zero e nove."), "Creatinina 0,9.");
}

TEST(Telegraphic, MeasureStandsBesideItsValue) {
  EXPECT_EQ(Written("Indice di massa corporea di ventotto."), "Indice di massa corporea 28.");
  EXPECT_EQ(Written("Il peso di tre mesi fa."), "Peso di 3 mesi fa.");
  EXPECT_EQ(Written("La glicata è cinquantasei, che è sette e tre."), "Glicata 56, 7,3.");
}

TEST(Telegraphic, DrugOrFoodSaysThatItIsTaken) {
  EXPECT_EQ(Written("Prende ramipril 5."), "Ramipril 5.");
  EXPECT_EQ(Written("Mangia pane la notte."), "Pane la notte.");
  EXPECT_EQ(Written("Prendeva ramipril 5."), "Prendeva ramipril 5.");
  EXPECT_EQ(Written("Non prende ramipril."), "Non prende ramipril.");
  EXPECT_EQ(Written("Il padre prende ramipril."), "Padre prende ramipril.");
}

TEST(Telegraphic, NothingStaysBeforeAnApostropheAlone) {
  EXPECT_EQ(Written("Il microinfusore lo vorrei anch'io."), "Microinfusore lo vorrei anch'io.");
  EXPECT_EQ(Written("E un'ultima cosa, la TAC con contrasto no."), "TAC con contrasto no.");
}

TEST(Telegraphic, SentenceBeginsWithACapitalWhateverIsLeftOutBeforeIt) {
  EXPECT_EQ(Written("Sono a riposo. E di che cosa soffre, non lo so."),
            "Sono a riposo. Di che cosa soffre, non lo so.");
  EXPECT_EQ(Written("Peso 80. e di sera mangia."), "Peso 80. di sera mangia.");
  EXPECT_EQ(Written("Sono a riposo. Le tre cose gravi."), "Sono a riposo. 3 cose gravi.");
}

TEST(Telegraphic, WhoHesitatesDoesNotEndHisSentence) {
  EXPECT_EQ(Written("Vomita... due volte a gennaio."), "Vomita, 2 volte a gennaio.");
  EXPECT_EQ(Written("La lispro… la salta a cena."), "La lispro, salta a cena.");
  EXPECT_EQ(Written("Vomita... Mai di notte."), "Vomita. Mai di notte.");
  EXPECT_EQ(Written("Vomita. mai di notte."), "Vomita. mai di notte.");
}
}  // namespace
}  // namespace scriba::clinical
