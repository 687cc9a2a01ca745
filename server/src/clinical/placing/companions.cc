#include "clinical/placing/companions.h"

#include <algorithm>
#include <array>
#include <string>

namespace scriba::clinical {
namespace {

/// So many clauses after what somebody says of himself the doctor turns back to the patient.
constexpr std::size_t kTurnsBack = 3;

/// "Io alla penicillina", "mio fratello ha avuto tre infarti", "quelli li ho io, | che faccio l'insulina".
bool TellsOfSelf(const Reading& reading, std::size_t clause) {
  static const std::array<TagIndex, 2> kWho{BuiltInLexicon().Tag("first_person"), BuiltInLexicon().Tag("relative")};
  static const std::array<TagIndex, 4> kWhat{BuiltInLexicon().Tag("condition"), BuiltInLexicon().Tag("drug"),
                                             BuiltInLexicon().Tag("allergy"), BuiltInLexicon().Tag("surgery")};
  const Clause& said = reading.clauses[clause];
  const bool goes_on = clause > 0 && reading.clauses[clause - 1].sentence == said.sentence;
  const TokenIndex first = goes_on ? reading.clauses[clause - 1].range.first : said.range.first;
  if (!reading.HasAnyOf({first, said.range.last}, kWho)) return false;
  return reading.HasAnyOf(said.range, kWhat) || reading.text.HasWord(said.range, "insulina");
}

/// "Di lei parliamo un'altra volta", "oggi tocca a lui", "non è parente di sangue".
bool TurnsAway(const Reading& reading, TokenRange range) {
  constexpr WordSet kCompanions{"lei", "te", "voi", "suo", "sua"};
  const Text& text = reading.text;
  bool of_companion = false;
  bool denies = false;
  for (TokenIndex at = range.first; at < range.last; ++at) {
    const std::string_view word = text.Word(at);
    of_companion = of_companion || IsAny(word, kCompanions);
    denies = denies || word == "non";
    if (word == "altra" && text.Word(at + 1) == "volta" && of_companion) return true;
    if (word == "tocca" && text.Word(at + 1) == "a" && (text.Word(at + 2) == "lui" || text.Word(at + 2) == "lei")) {
      return true;
    }
    if (denies && word.starts_with("parent") && text.Word(at + 1) == "di" && text.Word(at + 2) == "sangue") return true;
  }
  return false;
}

/// "Zuccheri bassi?" "Mai avuti." "Quelli li ho io, che faccio l'insulina." "Lui no.": what follows a denial and is
/// said of oneself, and then not of the patient. Without that denial it may be the patient who says "lui no".
bool ContrastsWithPatient(const Reading& reading, std::size_t clause) {
  constexpr std::size_t kWordsOfDenial = 2;
  constexpr WordSet kDenials{"no", "mai", "nessuno", "nessuna", "niente", "non"};
  constexpr WordSet kHim{"lui", "lei"};
  std::size_t first = clause;
  while (first > 0 && reading.clauses[first - 1].sentence == reading.clauses[clause].sentence) --first;
  if (first == 0 || clause + 1 >= reading.clauses.size()) return false;
  const TokenRange denial = reading.clauses[first - 1].range;
  const TokenRange next = reading.clauses[clause + 1].range;
  return !reading.clauses[first - 1].is_question && reading.WordsIn(denial) <= kWordsOfDenial &&
         IsAny(reading.text.Word(denial.first), kDenials) && reading.WordsIn(next) == 2 &&
         IsAny(reading.text.Word(next.first), kHim) && reading.text.Word(next.first + 1) == "no";
}

/// "Naima", "lei", "tu".
bool NamesPerson(const Reading& reading, TokenIndex at) {
  constexpr WordSet kPronouns{"lei", "lui", "tu"};
  const std::string word = reading.text.Original(at);
  return IsAny(reading.text.Word(at), kPronouns) || (word.front() >= 'A' && word.front() <= 'Z');
}

/// Whether the doctor turns back to the patient, which is no statement itself.
bool EndsTalkOfCompanion(const Reading& reading, std::size_t clause) {
  if (!TurnsAway(reading, reading.clauses[clause].range)) return false;
  for (std::size_t back = 1; back <= std::min(kTurnsBack, clause); ++back) {
    if (TellsOfSelf(reading, clause - back)) return true;
  }
  return false;
}

}  // namespace

std::optional<std::size_t> AskedOfPatient(const Reading& reading, std::size_t question) {
  static const TagIndex kAllergy = BuiltInLexicon().Tag("allergy");
  const TokenRange range = reading.clauses[question].range;
  if (!reading.clauses[question].is_question || reading.WordsIn(range) != 2 || reading.text.Word(range.first) != "e" ||
      !NamesPerson(reading, range.first + 1))
    return std::nullopt;
  for (std::size_t back = 2; back <= std::min(kTurnsBack, question); ++back) {
    const Clause& before = reading.clauses[question - back];
    if (before.is_question)
      return reading.HasTag(before.range, kAllergy) ? std::optional(question - back) : std::nullopt;
  }
  return std::nullopt;
}

bool IsOfCompanion(const Reading& reading, std::size_t clause) {
  if (reading.clauses[clause].is_question) return false;
  if (!TellsOfSelf(reading, clause)) return EndsTalkOfCompanion(reading, clause);
  if (ContrastsWithPatient(reading, clause)) return true;
  const std::size_t last = std::min(clause + kTurnsBack, reading.clauses.size() - 1);
  for (std::size_t next = clause + 1; next <= last; ++next) {
    const TokenRange range = reading.clauses[next].range;
    if (!reading.clauses[next].is_question && TurnsAway(reading, range)) return true;
    if (!reading.clauses[next].is_question) continue;
    const auto asked = AskedOfPatient(reading, next);
    return asked && *asked < clause;
  }
  return false;
}

}  // namespace scriba::clinical
