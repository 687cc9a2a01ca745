#include "clinical/reading/put_right.h"

#include <gtest/gtest.h>

#include <string>

#include "clinical/analyze.h"
#include "clinical/kept.h"
#include "clinical/reading/reading.h"

namespace scriba::clinical {
namespace {

std::size_t Exchanges(std::string_view spoken) { return Reading(spoken).exchanges.size(); }

TEST(PutRight, WritesTheValueThatHoldsWhereTheOtherWasSaid) {
  EXPECT_EQ(KeptByClause("Siamo a ventotto settimane. Trenta, dottore."), "Siamo a 30 settimane. 30.");
  EXPECT_EQ(
      KeptByClause("In un anno ha preso undici chili. La pediatra lo dice. Nove, papà, non undici.").substr(0, 28),
      "In un anno ha preso 9 kg. Pe");
  EXPECT_EQ(KeptByClause("Era partito da centotredici, a giugno. Centoquattordici e mezzo, dottò.").substr(0, 25),
            "Era partito da 114,5, a g");
  EXPECT_EQ(KeptByClause("Prima visita, sessantadue anni. Sessantuno, Nino.").substr(0, 22), "Prima visita, 61 anni.");
}

TEST(PutRight, TakesAHeightThatIsMeasuredOrAskedFor) {
  EXPECT_EQ(Reading("Alto un metro e settantasei. Uno e settantaquattro, dice l'asta.").numbers.front().value, 174);
  EXPECT_EQ(Reading("Altezza uno e sessantasette, giusto? Sessantotto.").numbers.front().written, "168 cm");
}

TEST(PutRight, TakesWhatIsReadOut) {
  EXPECT_EQ(Reading("A gennaio novantadue e otto di peso. Novantuno e otto, ho la cartella davanti.").exchanges.size(),
            1U);
}

TEST(PutRight, ExchangesASide) {
  EXPECT_EQ(KeptByClause("Cataratta all'occhio destro. Sinistro, Ignà."),
            "Cataratta all'occhio sinistro. Sinistro, Ignà.");
  EXPECT_EQ(KeptByClause("Un calcolo, a destra. Anzi no, a sinistra, il destro era di mio cugino.").substr(0, 19),
            "Calcolo, a sinistra");
  EXPECT_EQ(Exchanges("Due cisti dall'ovaio destro. Giusto? Sinistro."), 1U);
  EXPECT_EQ(Exchanges("Qui leggo protesi d'anca destra. Guardi la cicatrice. Vero, è la sinistra. Correggo."), 1U);
  EXPECT_EQ(Exchanges("Qui leggo protesi d'anca destra. Guardi la cicatrice. Vero, è la destra."), 0U);
  EXPECT_EQ(Exchanges("Ginocchio destro. Sinistro?"), 0U);
  EXPECT_EQ(Exchanges("Operato all'anca destra. La sinistra, l'anno scorso, pure."), 0U);
}

TEST(PutRight, TakesTheStrengthInPlaceOfTheOneThatIsEchoed) {
  EXPECT_EQ(KeptByClause("L'allopurinolo da trecento. Ma che trecento, Nazzareno, da cento!").substr(0, 17),
            "Allopurinolo da 1");
  EXPECT_EQ(Reading("Il ramipril da cinque. Da cinque no, Giusy! La scatola nuova è da dieci.").numbers.front().value,
            10);
}

TEST(PutRight, ExchangesAnAllergen) {
  EXPECT_EQ(KeptByClause("È allergica alle nocciole, quella è seria. Alle arachidi, mamma.").substr(0, 24),
            "Allergica alle arachidi,");
  EXPECT_EQ(Exchanges("È allergica alle nocciole. Alle arachidi no, mamma."), 0U);
  EXPECT_EQ(Exchanges("Va volentieri alle feste. Alle feste, mamma."), 0U);
}

TEST(PutRight, TakesTheValueThatIsSaidWithItsNameAgain) {
  EXPECT_EQ(Reading("Perindopril da dieci e l'Eutirox. Perindopril cinque, Turi.").numbers.front().value, 5);
  EXPECT_EQ(Reading("Perindopril da dieci e l'Eutirox. Perindopril cinque, Turi, dieci è il tuo.").numbers[0].value, 5);
  // Told of another time, or by nobody who addresses anybody.
  EXPECT_EQ(Reading("Perindopril da dieci. Perindopril cinque, all'inizio, poi dieci.").numbers.front().value, 10);
  EXPECT_EQ(Reading("Perindopril da dieci. Perindopril cinque la sera.").numbers.front().value, 10);
}

TEST(PutRight, TakesTheDoseOfADrugThatIsNamedAgainWithANo) {
  EXPECT_EQ(Reading("pantoprazolo quaranta ogni giorno la levotiroxina sì il pantoprazolo no da venti adesso me l'ha "
                    "abbassato")
                .numbers.front()
                .value,
            20);
  EXPECT_EQ(Reading("Ramipril cinque e metformina. Il ramipril no, dieci.").numbers.front().value, 10);
  EXPECT_EQ(Reading("Ramipril cinque. Il ramipril no. Dieci anni fa.").numbers.front().value, 5);
}

TEST(PutRight, TakesWhatSomebodyRemembersForSure) {
  const Reading reading(
      "A febbraio cinquantasei. Cinquantasei e qualcosa. Cinquantasette. Ero cinquantasette, me lo "
      "ricordo benissimo.");
  EXPECT_EQ(reading.numbers[0].value, 57);
  EXPECT_EQ(reading.numbers[1].value, 57);
  EXPECT_EQ(Exchanges("A febbraio cinquantasei. Cinquantasette. Ero cinquantasette a marzo."), 0U);
}

TEST(PutRight, ExchangesAnOrdinal) {
  EXPECT_EQ(KeptByClause("Incinta, alla sedicesima settimana. Quindicesima, Ilenia.").substr(0, 36),
            "Incinta, alla quindicesima settimana");
  EXPECT_EQ(Exchanges("Incinta, alla sedicesima settimana. Sedicesima, Ilenia."), 0U);
  EXPECT_EQ(Exchanges("Era il trentesimo giorno. Ventesima, Ilenia."), 0U);
  EXPECT_EQ(Exchanges("Incinta, alla sedicesima settimana. La quindicesima seduta, Ilenia."), 0U);
}

TEST(PutRight, PutsRightWhatWasPutRight) {
  const Reading reading(
      "Settantaquattro, il massimo. Settantasei, l'ha pesata la pediatra. Settantasei e mezzo, c'è "
      "scritto nel libretto.");
  EXPECT_DOUBLE_EQ(reading.numbers.front().value, 76.5);
}

TEST(PutRight, LeavesWhatItsSpeakerMaintains) {
  EXPECT_EQ(Exchanges("Se non perdo dieci chili non mi opera. Quindici, papà. Ho qui la lettera: almeno dieci."), 0U);
  EXPECT_EQ(Exchanges("Altezza uno e cinquantaquattro. Uno e cinquantasei. Adesso uno e cinquantaquattro."), 0U);
}

TEST(PutRight, LeavesAnotherCaseThatIsTold) {
  EXPECT_EQ(Exchanges("Ne prendo due. Tre, dottore, quando ho tanto male."), 0U);
  EXPECT_EQ(Exchanges("Dormo sei ore. Otto, dottore, la domenica."), 0U);
  EXPECT_EQ(Exchanges("Occhio destro, a febbraio. Il sinistro, Ignazio, a novembre."), 0U);
  EXPECT_EQ(Exchanges("La mano destra. Sinistro, dottore, il piede."), 0U);
  EXPECT_EQ(Exchanges("Centottanta dopo pranzo. Centocinquanta, dottoressa, la sera."), 0U);
}

TEST(PutRight, KnowsWhoIsAddressedFirst) {
  const Reading reading("Faccio diciotto unità di lenta. Mamma, sono sedici, te le preparo io.");
  ASSERT_EQ(reading.exchanges.size(), 1U);
  EXPECT_EQ(reading.numbers.front().written, "16 UI");
  EXPECT_EQ(Exchanges("Faccio diciotto unità di lenta. Mamma, sono sedici quando corro."), 0U);
}

TEST(PutRight, LeavesAnswersAndOtherTimes) {
  EXPECT_EQ(Exchanges("Quanti caffè? Due. E sigarette? Tre, dottore."), 0U);
  EXPECT_EQ(Exchanges("Peso ottanta. Novanta, dottore, l'anno scorso."), 0U);
  EXPECT_EQ(Exchanges("Ha due figli. Quattro volte, dottore."), 0U);
  EXPECT_EQ(Exchanges("Nel duemilaquattordici. Trenta, signora."), 0U);
}

TEST(PutRight, StandsInBracketsWhereThePatientIsQuoted) {
  const Reading reading(
      "Il ginocchio me lo deve cambiare, ma dice che se non perdo dieci chili non mi opera. Quindici, papà.");
  const ThirdPerson person(reading);
  const std::string written = WriteSentence(reading, {{0, reading.text.size() - 4}}, &person);
  EXPECT_TRUE(written.starts_with("«")) << written;
  EXPECT_NE(written.find("[15 kg]"), std::string::npos) << written;
}

TEST(PutRight, AsksNothingAboutAMeasureThatWasPutRight) {
  const std::string spoken =
      "Venga sulla bilancia. Peso ottanta virgola due. Ottantuno virgola due, Nino. Altezza un metro e "
      "settanta.";
  const Report report = Analyze(spoken, {});
  const auto weight = std::find_if(report.measures.begin(), report.measures.end(),
                                   [](const Measure& measure) { return measure.key == "peso_kg"; });
  ASSERT_NE(weight, report.measures.end());
  EXPECT_DOUBLE_EQ(weight->value, 81.2);
  EXPECT_GE(weight->evidence.end, spoken.find("Ottantuno virgola due") + 21);
}

TEST(PutRight, GivesBothPlacesAsEvidence) {
  const std::string spoken = "Operazioni? Cataratta all'occhio destro. Sinistro, Ignà.";
  const Report report = Analyze(spoken, {});
  const auto& history = report[Section::kStoriaMedica];
  ASSERT_FALSE(history.empty());
  EXPECT_NE(history.front().text.find("occhio sinistro"), std::string::npos) << history.front().text;
  const auto at = spoken.find("Sinistro");
  EXPECT_TRUE(std::any_of(history.front().evidence.begin(), history.front().evidence.end(),
                          [at](Span span) { return span.begin <= at && at < span.end; }));
}

}  // namespace
}  // namespace scriba::clinical
