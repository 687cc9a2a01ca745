#include "clinical/writing/third_person.h"

#include <gtest/gtest.h>

#include "clinical/writing/wording.h"

namespace scriba::clinical {
namespace {

/// The last sentence, after others that make it certain who speaks.
std::string Turned(const std::string& sentence) {
  const Reading reading("Sono stanco. Ho sonno. Io lavoro. " + sentence);
  const ThirdPerson person(reading);
  EXPECT_TRUE(person.IsCertain());
  return WriteSentence(reading, {reading.clauses.back().range}, &person);
}

TEST(ThirdPerson, TurnsWhatThePatientSays) {
  EXPECT_EQ(Turned("Prendo il lisinopril da venti."), "Lisinopril da 20.");
  EXPECT_EQ(Turned("Dormo sette ore ma mi sveglio alle quattro."), "Dorme 7 ore ma si sveglia alle 4.");
  EXPECT_EQ(Turned("Sono allergica alla penicillina."), "Allergica alla penicillina.");
  EXPECT_EQ(Turned("Mia madre ha il diabete."), "Madre ha diabete.");
}

TEST(ThirdPerson, LeavesNounsAlone) {
  EXPECT_EQ(Turned("Il lavoro va bene."), "Lavoro va bene.");
  EXPECT_EQ(Turned("Lo studio pesa."), "Lo studio pesa.");
}

TEST(ThirdPerson, NounsThatEndLikeAReflexiveInfinitiveStay) {
  EXPECT_EQ(Turned("Ho staccato gli allarmi."), "Staccato allarmi.");
  EXPECT_EQ(Turned("Mangio davanti agli schermi."), "Mangia davanti agli schermi.");
  EXPECT_EQ(Turned("Ho problemi, sintomi e farmaci."), "Ha problemi, sintomi, farmaci.");
  EXPECT_EQ(Turned("Devo pesarmi."), "Deve pesarsi.");
}

TEST(ThirdPerson, TurnsAVerbAfterItsObject) {
  EXPECT_EQ(Turned("Il vino lo divido con un collega."), "Vino lo divide con un collega.");
  EXPECT_EQ(Turned("Lo salto sempre."), "Lo salta sempre.");
  EXPECT_EQ(Turned("La metformina non la tocco."), "Metformina non la tocca.");
}

TEST(ThirdPerson, TurnsWhereThePatientIsAndWas) {
  EXPECT_EQ(Turned("Sono qui per dimagrire."), "È qui per dimagrire.");
  EXPECT_EQ(Turned("Sono sempre stanca."), "È sempre stanca.");
  EXPECT_EQ(Turned("Sono in piedi dalle sette."), "È in piedi dalle 7.");
  EXPECT_EQ(Turned("A farmi del male non ho pensato."), "A farsi del male non ha pensato.");
  EXPECT_EQ(Turned("Da giovane nascondevo il cibo."), "Da giovane nascondeva cibo.");
}

TEST(ThirdPerson, LeavesWhatIsSaidOfMoreThanOne) {
  EXPECT_EQ(Turned("Gli esami sono in ordine."), "Esami sono in ordine.");
  EXPECT_EQ(Turned("I valori sono sempre alti."), "Valori sono sempre alti.");
}

TEST(ThirdPerson, TurnsWhatOthersDoToThePatient) {
  EXPECT_EQ(Turned("I legumi mi gonfiano."), "Legumi gonfiano.");
  EXPECT_EQ(Turned("In palestra ci sono andata tre volte."), "In palestra ci è andata 3 volte.");
  EXPECT_EQ(Turned("Le gocce le ho avute a marzo."), "Gocce le ha avute a marzo.");
  EXPECT_EQ(Turned("Le pastiglie le prendo la sera."), "Pastiglie le prende la sera.");
}

TEST(ThirdPerson, WhatWasSaidToThePatientIsNotSaidToOneself) {
  EXPECT_EQ(Turned("A dirmi di venire il ginecologo."), "A dire di venire ginecologo.");
}

TEST(ThirdPerson, QuotesWhatItCannotTurn) {
  EXPECT_EQ(Turned("Mio fratello ha la celiachia, io no."), "«Mio fratello ha la celiachia, io no».");
}

TEST(ThirdPerson, QuotesWhoSetsHimselfApart) {
  EXPECT_EQ(Turned("Io invece sono stata operata al seno."), "«Io invece sono stata operata al seno».");
  EXPECT_EQ(Turned("Io sono stata operata al seno."), "Operata al seno.");
}

TEST(ThirdPerson, DoesNotTouchADictation) {
  const Reading reading(
      "Paziente di 50 anni. Riferisce asma. Beve vino, le ho detto di smettere. Peso 80, altezza 170. Dieta da 1500 "
      "calorie.");
  EXPECT_FALSE(ThirdPerson(reading).IsCertain());
}

TEST(ThirdPerson, DoesNotTouchATalkWithRelatives) {
  const Reading reading(
      "Papà ha ottant'anni. Sono la figlia. Papà mangia poco. Io ho la pressione alta. Mi preoccupo.");
  EXPECT_FALSE(ThirdPerson(reading).IsCertain());
}

TEST(ThirdPerson, ParentsWhoAreSpokenOfAreNoCompany) {
  const Reading reading(
      "Mangio dalla mamma mia. Sono stanco da quando è morto il papà. Tua mamma cucina? Io ho la pressione alta. "
      "Cucina "
      "la mi' mamma. Mi preoccupo.");
  EXPECT_TRUE(ThirdPerson(reading).IsCertain());
}

}  // namespace
}  // namespace scriba::clinical
