// Punctuation that is dictated is read as punctuation; the same words in a talk are words.
#include "clinical/reading/dictation.h"

#include <gtest/gtest.h>

#include "clinical/analyze.h"
#include "clinical/reading/reading.h"
#include "clinical/writing/report_text.h"
#include "clinical/writing/wording.h"

namespace scriba::clinical {
namespace {

std::string Dictated(std::string_view text) {
  const Reading reading(text);
  return WriteSentence(reading, {TokenRange{0, reading.text.size()}});
}

TEST(Dictation, WritesTheMarksThatAreDictated) {
  EXPECT_EQ(
      Dictated("paziente di 44 anni virgola inviata dal curante aperta parentesi medico di base chiusa parentesi punto "
               "peso ottantaquattro virgola due virgola altezza centosessanta punto a capo"),
      "Paziente di 44 anni, inviata dal curante (medico di base). peso 84,2, altezza 160.");
}

TEST(Dictation, EndsASentenceAtADictatedPoint) {
  const Reading reading("nega allergie punto fuma dieci sigarette punto beve vino virgola poco punto");
  EXPECT_EQ(reading.clauses.size(), 3U);
}

TEST(Dictation, LeavesWordsOfATalkAlone) {
  EXPECT_EQ(Dictated("Il punto è questo, la glicata sei virgola cinque."), "Glicata 6,5.");
  EXPECT_EQ(Dictated("A che punto siamo?"), "A che punto siamo.");
}

TEST(Dictation, KeepsEvidenceInTheTranscript) {
  const std::string note =
      "nega allergie punto peso ottanta chili virgola altezza centosettanta punto assume ferro punto";
  const Report report = Analyze(note, {});
  for (const Section section : AllSections()) {
    for (const Statement& statement : report[section]) {
      for (const Span span : statement.evidence) EXPECT_LE(span.end, note.size());
      EXPECT_EQ(statement.text.find("virgola"), std::string::npos) << statement.text;
    }
  }
}

}  // namespace
}  // namespace scriba::clinical
