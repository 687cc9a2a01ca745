#include "clinical/reading/second_words.h"

#include <gtest/gtest.h>

#include "clinical/kept.h"
#include "clinical/reading/reading.h"

namespace scriba::clinical {
namespace {

TEST(SecondWords, ExchangeARelative) {
  EXPECT_EQ(KeptByClause("il papà era diabetico con l'amputazione ehm no il papà no il nonno il nonno materno"),
            "Era diabetico con amputazione nonno materno.");
  EXPECT_EQ(KeptByClause("Mio padre era diabetico. No, scusi, mio zio."), "Era diabetico. zio.");
  EXPECT_EQ(KeptByClause("Mia sorella ha la celiachia, anzi mia cugina."), "Ha celiachia, cugina.");
}

TEST(SecondWords, ExchangeARelativeAtOnce) {
  EXPECT_EQ(KeptByClause("l'infarto l'ha avuto il fratello anzi no il cognato"), "Infarto l'ha avuto cognato.");
}

TEST(SecondWords, ExchangeASide) {
  EXPECT_EQ(KeptByClause("protesi d'anca destra nel duemiladiciotto anzi sinistra"),
            "Protesi d'anca nel 2018 sinistra.");
  EXPECT_EQ(KeptByClause("Il ginocchio destro, no, scusi, il sinistro."), "Ginocchio, sinistro.");
  EXPECT_EQ(Reading("Il metatarso del piede destro. No, sinistro, scusi, il destro fa male.").withdrawn.size(), 2U);
  EXPECT_EQ(Reading("Il ginocchio destro no, il sinistro mi fa male.").withdrawn.size(), 0U);
  EXPECT_EQ(Reading("La spalla destra e anzi anche la destra del piede.").withdrawn.size(), 0U);
}

TEST(SecondWords, ExchangeADrug) {
  EXPECT_EQ(
      KeptByClause("Allergia alla penicillina. No, mi correggo, la sorella ha detto levofloxacina, con orticaria."),
      "Allergia alla levofloxacina, con orticaria.");
  EXPECT_EQ(KeptByClause("Allergia alla penicillina, no, correggo, alle cefalosporine."),
            "Allergia alle cefalosporine.");
  EXPECT_EQ(KeptByClause("Prende ramipril, anzi lisinopril."), "Lisinopril.");
  EXPECT_EQ(Reading("Prendo il ramipril, anzi no, anche la metformina.").withdrawn.size(), 0U);
  EXPECT_EQ(Reading("Ramipril no, metformina sì.").withdrawn.size(), 0U);
  EXPECT_EQ(Reading("Prende metformina. No, anzi, prima prendeva glibenclamide.").withdrawn.size(), 0U);
  EXPECT_EQ(Reading("La tachipirina, anzi, mi dava fastidio, il brufen no.").withdrawn.size(), 0U);
}

TEST(SecondWords, ExchangeADayAMonthAndAPartOfTheDay) {
  EXPECT_EQ(KeptByClause("Ricovero lunedì, anzi no, mi dicono che il letto c'è domani: reparto nostro."),
            "Ricovero domani: reparto nostro.");
  EXPECT_EQ(KeptByClause("Controllo a marzo, anzi no, ad aprile."), "Controllo ad aprile.");
  EXPECT_EQ(KeptByClause("Metformina la mattina, anzi, la sera dopo cena."), "Metformina la sera dopo cena.");
  EXPECT_EQ(Reading("La metformina la sera, anzi anche due con la cena, la mattina una.").withdrawn.size(), 0U);
  EXPECT_EQ(Reading("Ci vediamo lunedì. Anzi, domani le mando la ricetta.").withdrawn.size(), 0U);
  EXPECT_EQ(Reading("La metformina la mattina no, la sera sì.").withdrawn.size(), 0U);
  EXPECT_EQ(Reading("Viene lunedì, anzi no, facciamo tutti i lunedì?").withdrawn.size(), 0U);
}

TEST(SecondWords, LeaveAloneWhoIsOnlyDenied) {
  EXPECT_EQ(Reading("Mamma è diabetica, papà no, la nonna sì.").withdrawn.size(), 0U);
  EXPECT_EQ(Reading("La mamma è diabetica? No, la nonna.").withdrawn.size(), 0U);
  EXPECT_EQ(Reading("mio padre ha avuto un infarto mia madre no mio fratello è iperteso").withdrawn.size(), 0U);
}

TEST(SecondWords, TakeWhatIsBegunAgain) {
  EXPECT_EQ(KeptByClause("Una intera da cinque il mercoledì. No, aspetti, il mercoledì e la domenica."),
            "Una intera da 5 mercoledì, domenica.");
  EXPECT_EQ(
      KeptByClause("La cabergolina due volte alla settimana. No, pardon: due volte era al principio. Adesso una sola."),
      "Cabergolina una sola.");
}

TEST(SecondWords, LeaveAloneWhatBeginsAnotherSentence) {
  EXPECT_EQ(Reading("Da quando hanno messo lo stent: no, aspetti, lo stent è di mio fratello.").withdrawn.size(), 0U);
  EXPECT_EQ(Reading("alla tachipirina no anzi alla tachipirina no").withdrawn.size(), 0U);
  EXPECT_EQ(Reading("Mangio la pasta. No, la pasta la sera mai.").withdrawn.size(), 0U);
  EXPECT_EQ(Reading("La prendo la mattina. No, scusi, la mattina a digiuno?").withdrawn.size(), 0U);
}

TEST(SecondWords, StandInOneClauseWithWhatTheyReplace) {
  EXPECT_EQ(Reading("Mio padre era diabetico. No, scusi, mio zio.").clauses.size(), 1U);
}

TEST(SecondWords, ExchangeADrugWithItsDose) {
  EXPECT_EQ(KeptByClause("Prende atorvastatina venti, anzi no, rosuvastatina, rosuvastatina dieci."),
            "Rosuvastatina, rosuvastatina 10.");
  EXPECT_EQ(KeptByClause("Prende atorvastatina venti milligrammi, anzi, rosuvastatina."), "Rosuvastatina.");
}
}  // namespace
}  // namespace scriba::clinical
