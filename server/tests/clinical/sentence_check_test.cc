#include "clinical/checking/sentence_check.h"

#include <gtest/gtest.h>

namespace scriba::clinical {
namespace {

/// Name of the fault, "verify" or "ok".
std::string Judged(std::string_view sentence, const std::vector<std::string>& said) {
  std::vector<Claims> evidence;
  for (const std::string& statement : said) evidence.push_back(ReadClaims(statement));
  const Verdict verdict = CheckSentence(ReadClaims(sentence), evidence);
  if (verdict.fault) return std::string(FaultName(*verdict.fault));
  return verdict.is_to_verify ? "verify" : "ok";
}

bool Covers(const std::string& sentence, const std::string& said) {
  return IsCovered(ReadClaims(said), {ReadClaims(sentence)});
}

TEST(SentenceCheck, LetsTheSameFactsStandInOtherWords) {
  EXPECT_EQ(Judged("Il paziente assume metformina 500 mg 2 volte al giorno.",
                   {"Prende la metformina 500 mg due volte al giorno."}),
            "ok");
  EXPECT_EQ(Judged("Riferisce un aumento di peso di 6 kg negli ultimi 8 mesi.",
                   {"È aumentata di 6 kg di peso negli ultimi 8 mesi."}),
            "ok");
  EXPECT_EQ(Judged("Nega allergie.", {"Non ha allergie."}), "ok");
  EXPECT_EQ(Judged("La madre è diabetica.", {"Sua madre è diabetica."}), "ok");
}

TEST(SentenceCheck, RefusesANumberThatWasNotSaid) {
  EXPECT_EQ(Judged("Assume metformina 850 mg.", {"Prende metformina 500 mg."}), "number");
  EXPECT_EQ(Judged("Peso 84 kg, altezza 172 cm.", {"Peso 84 kg."}), "number");
  EXPECT_EQ(Judged("Pressione 130/90.", {"Pressione 130/85."}), "number");
}

TEST(SentenceCheck, RefusesAUnitThatWasNotSaid) {
  EXPECT_EQ(Judged("Prende metformina 500 mg.", {"Prende metformina 500."}), "number");
  EXPECT_EQ(Judged("Vitamina D 25 mcg.", {"Vitamina D 25 mg."}), "number");
}

TEST(SentenceCheck, RefusesDosesThatChangedTheirDrug) {
  const std::vector<std::string> said{"Prende metformina 500 mg e ramipril 5 mg."};
  EXPECT_EQ(Judged("Prende metformina 500 mg e ramipril 5 mg.", said), "ok");
  EXPECT_EQ(Judged("Prende metformina 5 mg e ramipril 500 mg.", said), "number");
}

TEST(SentenceCheck, RefusesADrugOrAnIllnessThatWasNotSaid) {
  EXPECT_EQ(Judged("Prende gliclazide 500 mg.", {"Prende metformina 500 mg."}), "number");
  EXPECT_EQ(Judged("Prende metformina e ramipril.", {"Prende metformina."}), "term");
  EXPECT_EQ(Judged("Soffre di ipertensione e asma.", {"Soffre di ipertensione."}), "term");
}

TEST(SentenceCheck, RefusesADenialThatCameOrWent) {
  EXPECT_EQ(Judged("Riferisce allergie.", {"Non ha allergie."}), "negation");
  EXPECT_EQ(Judged("Nega ipertensione.", {"Soffre di ipertensione."}), "negation");
  EXPECT_EQ(Judged("Nega ipertensione, riferisce diabete.", {"Non ha diabete, ha ipertensione."}), "negation");
  EXPECT_EQ(Judged("Nega diabete, riferisce ipertensione.", {"Non ha diabete, ha ipertensione."}), "ok");
}

TEST(SentenceCheck, RefusesAnotherPersonsIllness) {
  EXPECT_EQ(Judged("È diabetica.", {"Sua madre è diabetica."}), "person");
  EXPECT_EQ(Judged("Il padre è diabetico.", {"Sua madre è diabetica."}), "person");
  EXPECT_EQ(
      Judged("La madre è ipertesa, il paziente è diabetico.", {"La madre è diabetica.", "Il paziente è iperteso."}),
      "person");
}

TEST(SentenceCheck, RefusesASentenceThatIsSurerThanWhatWasSaid) {
  EXPECT_FALSE(Covers("Fa gli esami del sangue.", "Forse fa gli esami del sangue."));
  EXPECT_EQ(Judged("Ha perso 6 kg.", {"Ha preso 6 kg."}), "sense");
  EXPECT_EQ(Judged("Dolore al ginocchio destro.", {"Dolore al ginocchio sinistro."}), "sense");
  EXPECT_EQ(Judged("Ha sospeso la metformina.", {"Ha iniziato la metformina."}), "sense");
}

TEST(SentenceCheck, RefusesWordsOutOfNowhere) {
  EXPECT_EQ(Judged("Abita lontano, torna tardi la domenica.", {"Vive volentieri con il gatto."}), "unfounded");
  EXPECT_EQ(Judged("Accompagnata dal collega Tommasini.", {"Accompagnata da un collega."}), "unfounded");
  EXPECT_EQ(Judged("", {"Cammina."}), "unfounded");
}

TEST(SentenceCheck, AsksTheDoctorToLookAtAFreeParaphrase) {
  EXPECT_EQ(Judged("Vive sola, trascorre molte serate leggendo romanzi gialli.",
                   {"Abita sola e passa molte serate a leggere romanzi."}),
            "verify");
}

TEST(SentenceCheck, MissesNothingOfWhatASentenceRestsOn) {
  EXPECT_TRUE(Covers("Assume metformina 500 mg e ramipril 5 mg.", "Prende metformina 500 mg e ramipril 5 mg."));
  EXPECT_FALSE(Covers("Assume metformina 500 mg.", "Prende metformina 500 mg e ramipril 5 mg."));
  EXPECT_FALSE(Covers("Ha allergie.", "Non ha allergie."));
  EXPECT_FALSE(Covers("Colazione.", "A colazione latte, biscotti e un frutto, a metà mattina uno yogurt."));
}

}  // namespace
}  // namespace scriba::clinical
