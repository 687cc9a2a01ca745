// Which question a clause answers, and which clause a scrap of a sentence completes.
#include "clinical/placing/answers.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "clinical/analyze.h"
#include "clinical/writing/report_text.h"

namespace scriba::clinical {
namespace {

std::size_t Last(const Reading& reading) { return reading.clauses.size() - 1; }

TEST(Answers, OfTwoQuestionsTheFirstIsAnsweredFirst) {
  for (const auto* said : {"Allergie? Sigarette? Alla Novalgina. Sigarette niente.",
                           "Fuma? Allergie? Mai. Allergico al polline.", "Interventi? Diabete? Nessuno. Diabete no."}) {
    const Reading reading(said);
    EXPECT_EQ(QuestionOf(reading, 2), 0U) << said;
  }
  for (const auto* said : {"Allergie? Sigarette? Venti al giorno. La Novalgina la prendo.",
                           "Altri farmaci? La metformina la fa? Sì, a cena. La gliclazide l'ho tolta.",
                           "Allergie? Sigarette? Le sigarette sì. Sigarette ne fumo venti."}) {
    const Reading reading(said);
    EXPECT_EQ(QuestionOf(reading, 2), 1U) << said;
  }
}

TEST(Answers, IllnessSaidAloneIsOfTheRelativeOfWhomTheSentenceBeforeSpeaks) {
  for (const auto* said :
       {"Mio fratello Aldo è mancato a settembre. Un ictus.", "Mio padre è morto giovane. Infarto.",
        "Ho perso mia sorella l'anno scorso. Un tumore al seno.", "È mancata la mamma. Alzheimer.",
        "Mio nonno se n'è andato a cinquant'anni. Un infarto.", "Mia madre è in carrozzina. Sclerosi multipla.",
        "Papà fa la dialisi. Diabete.", "La nonna materna è cieca. Il glaucoma.",
        "Mio fratello prende le pastiglie. Epilessia, dicono.", "Mia sorella è magrissima. Celiachia.",
        "Mio padre è diabetico. Amputato a un piede.",
        "Sua sorella come sta? Ha finito la chemio. Il tumore al seno, a quarantasei anni.",
        "Mia madre è in cielo da vent'anni. E di che cosa, se non le spiace? Un tumore al seno."}) {
    const Reading reading(said);
    EXPECT_TRUE(KinOfIllness(reading, Last(reading)).has_value()) << said;
  }
  for (const auto* said :
       {"Mio fratello è mancato. Io ho avuto un ictus.", "Mio padre sta bene? Un infarto.",
        "Ho cambiato casa. Un ictus.", "Ho cambiato casa. Operato a un piede.",
        "La sorella di mia moglie è mancata. Un ictus.", "Sua sorella come sta? Sono stanca. Un ictus.",
        "Sua sorella come sta? La suocera bene. Il diabete.", "Come mio padre? No. Non è cirrosi.",
        "Ho il diabete di mio padre? Bah. Un prediabete."}) {
    const Reading reading(said);
    EXPECT_FALSE(KinOfIllness(reading, Last(reading)).has_value()) << said;
  }
}

TEST(Answers, ScrapCompletesTheSentenceBefore) {
  for (const auto* said :
       {"Non mi viene. Da quattordici mesi.", "Fumo ancora. Da trent'anni.", "Mi hanno operata. Nel 2016.",
        "Cammino. Per 30 minuti.", "Ho le apnee. Dal 2019.", "Le apnee. Gravi.", "L'ipertensione. Lieve.",
        "Un'insufficienza renale. Cronica.", "La valvola mitralica. Meccanica.", "Bevo. Circa 3 birre.",
        "Sui lassativi le ho detto no. È sì.", "Sono incinta. Undici settimane."}) {
    const Reading reading(said);
    EXPECT_TRUE(CompletesBefore(reading, Last(reading))) << said;
  }
  for (const auto* said : {"Fuma? Da trent'anni.", "Bene così. Da mangiare 1700 calorie.", "Cammino. Per stare bene.",
                           "Ho comprato il pane. Grave.", "Fumo. E sì che lo so, dottore."}) {
    const Reading reading(said);
    EXPECT_FALSE(CompletesBefore(reading, Last(reading))) << said;
  }
}

TEST(Answers, ScrapAfterMarksAloneIsWritten) {
  for (const auto* said : {"... Da 3 anni.", "Fuma. ... Da 3 anni.", "… Da 3 anni. Da 4 anni.", "Da 3 anni."}) {
    EXPECT_NE(ToJson(Analyze(said, {})).dump().find("3 anni"), std::string::npos) << said;
  }
}

TEST(Answers, AreGivenToTheQuestionBeforeOneThatIsAskedInReturn) {
  for (const auto* said : {"Colpi di sonno al volante? Dottoressa, resta qui dentro? Uno.",
                           "Pensa mai di farla finita? Lo devo proprio dire? A volte.",
                           "Allergie? In che senso? Alla penicillina.", "Ricoveri? Perché me lo chiede? Due."}) {
    const Reading reading(said);
    EXPECT_EQ(QuestionOf(reading, Last(reading)), 0U) << said;
  }
  const Reading reading("Allergie? E il diabete? Due anni fa.");
  EXPECT_EQ(QuestionOf(reading, Last(reading)), 1U);
}

TEST(Answers, PointAtWhatWasAskedWithAPronoun) {
  for (const auto* said :
       {"I formicolii? Ce li ho ancora, mani e piedi, i piedi soprattutto, tutte le sere.",
        "Prendi la pillola? L'ho presa fino a due anni fa.", "La metformina? Me l'hanno tolta a maggio.",
        "Il ramipril? Lo prendo la mattina.", "L'asma? Ce l'avevo da bambino.", "Le statine? Le ho smesse io.",
        "La gotta? L'ho avuta due volte.", "Il diabete? Ce l'ho da dieci anni.", "L'Eutirox? Sì, la prendo a digiuno.",
        "E lo spuntino prima di dormire? Quello all'inizio sì."}) {
    const Reading reading(said);
    EXPECT_TRUE(PointsAtAsked(reading, 0, Last(reading))) << said;
  }
  for (const auto* said :
       {"La metformina? La mattina e la sera.", "Il ramipril? Cinque milligrammi.", "Vede l'orologio? Lo vedo bene."}) {
    const Reading reading(said);
    EXPECT_FALSE(PointsAtAsked(reading, 0, Last(reading))) << said;
  }
}

TEST(Answers, ToTheCycleAreGrave) {
  for (const auto* said : {"Il ciclo? Non mi viene.", "Le mestruazioni? Sparite.", "L'ultima mestruazione? A ottobre.",
                           "Ciclo regolare? Mica tanto."}) {
    const Reading reading(said);
    EXPECT_TRUE(AnswersGravely(reading, Last(reading))) << said;
  }
}

TEST(Answers, ToTwoQuestionsOfOneIllnessNeedBoth) {
  const Reading reading("Il disturbo bipolare come va? Ricoveri? Stabile.");
  EXPECT_TRUE(IsAskedTogether(reading, 1));
  const Reading other("La scuola come va? Ricoveri? Nessuno.");
  EXPECT_FALSE(IsAskedTogether(other, 1));
}

TEST(Answers, DecideAboutTheDrugThatWasAskedAbout) {
  for (const auto* said : {"E il ramipril? Resta uguale, ma mi misura la pressione.", "La metformina? La sospendiamo.",
                           "E la sertralina? Invariata."}) {
    const Reading reading(said);
    EXPECT_TRUE(DecidesOnAsked(reading, 1)) << said;
    EXPECT_TRUE(PointsAtAsked(reading, 0, 1)) << said;
  }
  for (const auto* said :
       {"E la dieta? Resta uguale.", "Il ramipril? Uno al giorno.", "Il ramipril? Resta la metformina."}) {
    const Reading reading(said);
    EXPECT_FALSE(DecidesOnAsked(reading, 1)) << said;
  }
}

TEST(Answers, QuestionThatAsksOnAboutThoughtsOfDeathIsGraveToo) {
  const Reading reading("Ha mai pensato di farla finita? Adesso no. E prima? A vent'anni. Ho preso le gocce. Tutte.");
  for (const std::size_t clause : {3U, 4U, 5U}) EXPECT_TRUE(TellsOfSelfHarm(reading, clause)) << clause;
  for (const auto* said : {"Ha mai pensato di farla finita? No. Che lavoro fa? Il sarto.",
                           "Ha mai fumato? Adesso no. E prima? A vent'anni."}) {
    const Reading other(said);
    EXPECT_FALSE(TellsOfSelfHarm(other, Last(other))) << said;
  }
}

/// What a report says of an exchange, all sections together.
std::string ReportOf(std::string_view spoken) {
  const Report report = Analyze(spoken, {});
  std::string all;
  for (const Section section : AllSections()) all += SectionText(report, section) + "\n";
  return all;
}

TEST(Answers, AScrapKeepsTheQuestionThatNamesItsSubject) {
  const std::string pause =
      ReportOf("Ore di allenamento? Quattordici a settimana. Giorno di riposo? Nessuno da febbraio.");
  EXPECT_NE(pause.find("Giorno di riposo: Nessuno da febbraio."), std::string::npos) << pause;
  const std::string wine = ReportOf("Vino? Lo assaggio per mestiere, due bicchieri a sera. Movimento? Niente.");
  EXPECT_NE(wine.find("Vino: "), std::string::npos) << wine;
  const std::string often = ReportOf("Poi mangio tutto. Quante volte in una settimana? Quattro. E dopo? Piango.");
  EXPECT_NE(often.find("Quante volte in una settimana: 4."), std::string::npos) << often;
  const std::string whole = ReportOf("Posso con le scarpe? Sessanta e due. Altezza un metro e settanta.");
  EXPECT_EQ(whole.find("scarpe:"), std::string::npos) << whole;
}

TEST(Answers, WhatBecameOfADrugStandsWithIt) {
  const Reading reading("Me l'avevano data, l'atorvastatina. L'ho presa tre mesi e l'ho lasciata.");
  EXPECT_TRUE(CompletesBefore(reading, Last(reading)));
  const Reading other("Me l'avevano data, la dieta. L'ho lasciata.");
  EXPECT_FALSE(CompletesBefore(other, Last(other)));
}

TEST(Answers, SayWhyThePatientCame) {
  for (const auto* said :
       {"Chi la manda? Il dottor Tavano.", "Allora, perché venite? Per lo zucchero.",
        "Che cosa si aspetta da me? Una dieta.", "Che cosa la porta? Le gambe.", "Perché sei qui? Per la schiena."}) {
    const Reading reading(said);
    EXPECT_TRUE(AnswersWhyHeCame(reading, 1)) << said;
  }
  for (const auto* said : {"Chi cucina? Mia moglie.", "Perché non dorme? Il lavoro.", "Che cosa mangia? Pasta."}) {
    const Reading reading(said);
    EXPECT_FALSE(AnswersWhyHeCame(reading, 1)) << said;
  }
}

TEST(Answers, SayAgainTheDrugOfTheLastQuestion) {
  const Reading reading(
      "Altro in casa? Allergie, confermiamo amoxicillina? Amoxicillina sì, con le macchie. E il nichel.");
  EXPECT_EQ(QuestionOf(reading, 2), 1U);
}
TEST(Answers, TakeBackADenialAfterABreath) {
  const Reading reading("Allergie? Nessuna. Ah, aspetti, il liquido della TAC.");
  EXPECT_TRUE(IsTakenBack(reading, 1));
}

TEST(Answers, KeepTheQuestionOfWhatARelativeDied) {
  const nlohmann::json report = ToJson(
      Analyze("Suo padre? È mancato in agosto. Di che cosa è mancato? Un tumore del colon, a settantuno anni.", {}));
  EXPECT_EQ(report.dump().find("\"Tumore del colon"), std::string::npos);
  EXPECT_NE(report.dump().find("mancato: tumore del colon"), std::string::npos);
}

TEST(Answers, KeepTheQuestionAboutAnIllnessInTheFamily) {
  for (const auto* said : {"Malattie ne ha? E in famiglia, diabete? Mio padre, con le pastiglie. Fuma? No.",
                           "Diabete in famiglia? La mamma, dottore, da giovane. Fuma? No."}) {
    const Report report = Analyze(said, {});
    const std::string history = SectionText(report, Section::kStoriaMedica);
    EXPECT_TRUE(history.find("iabete: padre") != std::string::npos ||
                history.find("famiglia: mamma") != std::string::npos)
        << history;
  }
  // Who names the illness needs no question.
  const std::string own =
      SectionText(Analyze("In famiglia, diabete? Mio padre ha il diabete. Fuma? No.", {}), Section::kStoriaMedica);
  EXPECT_EQ(own.find("iabete: "), std::string::npos) << own;
}

TEST(Answers, KeepTheQuestionAboutAnAllergyOrAnIllnessThatIsAffirmed) {
  const std::string allergy = SectionText(
      Analyze("Allergie sempre al kiwi? Sì, mi si gonfia la lingua. Ai farmaci niente.", {}), Section::kStoriaMedica);
  EXPECT_NE(allergy.find("kiwi"), std::string::npos) << allergy;
  const std::string contrast =
      SectionText(Analyze("Allergia al contrasto iodato, confermo? Confermo, alla TAC mi si è chiusa la gola.", {}),
                  Section::kStoriaMedica);
  EXPECT_NE(contrast.find("ontrasto"), std::string::npos) << contrast;
  const std::string illness = SectionText(
      Analyze("E la celiachia, sempre senza glutine? Sempre, da quando aveva otto anni, mi pare, e da allora "
              "sta proprio bene.",
              {}),
      Section::kStoriaMedica);
  EXPECT_NE(illness.find("eliachia"), std::string::npos) << illness;
}

TEST(Answers, KeepTheQuestionOfWhichAPartIsAffirmedOrCounted) {
  const std::string sugar = SectionText(
      Analyze("E lei in gravidanza lo zucchero l'ha mai avuto alto? Con la seconda sì, mo' che mi ci fa pensare.", {}),
      Section::kStoriaMedica);
  EXPECT_NE(sugar.find("ravidanza"), std::string::npos) << sugar;
}

TEST(Answers, KeepTheQuestionAboutADrugThatIsAffirmed) {
  const nlohmann::json report = ToJson(Analyze(
      "E il febuxostat da ottanta lo prende? Sì, quello sì, dopo quello che m'ha fatto l'altro, con la pelle che "
      "veniva via.",
      {}));
  EXPECT_NE(report.dump().find("Febuxostat da 80: Sì"), std::string::npos);
}
TEST(Answers, KeepTheDrugThatWasGivenAndLeft) {
  const nlohmann::json report = ToJson(Analyze(
      "Lei prende l'aspirina? La cardioaspirina? Me la diede all'inizio, cento, ma mi usciva il sangue dal naso e l'ho "
      "smessa dopo due settimane.",
      {}));
  EXPECT_NE(report.dump().find("ardioaspirina: la diede"), std::string::npos) << report.dump();
}

}  // namespace
}  // namespace scriba::clinical
