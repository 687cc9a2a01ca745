// How a report says what was asked and answered.
#include <gtest/gtest.h>

#include <string>

#include "clinical/analyze.h"
#include "clinical/writing/report_text.h"

namespace scriba::clinical {
namespace {

std::string History(std::string_view talk) { return SectionText(Analyze(talk, {}), Section::kStoriaMedica); }

TEST(Question, BareNoDeniesWhatWasAsked) {
  EXPECT_EQ(History("Allergie? No."), "Nega allergie.");
  EXPECT_EQ(History("Diabete, pressione alta? No, nessuno."), "Nega diabete, pressione alta.");
  EXPECT_EQ(History("Familiarità per diabete? No, per fortuna."), "Nega familiarità per diabete.");
}

TEST(Question, BareNoNegatesTheVerb) {
  EXPECT_EQ(History("Fuma? No."), "Non fuma.");
  EXPECT_EQ(History("Ha mai avuto interventi? No, mai."), "Non ha mai avuto interventi.");
}

TEST(Question, BareYesStatesWhatWasAsked) {
  EXPECT_EQ(History("Allergie? No. Russa di notte? Sì."), "Nega allergie.\nRussa di notte.");
}

TEST(Question, WhatCannotBeTurnedStaysQuestionAndAnswer) {
  EXPECT_EQ(History("Allergie? No. Prendi farmaci? No."), "Nega allergie.\nFarmaci: No.");
  EXPECT_EQ(History("Vomito? No, mai."), "Vomito: No, mai.");
}

TEST(Question, BareNoDeniesASymptomWithWhatIsSaidOfIt) {
  EXPECT_EQ(History("Allergie? No. Dolori forti alla pancia, che vanno alla schiena? No, quello no."),
            "Nega allergie.\nNega dolori forti alla pancia, che vanno alla schiena.");
  EXPECT_EQ(History("Allergie? No. Malattie? Niente."), "Nega allergie.\nNega malattie.");
  EXPECT_EQ(History("Allergie? No. Per i dolori? No.").find("Nega per"), std::string::npos);
}

TEST(Question, NoPronounOfWhatIsAskedStaysWithoutItsVerb) {
  EXPECT_EQ(History("Allergie? No. Il diabete ce l'ha? Dal 2008."), "Nega allergie.\nDiabete: Dal 2008.");
  EXPECT_EQ(History("Allergie? No. Diabete in famiglia ce n'è? Mio fratello."),
            "Nega allergie.\nDiabete in famiglia: fratello.");
}

TEST(Question, VerbSaidToThePatientIsNotDenied) {
  EXPECT_EQ(History("Allergie? No. Il Concerta lo prendi ancora? No.").find("Nega Concerta"), std::string::npos);
  EXPECT_EQ(History("Allergie? No. La lispro la fai sempre? No.").find("Nega lispro"), std::string::npos);
}

TEST(Question, SubjectDeniedInAWordIsDenied) { EXPECT_EQ(History("Allergie niente. Peso 80 kg."), "Nega allergie."); }

TEST(Question, AmountStaysWithWhatWasAskedFor) {
  const std::string said = SectionText(Analyze("Quanta Coca? Due litri al giorno.", {}), Section::kAbitudiniAlimentari);
  EXPECT_NE(said.find("Coca"), std::string::npos) << said;
}

TEST(Question, DrugThatWasAskedForStaysWithHowItIsTaken) {
  const std::string said = History("La metformina la prende? Cinquecento, due volte al giorno.");
  EXPECT_NE(said.find("etformina"), std::string::npos) << said;
}

TEST(Question, WhatPointsBackKeepsWhatWasAsked) {
  const std::string said = History(
      "E la dapagliflozin? Quella me l'ha tolta il diabetologo a luglio perché mi venivano sempre le infezioni. Fuma? "
      "No.");
  EXPECT_NE(said.find("apagliflozin: "), std::string::npos) << said;
}

TEST(Question, DenialThatIsTakenBackIsNoDenial) {
  const std::string said =
      History("Allergie a farmaci? No. Cioè, aspetti: con il contrasto della TAC mi sono gonfiato tutto. Fuma? No.");
  EXPECT_EQ(said.find("Nega"), std::string::npos) << said;
  EXPECT_NE(said.find("Allergie a farmaci: "), std::string::npos) << said;
  EXPECT_NE(said.find("gonfiato"), std::string::npos) << said;
}

TEST(Question, DenialThatIsQualifiedStays) {
  const std::string said = History("Il diabete? No, mai. Cioè, la glicemia un po' alta quando prendevo il cortisone.");
  EXPECT_NE(said.find("iabete: No, mai. "), std::string::npos) << said;
  EXPECT_NE(said.find("alta"), std::string::npos) << said;
}

TEST(Question, WordsThatOnlyAskAreLeftOut) {
  EXPECT_EQ(History("Allergie? Al Bactrim."), "Allergie: Al Bactrim.");
  EXPECT_EQ(History("Che allergie ha? Al Bactrim."), "Allergie: Al Bactrim.");
}

TEST(Question, WhatOneIsAllergicToDoesNotSayThatItIsAnAllergy) {
  EXPECT_EQ(History("Allergie? Al lattice."), "Allergie: Al lattice.");
  EXPECT_EQ(History("Allergie a farmaci? Nichel, gli orecchini."), "Allergie a farmaci: Nichel, orecchini.");
  EXPECT_EQ(History("Allergie? Allergia al lattice."), "Allergia al lattice.");
  // The second question is answered later.
  EXPECT_EQ(History("Allergie? Lattice? Amoxicillina, mi riempio di bolle. Il lattice no.").find("Lattice:"),
            std::string::npos);
}

TEST(Question, FamilyThatWasAskedStaysWithTheAnswer) {
  EXPECT_NE(History("Infarto in famiglia? Sì, a cinquanta anni.").find("famiglia"), std::string::npos);
}

TEST(Question, AgeNeedsNoQuestion) {
  EXPECT_EQ(SectionText(Analyze("Quanti anni ha? Cinquantadue. Peso 80 chili.", {}), Section::kMotivoVisita),
            "52 anni.");
}

}  // namespace
}  // namespace scriba::clinical
