#include "clinical/writing/reminders.h"

#include <algorithm>

#include "clinical/reading/number_context.h"

namespace scriba::clinical {
namespace {

/// Who is reminded says so within so many clauses, and in so many words.
constexpr std::size_t kReminded = 4;
constexpr std::size_t kWordsOfAgreeing = 4;
constexpr WordSet kAgreeing{"vero", "gia", "giusto", "ragione"};
constexpr WordSet kBeforeAgreeing{"ah", "e", "ha", "hai"};
/// "Ah, quella."
constexpr WordSet kRecalled{"quella", "quello", "quelle", "quelli"};
/// So many words has the question with which he is reminded.
constexpr std::size_t kWordsOfEcho = 3;

/// "Come niente?"
bool IsEcho(const Reading& reading, TokenRange range) {
  return reading.text.Word(range.first) == "come" && reading.WordsIn(range) <= kWordsOfEcho &&
         reading.text.HasAny(range, kDenials);
}

/// "Signore, e ottobre?"
bool AsksOfMonth(const Reading& reading, TokenRange range) {
  return reading.WordsIn(range) <= kWordsOfEcho && NamesMonth(reading.text, range);
}

}  // namespace

bool IsReminded(const Reading& reading, std::size_t denial) {
  const std::size_t last = std::min(denial + kReminded, reading.clauses.size() - 1);
  for (std::size_t i = denial + 1; i <= last; ++i) {
    const TokenRange range = reading.clauses[i].range;
    if (i == denial + 1 && (IsEcho(reading, range) || AsksOfMonth(reading, range))) continue;
    if (reading.clauses[i].is_question) return false;
    const std::string_view first = reading.text.Word(range.first);
    if (reading.WordsIn(range) > kWordsOfAgreeing || !IsAny(first, kBeforeAgreeing)) continue;
    // The one who is asked does not agree right after his own answer: there the doctor does.
    const bool recalls = first == "ah" && reading.text.HasAny(range, kRecalled);
    if (i > denial + 1 && (recalls || reading.text.HasAny(range, kAgreeing))) return true;
  }
  return false;
}

}  // namespace scriba::clinical
