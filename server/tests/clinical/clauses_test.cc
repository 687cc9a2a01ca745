#include "clinical/reading/reading.h"

#include <gtest/gtest.h>

#include <string>

namespace scriba::clinical {
namespace {

std::vector<std::string> Cut(std::string_view transcript) {
  const Reading reading(transcript);
  std::vector<std::string> pieces;
  for (const Clause& clause : reading.clauses)
    pieces.push_back(reading.text.Original(reading.text.SpanOf(clause.range)));
  return pieces;
}

TEST(Clauses, AreSentencesWhereThereIsPunctuation) {
  EXPECT_EQ(Cut("Fuma? Mai fumato. Bene."), (std::vector<std::string>{"Fuma?", "Mai fumato.", "Bene."}));
}

TEST(Clauses, AreShortPiecesWhereThereIsNone) {
  const auto pieces =
      Cut("allora dottore io prendo la pastiglia della pressione da tanti anni poi la colazione la faccio sempre con "
          "il latte e i "
          "biscotti e a pranzo mangio un piatto di pasta con il sugo e la sera la minestra");
  EXPECT_GT(pieces.size(), 3U);
}

TEST(Clauses, NeverCutANumber) {
  for (const std::string& piece :
       Cut("vediamo gli esami che ha portato allora la vitamina d nove la b dodici duecentodieci e poi il tsh due e "
           "sette dunque "
           "direi che va bene tutto quanto il resto lo guardiamo la prossima volta con calma")) {
    EXPECT_FALSE(piece.ends_with("due")) << piece;
  }
}

TEST(Clauses, NeverCutABrokenName) {
  for (const std::string& piece :
       Cut("allora le medicine che prende le dico io dottore sono la furosemide la mattina e poi il carve di lolo due "
           "volte al giorno e la sera la pastiglia per dormire che mi ha dato la dottoressa sostituta a maggio")) {
    EXPECT_FALSE(piece.ends_with("carve") || piece.ends_with("di")) << piece;
  }
}

TEST(Clauses, KeepWhatARelativeTakesForAnIllness) {
  bool is_whole = false;
  for (const std::string& piece :
       Cut("io dottore sto bene di tiroide è mamma che tiene la tiroidite di hashimoto prende l'eutirox la mia il tsh "
           "a gennaio era due e tre e poi mi hanno fatto fare anche la prolattina che era buona")) {
    is_whole = is_whole || (piece.find("mamma") != std::string::npos && piece.find("eutirox") != std::string::npos);
  }
  EXPECT_TRUE(is_whole);
}

TEST(Clauses, KeepARelativeWithHisAllergy) {
  bool is_whole = false;
  for (const std::string& piece :
       Cut("no solo quella e poi no no i gamberi li mangio mio cugino Ibra è allergico a gamberi io alla cefazolina in "
           "ospedale mi viene prurito tutto e gonfio")) {
    is_whole = is_whole || (piece.find("cugino") != std::string::npos && piece.find("allergico") != std::string::npos);
  }
  EXPECT_TRUE(is_whole);
}

TEST(Clauses, KeepADrugWithItsDoseAndWhatBecomesOfIt) {
  for (const char* spoken :
       {"allora il quadro è quello di una gravidanza cercata con il farmaco in corso programma sospendo la semaglutide "
        "da "
        "oggi e consiglio il preservativo fino a novembre poi possono cercare e ci rivediamo tra un mese con gli esami",
        "il vomito mi fa sospettare un restringimento e la tiroide adesso è troppa dunque tiamina in muscolo cento al "
        "giorno per cinque giorni comincia oggi la fa l'infermiera di là poi trecento per bocca per un mese"}) {
    for (const std::string& piece : Cut(spoken)) {
      EXPECT_FALSE(piece.ends_with("sospendo") || piece.ends_with("sospendo la")) << piece;
      EXPECT_FALSE(piece.ends_with("tiamina") || piece.ends_with("muscolo")) << piece;
    }
  }
}

TEST(Clauses, AnAnswerThatEndsByAskingIsNoQuestion) {
  const Reading reading("Ha mai pensato di farla finita? No, adesso meno che mai, chi lo cresce il bambino? No?");
  ASSERT_EQ(reading.clauses.size(), 3U);
  EXPECT_TRUE(reading.clauses[0].is_question);
  EXPECT_FALSE(reading.clauses[1].is_question);
  EXPECT_TRUE(reading.clauses[2].is_question);
}

TEST(Clauses, TellQuestionsFromStatements) {
  const Reading reading("Fuma? No. Siamo al controllo dei tre mesi, vero? Esatto. Beve ancora, vero? No, ho smesso.");
  std::vector<bool> questions;
  for (const Clause& clause : reading.clauses) questions.push_back(clause.is_question);
  EXPECT_EQ(questions, (std::vector<bool>{true, false, false, false, true, false}));
}

TEST(Clauses, WhoTellsDoesNotAsk) {
  for (const auto* said :
       {"E mi sono un po' abbattuto, sa?", "Dormo quattro ore, capisce?", "Mia moglie è malata, vede?",
        "L'ho smesso io, sai?", "La gliclazide la leviamo da domani, contento?", "Alza a venti la dose, va bene?",
        "La prende anche se non mangia, capito?", "Torna tra un mese, d'accordo?"}) {
    EXPECT_FALSE(Reading(std::string(said) + " Capisco.").clauses.front().is_question) << said;
  }
  for (const auto* asked :
       {"Chi lo sa? Nessuno.", "Il sonno va bene? Sì.", "È contento? Sì.", "Suo marito, contento? Sì.",
        "L'intestino, va bene? Sì.", "La gliclazide la leviamo da domani, va bene? No."}) {
    EXPECT_TRUE(Reading(asked).clauses.front().is_question) << asked;
  }
}

TEST(Clauses, CoverEveryWordOnce) {
  const Reading reading("Buongiorno, si accomodi. Ho 40 anni; peso: ottanta chili… e poi? Niente!");
  TokenIndex at = 0;
  for (const Clause& clause : reading.clauses) {
    EXPECT_EQ(clause.range.first, at);
    at = clause.range.last;
  }
  EXPECT_EQ(at, reading.text.size());
}

}  // namespace
}  // namespace scriba::clinical
