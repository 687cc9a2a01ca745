// Text of a recogniser that writes no punctuation: where it is cut, what asks, and how it reads in the report.
#include "clinical/reading/marks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "clinical/reading/reading.h"
#include "clinical/writing/wording.h"

namespace scriba::clinical {
namespace {

namespace fs = std::filesystem;

const std::string kUnmarked =
    "buongiorno signora come sta bene grazie quanto pesa adesso ottantotto chili prende farmaci sì la metformina da "
    "cinquecento due volte al giorno allergie no nessuna fuma dieci sigarette al giorno cosa mangia a colazione un "
    "caffè "
    "e due biscotti fa attività fisica poca cammino mezz'ora la domenica";

std::set<std::uint32_t> PausesOf(const Reading& reading) {
  std::set<std::uint32_t> places;
  for (const Clause& clause : reading.clauses) places.insert(reading.text[clause.range.first].begin);
  places.erase(0);
  return places;
}

bool IsPause(std::string_view mark) {
  return mark == "," || mark == "." || mark == "?" || mark == "!" || mark == ":" || mark == ";";
}

/// A punctuated talk with spaces for its marks, and where the words after them begin.
struct Blanked {
  std::string utf8;
  std::set<std::uint32_t> pauses;
};

Blanked Blank(const std::string& transcript) {
  const Text marked(transcript);
  icu::UnicodeString blanked = marked.utf16();
  Blanked result;
  bool pause = false;
  for (const Token& token : marked.tokens()) {
    if (token.kind == TokenKind::kMark && IsPause(token.folded)) {
      pause = true;
      blanked.setCharAt(static_cast<int32_t>(token.begin), u' ');
    } else if (pause) {
      result.pauses.insert(token.begin);
      pause = false;
    }
  }
  blanked.toUTF8String(result.utf8);
  return result;
}

TEST(Marks, APieceThatAsksIsAQuestionAlsoWithoutItsMark) {
  const Reading reading(kUnmarked);
  std::vector<std::string> questions;
  for (const Clause& clause : reading.clauses) {
    if (clause.is_question) questions.push_back(reading.text.Original(reading.text.SpanOf(clause.range)));
  }
  const auto asks = [&](std::string_view words) {
    return std::any_of(questions.begin(), questions.end(),
                       [&](const std::string& question) { return question.starts_with(words); });
  };
  EXPECT_TRUE(asks("prende farmaci"));
  EXPECT_TRUE(asks("cosa mangia"));
  EXPECT_FALSE(asks("dieci sigarette"));
  EXPECT_FALSE(asks("ottantotto"));
}

TEST(Marks, TheReportHasAMarkWhereSpeechPauses) {
  const Reading reading(
      "peso ottantotto altezza centosessantadue glicemia centododici colesterolo totale duecentoquaranta trigliceridi "
      "centottanta");
  const std::string written = WriteSentence(reading, {{0, reading.text.size()}}, nullptr);
  EXPECT_EQ(written, "Peso 88, altezza 162, glicemia 112, colesterolo totale 240, trigliceridi 180.");
}

TEST(Marks, NoneJoinsNumbersThatWereSaidApart) {
  // Speech pauses before every "a", and nothing asks.
  const MarkModel marks("bias: -9\nc:a 18\n?bias: -9\n");
  const Reading reading("sulla bilancia peso novantasei e due a pranzo di quest'anno mentre adesso non lo so", marks);
  ASSERT_EQ(PausesOf(reading).size(), 1U);
  const std::string written = WriteSentence(reading, {{0, reading.text.size()}});
  EXPECT_NE(written.find("96 e 2 a pranzo"), std::string::npos) << written;
}

TEST(Marks, WrittenOnesStand) {
  const Reading reading("Fuma? Dieci sigarette al giorno. Beve vino a cena, una birra il sabato. Allergie? Nessuna.");
  EXPECT_FALSE(reading.is_unmarked);
  EXPECT_FALSE(reading.PausesBefore(2));
}

/// A talk in which a full stop stands after every fourth word.
std::string WithStrayMarks(std::string_view talk) {
  std::string strayed;
  std::size_t words = 0;
  for (const char c : talk) {
    if (c == ' ' && ++words % 4 == 0) strayed += '.';
    strayed += c;
  }
  return strayed;
}

constexpr std::string_view kUnmarkedTalk =
    "buongiorno mi dica quanti anni ha ho quarantadue anni e vorrei perdere peso allergie sono allergica alla "
    "penicillina "
    "che farmaci prende la metformina da mille due volte al giorno fuma no ho smesso nel duemiladieci venga sulla "
    "bilancia "
    "ottantaquattro e due altezza un metro e sessantuno la pressione centotrenta su ottantacinque";

TEST(Marks, PutAnywhereAreReadAsNone) {
  const std::string strayed = WithStrayMarks(kUnmarkedTalk);
  const Reading reading(strayed);
  EXPECT_TRUE(reading.is_unmarked);
  EXPECT_EQ(reading.text.size(), Reading(kUnmarkedTalk).text.size());
  for (TokenIndex at = 0; at < reading.text.size(); ++at) EXPECT_FALSE(reading.text.IsMark(at));
}

TEST(Marks, ThatWereDictatedStandWhereTheyWereSaid) {
  std::string dictated = WithStrayMarks(kUnmarkedTalk);
  for (std::size_t at = dictated.find('.'); at != std::string::npos; at = dictated.find('.', at)) {
    dictated.replace(at, 1, " punto");
  }
  EXPECT_FALSE(Reading(dictated).is_unmarked);
}

TEST(Marks, PutAnywhereLeaveWordsAndValuesInTheirPlace) {
  const std::string strayed = WithStrayMarks(kUnmarkedTalk);
  const Text text(strayed);
  const Reading reading(strayed);
  EXPECT_EQ(text.utf16().length(), reading.text.utf16().length());
  for (const Number& number : reading.numbers) {
    const Span span = reading.text.SpanOf(number.range);
    EXPECT_EQ(FindNumbers(Text(text.Original(span))).front().value, number.value) << text.Original(span);
  }
}

// Talks that the model was not fitted on. Both shares were 0.7 when it was fitted.
TEST(Marks, PausesOfTalksThatNoModelSawAreFound) {
  double found = 0, right = 0, all = 0;
  for (const auto& entry :
       fs::directory_iterator(fs::path(SCRIBA_SOURCE_DIR) / "server/tests/golden/clinical/unseen")) {
    std::ifstream file(entry.path());
    const auto transcript = nlohmann::json::parse(file).at("transcript").get<std::string>();
    if (IsUnmarked(Text(transcript))) continue;
    const Blanked blanked = Blank(transcript);
    const Reading reading(blanked.utf8);
    ASSERT_TRUE(reading.is_unmarked);
    for (const std::uint32_t place : PausesOf(reading)) {
      found += 1;
      right += blanked.pauses.contains(place) ? 1 : 0;
    }
    all += static_cast<double>(blanked.pauses.size());
  }
  ASSERT_GT(all, 0);
  EXPECT_GT(right / found, 0.6);
  EXPECT_GT(right / all, 0.55);
}

}  // namespace
}  // namespace scriba::clinical
