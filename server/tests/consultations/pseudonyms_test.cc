#include "consultations/pseudonyms.h"

#include <gmock/gmock.h>

#include <chrono>

namespace scriba::consultations {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

VisitRecord TheRecord() {
  return {.names = {"Maria", "D'Angelo Rossi", "Anna Verdi"},
          .contacts = {"maria.rossi@example.it", "333 1234567"},
          .birth_date = "1970-03-12",
          .weight_kg = {},
          .height_cm = {}};
}

std::string Hidden(std::string_view text, std::string_view transcript = "") {
  return Pseudonyms(TheRecord(), transcript).Hide(text);
}

TEST(Pseudonyms, HideTheNamesOfTheRecordInEverySpelling) {
  EXPECT_EQ(Hidden("Maria Rossi, la signora rossi, MARIA."), "PERSONA_1 PERSONA_2, la signora PERSONA_3, PERSONA_4.");
  EXPECT_THAT(Hidden("La dottoressa verdi ha visitato d'angelo."), Not(HasSubstr("verdi")));
  EXPECT_THAT(Hidden("La dottoressa verdi ha visitato d'angelo."), Not(HasSubstr("angelo")));
}

TEST(Pseudonyms, HideNamesThatWereHeard) {
  EXPECT_EQ(Hidden("Mia sorella Giulia è diabetica."), "Mia sorella PERSONA_1 è diabetica.");
  EXPECT_EQ(Hidden("mia sorella giulia è diabetica"), "mia sorella PERSONA_1 è diabetica");
  EXPECT_EQ(Hidden("Il dottor Ferrucci consiglia."), "Il dottor PERSONA_1 consiglia.");
  EXPECT_EQ(Hidden("Il marito si chiama ulderico."), "Il marito si chiama PERSONA_1.");
  EXPECT_EQ(Hidden("Tommasini le cucina a pranzo.", "Dice che il signor Tommasini le cucina a pranzo."),
            "PERSONA_1 le cucina a pranzo.");
  EXPECT_EQ(Hidden("Lavora a Rozzano."), "Lavora a Rozzano.");
  EXPECT_EQ(Hidden("Lavora a Rozzano.", "Sì, lavora a Rozzano."), "Lavora a PERSONA_1.");
}

TEST(Pseudonyms, LeaveTheWordsOfTheField) {
  const std::string_view said = "Prende la Metformina e Ozempic, TSH nella norma, morbo di Hashimoto.";
  EXPECT_THAT(Hidden(said, said), HasSubstr("Prende la Metformina e Ozempic, TSH nella norma"));
}

TEST(Pseudonyms, HideWaysToReachSomebody) {
  EXPECT_EQ(Hidden("Scriva a m.rossi77@posta.it oggi."), "Scriva a CONTATTO_1 oggi.");
  EXPECT_EQ(Hidden("Il mio indirizzo è lella punto bruni chiocciola posta punto it."),
            "Il mio indirizzo è CONTATTO_1.");
  EXPECT_EQ(Hidden("Telefono 02 66 98 12 34."), "Telefono CONTATTO_1.");
  EXPECT_EQ(Hidden("Cellulare +39 347-1234567."), "Cellulare CONTATTO_1.");
  EXPECT_EQ(Hidden("Chiami il tre tre otto uno due tre quattro cinque sei sette."), "Chiami il CONTATTO_1.");
  EXPECT_EQ(Hidden("Codice fiscale RSSMRA70C52F205X."), "Codice fiscale CODICE_1.");
  EXPECT_EQ(Hidden("Codice rssmra70c52f205x."), "Codice CODICE_1.");
}

TEST(Pseudonyms, HideAddressesAndDates) {
  EXPECT_EQ(Hidden("Abita in via Garibaldi 12."), "Abita in LUOGO_1.");
  EXPECT_EQ(Hidden("abita in via garibaldi dodici, al terzo piano"), "abita in LUOGO_1, al terzo piano");
  EXPECT_EQ(Hidden("Ha buttato via la pasta."), "Ha buttato via la pasta.");
  EXPECT_EQ(Hidden("Nata il 12 marzo 1970, sposata."), "Nata DATA_1, sposata.");
  EXPECT_EQ(Hidden("Nata nel settanta."), "Nata DATA_1.");
  EXPECT_EQ(Hidden("Operata il 3/4/2019 e nel 1970."), "Operata il DATA_1 e nel DATA_2.");
}

TEST(Pseudonyms, LeaveTheNumbersOfTheVisit) {
  const std::string_view said = "Pressione 130/85, peso 84,5 kg, 10000 passi, glicemia 96 mg/dl, 1500 kcal.";
  EXPECT_EQ(Hidden(said), said);
}

// What a pattern would take minutes for hides more, not less.
TEST(Pseudonyms, HideWholeWhatCannotBeLookedThroughInTime) {
  const auto begin = std::chrono::steady_clock::now();
  const std::string endless(100'000, 'a');
  EXPECT_EQ(Hidden("Dice " + endless + " e cammina; scriva a m.rossi77@posta.it."),
            "Dice PERSONA_1 e cammina; scriva a CONTATTO_1.");
  std::string dictated;
  for (int i = 0; i < 20'000; ++i) dictated += "a punto ";
  EXPECT_EQ(Hidden(dictated), "PERSONA_1");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(60));
  Pseudonyms pseudonyms(TheRecord(), "");
  EXPECT_EQ(pseudonyms.Restore(pseudonyms.Hide(dictated)), dictated);
}

TEST(Pseudonyms, ComeBackAsTheyWere) {
  Pseudonyms pseudonyms(TheRecord(), "");
  const std::string text = "Maria abita in via Garibaldi 12, tel. 333 1234567; sua madre Teresa è diabetica. Maria.";
  const std::string hidden = pseudonyms.Hide(text);
  EXPECT_NE(hidden, text);
  EXPECT_EQ(pseudonyms.Restore(hidden), text);
  EXPECT_EQ(pseudonyms.Restore("persona_1 cammina."), "Maria cammina.");
}

TEST(Pseudonyms, AreNotInvented) {
  Pseudonyms pseudonyms(TheRecord(), "");
  pseudonyms.Hide("Maria cammina.");
  EXPECT_FALSE(pseudonyms.Restore("PERSONA_7 cammina."));
}

}  // namespace
}  // namespace scriba::consultations
