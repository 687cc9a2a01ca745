// Where clauses stand about which the model hesitates.
#include "clinical/placing/placement.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clinical/analyze.h"
#include "clinical/placing/condense.h"
#include "clinical/placing/field_knowledge.h"
#include "clinical/placing/placing_models.h"
#include "clinical/placing/tellings.h"
#include "clinical/writing/report_text.h"

namespace scriba::clinical {
namespace {

LabelScores Hesitating(Section first, double likely, Section second, double less) {
  LabelScores p{};
  p[static_cast<std::size_t>(first)] = likely;
  p[static_cast<std::size_t>(second)] = less;
  p[kNoSection] = 1 - likely - less;
  return p;
}

bool StandsIn(const std::vector<Passage>& passages, Section section) {
  return std::any_of(passages.begin(), passages.end(), [&](const Passage& p) { return p.section == section; });
}

TEST(Placement, NumberThatCanBeKilosStandsInTheHistoryOfTheWeight) {
  const LabelScores p = Hesitating(Section::kStoriaMedica, 0.9, Section::kStoriaPonderale, 0.06);
  EXPECT_TRUE(StandsIn(PlaceClauses(Reading("Era 49 alla diagnosi."), {p}), Section::kStoriaPonderale));
  EXPECT_FALSE(StandsIn(PlaceClauses(Reading("Era 49 mg alla diagnosi."), {p}), Section::kStoriaPonderale));
  EXPECT_FALSE(StandsIn(PlaceClauses(Reading("Era 9 alla diagnosi."), {p}), Section::kStoriaPonderale));
}

TEST(Placement, AGlucoseCurveStandsAmongTheExaminations) {
  const LabelScores p = Hesitating(Section::kStoriaMedica, 0.7, Section::kMotivoVisita, 0.1);
  for (const auto* said : {"A digiuno novantasei, dopo un'ora centottantotto, dopo due centoquarantuno.",
                           "ehm novantanove a digiuno poi centoottantasei poi centosessantadue"}) {
    EXPECT_TRUE(StandsIn(PlaceClauses(Reading(said), {p}), Section::kEsamiParametri)) << said;
  }
  EXPECT_FALSE(StandsIn(PlaceClauses(Reading("Sono a digiuno dalle 8 di ieri."), {p}), Section::kEsamiParametri));
}

TEST(Placement, BingesAndVomitingStandAmongThePsychologicalFactorsToo) {
  const LabelScores p = Hesitating(Section::kAbitudiniAlimentari, 0.7, Section::kPuntiCritici, 0.2);
  for (const auto* said :
       {"Due volte a settimana mi abbuffo.", "Poi vomito.", "Mi metto le dita in gola.", "Mangio di nascosto."}) {
    EXPECT_TRUE(StandsIn(PlaceClauses(Reading(said), {p}), Section::kFattoriPsi)) << said;
  }
  EXPECT_FALSE(StandsIn(PlaceClauses(Reading("Con la metformina vomitava."), {p}), Section::kFattoriPsi));
}

TEST(Placement, SuicideOfARelativeIsFamilyHistory) {
  const Reading reading("Mio zio si è suicidato.");
  EXPECT_EQ(HomeOf(reading, reading.clauses[0]), Section::kStoriaMedica);
  const Reading own("Ho pensato al suicidio.");
  EXPECT_EQ(HomeOf(own, own.clauses[0]), Section::kFattoriPsi);
}

TEST(Placement, LowSugarIsMedicalHistory) {
  for (const auto* said : {"Riferisce cali di zucchero.", "La glicemia era bassa.", "Glicemia capillare quarantanove.",
                           "Ha avuto ipoglicemie.", "Lo zucchero a cinquantadue.", "Un calo di zuccheri.",
                           "Con la macchinetta di sua suocera cinquantadue."}) {
    const Reading reading(said);
    EXPECT_EQ(HomeOf(reading, reading.clauses[0]), Section::kStoriaMedica) << said;
    EXPECT_TRUE(MustStay(reading, reading.clauses[0].range)) << said;
  }
  for (const auto* said :
       {"Glicemia novantotto.", "Caffè senza zucchero.", "Glicemia 98, HDL 49.", "Un calo di peso."}) {
    const Reading reading(said);
    EXPECT_NE(HomeOf(reading, reading.clauses[0]), Section::kStoriaMedica) << said;
  }
}

TEST(Placement, ThatNoAlcoholIsDrunkIsNeverLeftOut) {
  for (const auto* said : {"Non beve alcolici.", "Alcol niente.", "È astemia."}) {
    const Reading reading(said);
    EXPECT_TRUE(MustStay(reading, reading.clauses[0].range)) << said;
  }
  const Reading drinks("Alcol il sabato.");
  EXPECT_FALSE(MustStay(drinks, drinks.clauses[0].range));
}

TEST(Placement, TumourThatForbidsAnIncretinIsNeverLeftOut) {
  for (const auto* said :
       {"Mia cugina ha avuto un tumore midollare della tiroide.", "Una zia con il carcinoma midollare."}) {
    const Reading reading(said);
    EXPECT_TRUE(MustStay(reading, reading.clauses[0].range)) << said;
  }
}

// Where there is room for one of the two only.
TEST(Placement, WordsOfTwoSectionsStandInTheLikelierOne) {
  const Reading reading(
      "Prende il ramipril da dieci milligrammi, una compressa la mattina a colazione con un bicchiere d'acqua. Prende "
      "il warfarin da cinque milligrammi, una compressa la sera a cena con un bicchiere d'acqua. Cammina. Cammina. "
      "Cammina. Cammina. Cammina. Cammina. Cammina. Cammina. Cammina. Cammina. Cammina. "
      "Cammina. Cammina. Cammina. Cammina.");
  std::vector<LabelScores> p(reading.clauses.size(), Hesitating(Section::kStoriaMedica, 0, Section::kMotivoVisita, 0));
  p[0] = p[1] = Hesitating(Section::kStoriaMedica, 0.8, Section::kMotivoVisita, 0.2);
  const auto drafts = Condense(reading, PlaceClauses(reading, p), p, ModelsOfMarkedText().relevance);
  ASSERT_FALSE(drafts.empty());
  const auto in = [&](Section section) {
    return std::count_if(drafts.begin(), drafts.end(), [&](const Draft& draft) { return draft.section == section; });
  };
  EXPECT_EQ(in(Section::kStoriaMedica), 2);
  EXPECT_LT(in(Section::kMotivoVisita), 2);
}

TEST(Placement, DecisionThatADrugGoesOnIsNeverLeftOut) {
  for (const auto* said : {"Il Lasix resta com'è.", "Metformina invariata.", "Terapia invariata.",
                           "Esomeprazolo come adesso.", "La metformina rimane uguale."}) {
    const Reading reading(said);
    EXPECT_TRUE(MustStay(reading, reading.clauses[0].range)) << said;
  }
  for (const auto* said : {"La ciambella resta.", "Dieta invariata.", "Metformina come tutti."}) {
    const Reading reading(said);
    EXPECT_FALSE(MustStay(reading, reading.clauses[0].range)) << said;
  }
}

TEST(Placement, DrugFromTodayOnIsOrdered) {
  for (const auto* said :
       {"Da oggi basta: paracetamolo mille, al bisogno.", "Quattrocento microgrammi al giorno da domani."}) {
    const Reading reading(said);
    EXPECT_EQ(HomeOf(reading, reading.clauses[0]), Section::kNoteSpecialista) << said;
    EXPECT_TRUE(IsSureOfHome(reading, reading.clauses[0])) << said;
  }
  for (const auto* said : {"Da oggi prendo il paracetamolo.", "Da giovane il paracetamolo mille.",
                           "Cinque milligrammi dal 2010.", "Da domani piove."}) {
    const Reading other(said);
    EXPECT_EQ(HomeOf(other, other.clauses[0]), std::nullopt) << said;
  }
}

TEST(Placement, WhoIsSentToTheEmergencyRoomNowIsNoHistory) {
  const Reading sent("Lei adesso va al pronto soccorso, qua sotto, con una lettera mia.");
  EXPECT_EQ(HomeOf(sent, sent.clauses[0]), Section::kNoteSpecialista);
  for (const auto* said : {"A maggio sono andata al pronto soccorso.", "Oggi sono stata al pronto soccorso.",
                           "Va subito al pronto soccorso?", "Adesso va bene, poi la chiamano dal pronto soccorso.",
                           "Va be', un'ora ad aspettare in pronto soccorso."}) {
    const Reading told(said);
    EXPECT_NE(HomeOf(told, told.clauses[0]), Section::kNoteSpecialista) << said;
  }
}

TEST(Placement, WhenToGoToTheEmergencyRoomIsAnOrderThatStays) {
  for (const auto* said : {"Se vomita ancora corra in pronto soccorso.", "Con la febbre vieni al pronto soccorso."}) {
    const Reading reading(said);
    EXPECT_TRUE(reading.HasTag(reading.clauses[0].range, BuiltInLexicon().Tag("order"))) << said;
    EXPECT_TRUE(MustStay(reading, reading.clauses[0].range)) << said;
  }
}

TEST(Placement, DrugNeverTakenIsHistoryWithItsPrescription) {
  const Reading reading("Le aveva dato la rosuvastatina da dieci. Non l'ho mai cominciata.");
  const LabelScores chat = Hesitating(Section::kStoriaMedica, 0.02, Section::kNoteSpecialista, 0);
  const auto passages = PlaceClauses(reading, {chat, chat});
  const auto both = std::find_if(passages.begin(), passages.end(),
                                 [](const Passage& passage) { return passage.clauses.size() == 2; });
  ASSERT_NE(both, passages.end());
  EXPECT_EQ(both->section, Section::kStoriaMedica);
}

constexpr std::size_t kClausesOfLongVisit = 60;

std::string LongVisit(std::string_view said, std::string_view among) {
  std::string text(said);
  for (std::size_t i = 1; i < kClausesOfLongVisit; ++i) (text += " ") += among;
  return text;
}

TEST(Placement, NothingIsPlannedAtTheBeginningOfALongVisit) {
  const auto plan = static_cast<std::size_t>(Section::kNoteSpecialista);
  const LabelScores p = Hesitating(Section::kNoteSpecialista, 0.9, Section::kStoriaMedica, 0.02);
  const Reading told(LongVisit("La sera verdura e un formaggino.", "Piove."));
  const auto early = WithFieldKnowledge(told, std::vector<LabelScores>(told.clauses.size(), p));
  EXPECT_LT(early.front()[plan], 0.1);
  EXPECT_GT(early.front()[static_cast<std::size_t>(Section::kAbitudiniAlimentari)], 0.1);
  EXPECT_GT(early.back()[plan], 0.8);
  const Reading ordered(LongVisit("Prescrivo la metformina.", "Piove."));
  EXPECT_GT(WithFieldKnowledge(ordered, std::vector<LabelScores>(ordered.clauses.size(), p)).front()[plan], 0.8);
}

TEST(Placement, IllnessIsNoSmallTalkUnlessSurely) {
  const LabelScores unsure = Hesitating(Section::kStoriaMedica, 0.25, Section::kPuntiCritici, 0.05);
  const LabelScores chat = Hesitating(Section::kStoriaMedica, 0.05, Section::kPuntiCritici, 0);
  const auto places = [](const std::string& text, const LabelScores& first, const LabelScores& second) {
    const Reading reading(text);
    std::vector<LabelScores> p(reading.clauses.size(),
                               Hesitating(Section::kStoriaMedica, 0, Section::kPuntiCritici, 0));
    p[0] = first;
    p[1] = second;
    return StandsIn(PlaceClauses(reading, p), Section::kStoriaMedica);
  };
  EXPECT_TRUE(places(LongVisit("Piove. Il parchinson da anni.", "Piove."), chat, unsure));
  EXPECT_FALSE(places(LongVisit("Piove. Il parchinson da anni.", "Piove."), chat, chat));
  EXPECT_FALSE(places(LongVisit("Piove. Mio padre ha la retinopatia.", "Piove."), chat, unsure));
}

TEST(Placement, WhoIsAskedWhyHeCameSaysTheReason) {
  const Reading reading(LongVisit("Chi la manda? Il dottor Tavano, del centro di Maniago.", "Piove."));
  std::vector<LabelScores> p(reading.clauses.size(), Hesitating(Section::kMotivoVisita, 0, Section::kStoriaMedica, 0));
  EXPECT_TRUE(StandsIn(PlaceClauses(reading, p), Section::kMotivoVisita));
}

/// Whether a sentence stands in the report of a long visit of which more than half is written already, where the model
/// knows little of its words.
bool StaysIn(Section section, const std::string& said, std::string_view relevance) {
  constexpr std::size_t kWritten = 45;
  constexpr std::size_t kLeftOut = 30;
  std::string text;
  for (std::size_t i = 0; i < kWritten; ++i) text += "Ramipril 5 milligrammi. ";
  for (std::size_t i = 0; i < kLeftOut; ++i) text += "Piove molto. ";
  const Reading reading(text + said);
  std::vector<LabelScores> p(reading.clauses.size(), Hesitating(section, 0.97, Section::kMotivoVisita, 0));
  std::fill_n(p.begin(), kWritten + kLeftOut, Hesitating(section, 0, Section::kMotivoVisita, 0));
  std::fill_n(p.begin(), kWritten, Hesitating(Section::kStoriaMedica, 1, Section::kMotivoVisita, 0));
  const auto drafts = Condense(reading, PlaceClauses(reading, p), p, RelevanceModel(relevance));
  return std::any_of(drafts.begin(), drafts.end(), [&](const Draft& draft) { return draft.section == section; });
}

TEST(Placement, WhatASectionIsAboutStaysAlsoOfWordsThatAreSeldomFacts) {
  constexpr std::string_view kSeldom = "whole -1.25\n";
  EXPECT_TRUE(StaysIn(Section::kNoteSpecialista, "Saturimetria notturna e glicemia.", kSeldom));
  EXPECT_TRUE(StaysIn(Section::kFattoriPsi, "Umore discreto.", kSeldom));
  EXPECT_FALSE(StaysIn(Section::kFattoriPsi, "Le tagliatelle della domenica.", kSeldom));
  EXPECT_FALSE(StaysIn(Section::kNoteSpecialista, "Saturimetria notturna e glicemia.", "whole -4\n"));
}

TEST(Placement, ShortAnswerToAQuestionOfTheFieldStays) {
  constexpr std::string_view kUnlikely = "whole -4\n";
  EXPECT_TRUE(StaysIn(Section::kAttivitaFisica, "Sport? Un poco.", kUnlikely));
  EXPECT_FALSE(StaysIn(Section::kAttivitaFisica, "Signora? Un poco.", kUnlikely));
}

TEST(Placement, RemarkAboutWhatWasSaidIsLeftOut) {
  constexpr std::string_view kLikely = "whole 4\n";
  EXPECT_FALSE(StaysIn(Section::kStoriaPonderale, "Questo è importante.", kLikely));
  EXPECT_TRUE(StaysIn(Section::kStoriaPonderale, "Questo è un aumento di peso.", kLikely));
  EXPECT_TRUE(StaysIn(Section::kStoriaPonderale, "Questo è di 3 anni fa.", kLikely));
}

TEST(Placement, MaskAndIllnessAreKnownAsARecogniserWritesThem) {
  for (const auto* said : {"La ci pap non la metto.", "Ho la cipap."}) {
    const Reading reading(said);
    EXPECT_TRUE(reading.HasTag(reading.clauses[0].range, BuiltInLexicon().Tag("drug_form"))) << said;
  }
  const Reading illness("Il parchinson.");
  EXPECT_TRUE(illness.HasTag(illness.clauses[0].range, BuiltInLexicon().Tag("condition")));
}

TEST(Placement, AllergyKeepsWhatFollowsItInItsClause) {
  const Reading reading(LongVisit("Allergia: la medicina per la malaria, la clorochina.", "Piove."));
  std::vector<LabelScores> p(reading.clauses.size(), Hesitating(Section::kStoriaMedica, 0, Section::kMotivoVisita, 0));
  p[0] = Hesitating(Section::kStoriaMedica, 1, Section::kMotivoVisita, 0);
  const auto drafts = Condense(reading, PlaceClauses(reading, p), p, RelevanceModel("middle -4\nlast -4\n"));
  ASSERT_FALSE(drafts.empty());
  EXPECT_EQ(drafts.front().ranges.back().last, reading.clauses[0].range.last);
  EXPECT_EQ(drafts.front().ranges.size(), 1U);
}

TEST(Placement, WhoMayNotDriveIsNoSmallTalk) {
  for (const auto* said : {"Per un mese lei al volante dell'autobus non ci sta.", "Niente guida.", "Lei non guidi."}) {
    const Reading reading(said);
    EXPECT_TRUE(ForbidsDriving(reading, reading.clauses[0].range)) << said;
  }
  for (const auto* said : {"Mio marito canta al volante.", "Niente pane.", "La guida del museo parlava."}) {
    const Reading reading(said);
    EXPECT_FALSE(ForbidsDriving(reading, reading.clauses[0].range)) << said;
  }
}

TEST(Placement, TheWishForAChildAndLowSugarStay) {
  for (const auto* said : {"Io e Davide vogliamo fare un bebè.", "E vorremmo un bambino.", "Due aborti spontanei.",
                           "La macchinetta diceva cinquantaquattro.", "Pompelmo mai più."}) {
    const Reading reading(said);
    EXPECT_TRUE(MustStay(reading, reading.clauses[0].range)) << said;
  }
  for (const auto* said : {"Il bambino dorme.", "La macchinetta del caffè.", "Non mangio più pane.", "Mai più."}) {
    const Reading reading(said);
    EXPECT_FALSE(MustStay(reading, reading.clauses[0].range)) << said;
  }
}

TEST(Placement, AQuestionNeverStandsWithoutItsAnswer) {
  const Reading reading(LongVisit("Il diabete? Sparito.", "Piove."));
  std::vector<LabelScores> p(reading.clauses.size(), Hesitating(Section::kStoriaMedica, 0, Section::kMotivoVisita, 0));
  p[0] = p[1] = Hesitating(Section::kStoriaMedica, 1, Section::kMotivoVisita, 0);
  const auto drafts = Condense(reading, PlaceClauses(reading, p), p, RelevanceModel("question 9\nanswer -9\n"));
  ASSERT_FALSE(drafts.empty());
  EXPECT_EQ(drafts.front().ranges.back().last, reading.clauses[1].range.last);
}

TEST(Placement, FewWordsWithWhichASentenceBeginsStayWithItsRest) {
  const Reading reading(LongVisit("Tavoletta: da portare sempre nella borsa.", "Piove."));
  std::vector<LabelScores> p(reading.clauses.size(), Hesitating(Section::kStoriaMedica, 0, Section::kMotivoVisita, 0));
  p[0] = Hesitating(Section::kNoteSpecialista, 1, Section::kMotivoVisita, 0);
  const auto begins = [&](std::string_view relevance) {
    const auto drafts = Condense(reading, PlaceClauses(reading, p), p, RelevanceModel(relevance));
    return !drafts.empty() && drafts.front().ranges.front().first == 0;
  };
  EXPECT_TRUE(begins("first -2\nlast 4\n"));
  EXPECT_FALSE(begins("first -4\nlast 4\n"));
}

TEST(Placement, AWeightOfAnotherMonthStandsInItsHistory) {
  const Report report = Analyze(
      "Atorvastatina 20 invariata. Peso a giugno 73,9. Segue lo schema a pranzo. Peso oggi 71,2, altezza 162, "
      "pressione 120/80.",
      {});
  const std::string weights = SectionText(report, Section::kStoriaPonderale);
  EXPECT_NE(weights.find("73,9"), std::string::npos) << weights;
  EXPECT_EQ(weights.find("71,2"), std::string::npos) << weights;
}

TEST(Placement, HowSomebodyCameIsNoReason) {
  const LabelScores chat = Hesitating(Section::kMotivoVisita, 0.01, Section::kStoriaMedica, 0);
  const LabelScores unsure = Hesitating(Section::kMotivoVisita, 0.22, Section::kStoriaMedica, 0.1);
  const auto is_reason = [](const LabelScores& first) {
    const Reading reading(LongVisit("Sono venuta in motorino.", "Piove."));
    std::vector<LabelScores> p(reading.clauses.size(),
                               Hesitating(Section::kMotivoVisita, 0, Section::kPuntiCritici, 0));
    p[0] = first;
    return StandsIn(PlaceClauses(reading, p), Section::kMotivoVisita);
  };
  EXPECT_FALSE(is_reason(chat));
  EXPECT_TRUE(is_reason(unsure));
}

TEST(Placement, WhatIsComplainedOfWhileTheVisitOpensIsAReason) {
  const auto is_reason = [](std::size_t clauses_before, double likely) {
    std::string visit;
    for (std::size_t i = 0; i < clauses_before; ++i) visit += "Prende il ramipril. ";
    visit += "Ho la gotta. ";
    for (std::size_t i = 0; i < 40; ++i) visit += "Prende il ramipril. ";
    const Reading reading(visit);
    LabelScores history{};
    history[static_cast<std::size_t>(Section::kStoriaMedica)] = 1;
    std::vector<LabelScores> p(reading.clauses.size(), history);
    p[clauses_before][static_cast<std::size_t>(Section::kStoriaMedica)] = 1 - likely;
    p[clauses_before][static_cast<std::size_t>(Section::kMotivoVisita)] = likely;
    return StandsIn(PlaceClauses(reading, p), Section::kMotivoVisita);
  };
  EXPECT_TRUE(is_reason(1, 0.03));
  EXPECT_FALSE(is_reason(1, 0.01));
  EXPECT_FALSE(is_reason(6, 0.03));
}

TEST(Placement, ALossOfThisYearIsTaleOfTheMoodToo) {
  for (const auto* said : {"Papà è morto a giugno.", "Mia moglie è mancata due mesi fa."}) {
    const Reading reading(said);
    EXPECT_EQ(HomeOf(reading, reading.clauses[0]), Section::kFattoriPsi) << said;
  }
  for (const auto* said :
       {"Papà è morto a settant'anni.", "Mio nonno è morto nel 1998 a giugno.", "È morto a giugno."}) {
    const Reading reading(said);
    EXPECT_NE(HomeOf(reading, reading.clauses[0]), Section::kFattoriPsi) << said;
  }
}

}  // namespace
}  // namespace scriba::clinical
