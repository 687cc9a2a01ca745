#include "clinical/placing/guesses.h"

#include "clinical/placing/answers.h"

namespace scriba::clinical {
namespace {

constexpr WordSet kDeems{"secondo", "crede", "credi", "pensa", "pensi", "immagina", "indovini", "indovina"};
/// A guess is said in so few words.
constexpr std::size_t kWordsOfGuess = 9;

bool AsksForGuess(const Reading& reading, TokenRange question) {
  bool deems = false, weighs = false, how_much = false;
  for (TokenIndex at = question.first; at < question.last; ++at) {
    const std::string_view word = reading.text.Word(at);
    deems = deems || IsAny(word, kDeems);
    weighs = weighs || word.starts_with("pesa") || word.starts_with("pesi");
    how_much = how_much || word == "quanto";
  }
  return deems && weighs && how_much;
}

}  // namespace

bool GuessesWeight(const Reading& reading, std::size_t clause) {
  const TokenRange range = reading.clauses[clause].range;
  if (reading.NumbersIn(range).empty() || reading.WordsIn(range) > kWordsOfGuess) return false;
  const auto asked = QuestionOf(reading, clause);
  return asked && AsksForGuess(reading, reading.clauses[*asked].range);
}

}  // namespace scriba::clinical
