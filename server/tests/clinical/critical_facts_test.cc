// What a doctor could not forgive a report for leaving out: allergies, doses, alarm signs, thoughts of self-harm.
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "clinical/analyze.h"
#include "clinical/placing/field_knowledge.h"
#include "clinical/reading/reading.h"
#include "clinical/writing/report_text.h"

namespace scriba::clinical {
namespace {

std::vector<std::string> TunedTranscripts() {
  std::vector<std::string> texts;
  const auto golden = std::filesystem::path(SCRIBA_SOURCE_DIR) / "server/tests/golden/clinical";
  for (const auto* folder : {"tuned", "own_tuned"}) {
    for (const auto& entry : std::filesystem::directory_iterator(golden / folder)) {
      std::ifstream file(entry.path());
      texts.push_back(nlohmann::json::parse(file).at("transcript").get<std::string>());
    }
  }
  return texts;
}

bool IsReported(const Report& report, const Span& span) {
  for (const Section section : AllSections()) {
    for (const Statement& statement : report[section]) {
      for (const Span& evidence : statement.evidence) {
        if (evidence.begin < span.end && evidence.end > span.begin) return true;
      }
    }
  }
  return false;
}

TEST(CriticalFacts, AreNeverLeftOutOfTheTunedTalks) {
  for (const std::string& transcript : TunedTranscripts()) {
    const Reading reading(transcript);
    const Report report = Analyze(transcript, {});
    for (const Clause& clause : reading.clauses) {
      if (clause.is_question || !MustStay(reading, clause.range)) continue;
      const Span span = reading.text.SpanOf(clause.range);
      EXPECT_TRUE(IsReported(report, span)) << reading.text.Original(span);
    }
  }
}

/// A visit that goes on and on about other things around one fact.
std::string AmongSmallTalk(const std::string& fact) {
  constexpr std::array kTalk{"Che traffico, stamattina.", "Ha visto la partita di ieri?",
                             "Mia cugina si sposa a giugno.", "Il parcheggio costa due euro.",
                             "Il computer si è bloccato di nuovo."};
  std::string talk = "Buongiorno, vorrei dimagrire. ";
  for (int round = 0; round < 6; ++round) {
    for (const std::string chat : kTalk) talk += chat + " ";
    if (round == 3) talk += fact + " ";
  }
  return talk +
         "Peso ottanta chili, altezza un metro e settanta. Mangio pasta a pranzo. Cammino poco. Ci vediamo tra un "
         "mese.";
}

TEST(CriticalFacts, StandAmongSmallTalk) {
  constexpr std::array kFacts{"Sono allergica alla penicillina.",
                              "Sono incinta di dieci settimane.",
                              "Prendo il warfarin da cinque milligrammi.",
                              "A volte penso di farla finita.",
                              "Sono svenuta due volte in un mese.",
                              "Ho avuto un'embolia polmonare.",
                              "Il contrasto iodato è controindicato.",
                              "Le transaminasi sono normali.",
                              "Mio zio si è ucciso.",
                              "Non bevo alcolici.",
                              "Mi hanno tolto la colecisti.",
                              "Mi abbuffo di notte.",
                              "Ai crostacei mi si chiude la gola.",
                              "Pensa mai di farla finita? Ho pensato di chiudere il negozio. Di chiudere me, no.",
                              "La vedo tra un mese e mezzo.",
                              "L'anno scorso mi graffiavo le braccia con il compasso.",
                              "Stamattina la mando al Regina Margherita, in reparto.",
                              "Per un mese lei al volante dell'autobus non ci sta.",
                              "Da lunedì vedo doppio.",
                              "Nella lettera per la collega non ce lo scriva.",
                              "Mia moglie vuole che le dica che ho avuto la gotta.",
                              "Una collega le ha misurato lo zucchero al capolinea: quarantotto.",
                              "La gliclazide la leviamo da domani, contento?",
                              "Stamattina ho visto sangue.",
                              "Semaglutide da uno, il giovedì."};
  for (const std::string fact : kFacts) {
    const std::string talk = AmongSmallTalk(fact);
    const auto begin = static_cast<std::size_t>(Text(talk.substr(0, talk.find(fact))).utf16().length());
    const auto end = begin + static_cast<std::size_t>(Text(fact).utf16().length());
    EXPECT_TRUE(IsReported(Analyze(talk, {}), Span{static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)}))
        << fact;
  }
}

/// Whether a drug is still taken, and how, is said in a few words after it.
TEST(CriticalFacts, KeepTheWordsThatCompleteThem) {
  constexpr std::array<std::array<std::string_view, 3>, 29> kFacts{
      {{"Mio fratello Aldo è mancato a settembre. Un ictus.", "settembre, ictus", "storia_medica"},
       {"Il ciclo? Non mi viene. Da quattordici mesi.", "da 14 mesi", "storia_medica"},
       {"Che cosa le hanno trovato? Le apnee. Gravi.", "Apnee, gravi", "storia_medica"},
       {"Colpi di sonno al volante? Dottoressa, resta qui dentro? Uno.", "olpi di sonno al volante: Uno",
        "storia_medica"},
       {"I formicolii? Ce li ho ancora, mani e piedi, i piedi soprattutto.", "Formicolii", "storia_medica"},
       {"Prende la pillola? L'ho presa fino a due anni fa, poi l'ho smessa.", "illola", "storia_medica"},
       {"Il massimo quando sono andato in pensione dalla Fiat: centotré.", "Fiat: 103", "storia_ponderale"},
       {"I gamberi mi gonfiano la bocca.", "amberi", "storia_medica"},
       {"Le fragole? Mi riempio di bolle.", "bolle", "storia_medica"},
       {"La pastiglia della tiroide da cento l'avevo prima. Adesso è da centododici.", "112", "storia_medica"},
       {"Gli anticoagulanti diretti? Con una valvola meccanica non si possono usare.", "nticoagulanti",
        "note_specialista"},
       {"Tamsulosina da 0,4 per un mese, finita.", "finita", "storia_medica"},
       {"Levotiroxina settantacinque, a stomaco vuoto, prima di colazione.", "a stomaco vuoto", "storia_medica"},
       {"Levotiroxina centododici appena sveglia con l'acqua, un'ora intera prima della colazione.",
        "prima della colazione", "storia_medica"},
       {"Denosumab sessanta milligrammi ogni sei mesi, dal ginecologo, l'ultima a gennaio.", "ultima a gennaio",
        "storia_medica"},
       {"Mi taglio, ogni tanto, per la foto.", "ogni tanto", "fattori_psi"},
       {"Alle nocciole sì, mamma mia, mi si chiude la gola.", "nocciole", "storia_medica"},
       {"Prende il topiramato per l'emicrania. Settantacinque.", "emicrania. 75", "storia_medica"},
       {"Prendo la lisinopril, quella piccola da cinque, mezza.", "da 5, mezza", "storia_medica"},
       {"Il dapagliflozin me l'avevano dato, ma mi è venuta l'infezione, due volte, e me l'hanno levato.", "levato",
        "storia_medica"},
       {"Mia cognata dice di farmi dare la semaglutide. No, allatta: non si può.", "non si può", "note_specialista"},
       {"La vita era centoventiquattro, oggi centodiciannove.", "124, oggi 119", "esami_parametri"},
       {"Vitamina B12, mille microgrammi sotto la lingua al giorno.", "B12, 1000", "storia_medica"},
       {"Topiramato proposto dal neurologo, ma la paziente lo ha rifiutato per timore di perdere le parole.",
        "rifiutato", "storia_medica"},
       {"Nutrizione enterale con sondino: l'ho spiegata, il paziente la rifiuta per ora; la riproponiamo se entro sei "
        "settimane il peso scende sotto i settantaquattro.",
        "rifiuta per ora", "motivo_visita"},
       {"Il medico le aveva dato la rosuvastatina. Eh, è nel cassetto. Non l'ho mai cominciata.", "mai cominciata",
        "storia_medica"},
       {"E il ramipril? Resta uguale, ma mi misura la pressione a casa per due settimane.", "amipril: Resta uguale",
        "storia_medica"},
       {"Ha mai pensato di farla finita? Adesso no. E prima? A vent'anni. Ho preso le gocce.", "gocce", "fattori_psi"},
       {"Pensa mai di farla finita? Ho pensato di chiudere il negozio. Di chiudere me, no.", "chiudere me",
        "fattori_psi"}}};
  for (const auto& [fact, words, section] : kFacts) {
    const nlohmann::json report = ToJson(Analyze(AmongSmallTalk(std::string(fact)), {}));
    EXPECT_NE(report.at("sections").at(std::string(section)).dump().find(words), std::string::npos) << fact;
  }
}

}  // namespace
}  // namespace scriba::clinical
