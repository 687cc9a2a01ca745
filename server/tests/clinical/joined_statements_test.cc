// What was said in one breath stands in one sentence, and no joining changes what a sentence means.
#include "clinical/writing/joined_statements.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace scriba::clinical {
namespace {

/// What was said (a part of the talk), and how it is written; the talk is ASCII.
struct Piece {
  std::string_view said;
  std::string written;
  bool negated = false;
};

Report ReportOf(std::string_view talk, const std::vector<Piece>& pieces) {
  Report report;
  for (const Piece& piece : pieces) {
    const std::size_t begin = talk.find(piece.said);
    EXPECT_NE(begin, std::string_view::npos) << piece.said;
    Statement statement{.text = piece.written, .negated = piece.negated};
    statement.evidence.push_back({begin, begin + piece.said.size()});
    report[Section::kStoriaMedica].push_back(std::move(statement));
  }
  JoinScraps(Reading(talk), report);
  return report;
}

std::vector<std::string> TextsOf(std::string_view talk, const std::vector<Piece>& pieces) {
  std::vector<std::string> texts;
  const Report report = ReportOf(talk, pieces);
  for (const Statement& statement : report[Section::kStoriaMedica]) texts.push_back(statement.text);
  return texts;
}

using Texts = std::vector<std::string>;

TEST(JoinedStatements, ADoseStaysWithItsDrug) {
  const Report report = ReportOf(
      "Il ferro, in compresse. Una al giorno, da ottanta.",
      {{"Il ferro, in compresse.", "Ferro, in compresse."}, {"Una al giorno, da ottanta.", "Una al giorno, da 80."}});
  const auto& history = report[Section::kStoriaMedica];
  ASSERT_EQ(history.size(), 1U);
  EXPECT_EQ(history[0].text, "Ferro, in compresse, una al giorno, da 80.");
  EXPECT_EQ(history[0].evidence, (std::vector<Span>{{0, 23}, {24, 50}}));
}

TEST(JoinedStatements, WhatIsToBeVerifiedStaysSo) {
  const std::string_view talk = "Aspart. Trentotto al giorno.";
  Report report;
  report[Section::kStoriaMedica] = {{.text = "Aspart.", .evidence = {{0, 7}}},
                                    {.text = "38 al giorno.", .evidence = {{8, 28}}, .support = Support::kToVerify}};
  JoinScraps(Reading(talk), report);
  ASSERT_EQ(report[Section::kStoriaMedica].size(), 1U);
  EXPECT_EQ(report[Section::kStoriaMedica][0].support, Support::kToVerify);
}

TEST(JoinedStatements, ADenialDoesNotSpread) {
  EXPECT_EQ(TextsOf("Allergie nessuna. Asma da bambino.",
                    {{"Allergie nessuna.", "Nega allergie.", true}, {"Asma da bambino.", "Asma da bambino."}}),
            (Texts{"Nega allergie.", "Asma da bambino."}));
  EXPECT_EQ(TextsOf("Asma da bambino. Allergie nessuna.",
                    {{"Asma da bambino.", "Asma da bambino."}, {"Allergie nessuna.", "Nega allergie.", true}}),
            (Texts{"Asma da bambino.", "Nega allergie."}))
      << "two of a kind stay apart";
  EXPECT_EQ(TextsOf("Non fumo. Sei caffe al giorno.",
                    {{"Non fumo.", "Non fuma.", true}, {"Sei caffe al giorno.", "6 caffe al giorno."}}),
            (Texts{"Non fuma.", "6 caffe al giorno."}));
}

TEST(JoinedStatements, AnIllnessStaysWithWhoHadIt) {
  EXPECT_EQ(TextsOf("Mio padre. Di cirrosi, a sessanta anni.",
                    {{"Mio padre.", "Padre."}, {"Di cirrosi, a sessanta anni.", "Di cirrosi, a 60 anni."}}),
            (Texts{"Padre, di cirrosi, a 60 anni."}));
  EXPECT_EQ(TextsOf("Mia madre ha il diabete. Ipertensione da dieci anni.",
                    {{"Mia madre ha il diabete.", "Madre ha diabete."},
                     {"Ipertensione da dieci anni.", "Ipertensione da 10 anni."}}),
            (Texts{"Madre ha diabete.", "Ipertensione da 10 anni."}));
  EXPECT_EQ(TextsOf("Ipertensione. Mia madre uguale.",
                    {{"Ipertensione.", "Ipertensione."}, {"Mia madre uguale.", "Madre uguale."}}),
            (Texts{"Ipertensione.", "Madre uguale."}));
}

TEST(JoinedStatements, WhatIsSaidOfOneDrugIsNotReadOfAnother) {
  EXPECT_EQ(TextsOf("Il ramipril. La metformina, smessa.",
                    {{"Il ramipril.", "Ramipril."}, {"La metformina, smessa.", "Metformina, smessa."}}),
            (Texts{"Ramipril.", "Metformina, smessa."}));
}

TEST(JoinedStatements, ADrugStandsWithTheWordsThatDenyIt) {
  EXPECT_EQ(TextsOf("In gravidanza la metformina. Io non gliela do, insulina rapida ai pasti nemmeno, per adesso.",
                    {{"In gravidanza la metformina.", "In gravidanza metformina."},
                     {"Io non gliela do, insulina rapida ai pasti nemmeno, per adesso.",
                      "Io non gliela do, insulina rapida ai pasti nemmeno, per adesso.", true}}),
            (Texts{"In gravidanza metformina, io non gliela do, insulina rapida ai pasti nemmeno, per adesso."}));
  EXPECT_EQ(TextsOf("Linagliptin resta. Dapagliflozin non lo rimettiamo.",
                    {{"Linagliptin resta.", "Linagliptin resta."},
                     {"Dapagliflozin non lo rimettiamo.", "Dapagliflozin non lo rimettiamo.", true}}),
            (Texts{"Linagliptin resta.", "Dapagliflozin non lo rimettiamo."}));
}

TEST(JoinedStatements, WordsOrAQuestionBetweenPart) {
  EXPECT_EQ(TextsOf("Il ferro. Bella giornata, eh. Una al giorno.",
                    {{"Il ferro.", "Ferro."}, {"Una al giorno.", "Una al giorno."}}),
            (Texts{"Ferro.", "Una al giorno."}));
  EXPECT_EQ(
      TextsOf("Il ferro. Quante al giorno? Una.", {{"Il ferro.", "Ferro."}, {"Quante al giorno?", "Al giorno: una."}}),
      (Texts{"Ferro.", "Al giorno: una."}));
}

TEST(JoinedStatements, WholeSentencesStayApart) {
  const std::string first = "La mattina prendo il caffe con due biscotti e una mela.";
  const std::string second = "A pranzo mangio la pasta con il sugo che fa mia moglie.";
  EXPECT_EQ(TextsOf(first + " " + second, {{first, first}, {second, second}}), (Texts{first, second}));
}

TEST(JoinedStatements, CapitalsAndQuotationsGoOn) {
  EXPECT_EQ(TextsOf("Controllato. TSH due.", {{"Controllato.", "Controllato."}, {"TSH due.", "TSH 2."}}),
            (Texts{"Controllato, TSH 2."}));
  EXPECT_EQ(
      TextsOf("Da ragazza. E sempre cosi.", {{"Da ragazza.", "Da ragazza."}, {"E sempre cosi.", "È sempre così."}}),
      (Texts{"Da ragazza, è sempre così."}));
  EXPECT_EQ(
      TextsOf("Facevo basket. Ho smesso.", {{"Facevo basket.", "«Facevo basket»."}, {"Ho smesso.", "«Ho smesso»."}}),
      (Texts{"«Facevo basket, ho smesso»."}));
}

TEST(JoinedStatements, WhatPointsBackStandsWithWhatItSpeaksOf) {
  EXPECT_EQ(
      TextsOf("La gotta no. Quella ce l'aveva mio padre.",
              {{"La gotta no.", "Gotta no.", true}, {"Quella ce l'aveva mio padre.", "Quella ce l'aveva padre."}}),
      (Texts{"Gotta no, quella ce l'aveva padre."}));
  EXPECT_EQ(
      TextsOf("E la celiachia, mi ricordavo qualcosa. Quello e il fratello piccolo.",
              {{"E la celiachia,", "Celiachia."}, {"Quello e il fratello piccolo.", "Quello è fratello piccolo."}}),
      (Texts{"Celiachia, quello è fratello piccolo."}));
  EXPECT_EQ(TextsOf("Diabete di tipo uno. Da quando avevo nove anni la celiachia.",
                    {{"Diabete di tipo uno.", "Diabete di tipo uno."},
                     {"Da quando avevo nove anni la celiachia.", "Da quando aveva 9 anni celiachia."}}),
            (Texts{"Diabete di tipo uno, da quando aveva 9 anni celiachia."}));
  EXPECT_EQ(TextsOf("Cammino molto. Quella ce l'aveva mio padre, la gotta.",
                    {{"Cammino molto.", "Cammina molto."},
                     {"Quella ce l'aveva mio padre, la gotta.", "Quella ce l'aveva padre, gotta."}}),
            (Texts{"Cammina molto.", "Quella ce l'aveva padre, gotta."}));
}

}  // namespace
}  // namespace scriba::clinical
