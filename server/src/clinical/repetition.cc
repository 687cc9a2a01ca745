#include "clinical/repetition.h"

#include <algorithm>
#include <set>
#include <string>

#include "clinical/text.h"

namespace scriba::clinical {
namespace {

/// Words shorter than this join others; only values count at any length.
constexpr std::size_t kShortestWord = 4;
constexpr std::size_t kStemLetters = 7;
/// A section of more statements than these is no talk of a visit, and comparing all pairs would take its time.
constexpr std::size_t kMostStatements = 400;

std::set<std::string> Essence(const std::string& statement) {
  std::set<std::string> words;
  const Text text(statement);
  for (TokenIndex at = 0; at < text.size(); ++at) {
    if (text.IsMark(at)) continue;
    const std::string word(text.Word(at));
    const bool value = text[at].kind == TokenKind::kNumber;
    const bool denial = word == "no" || word == "non" || word == "mai";
    if (value || denial || word.size() >= kShortestWord)
      words.insert(word.substr(0, value ? word.size() : kStemLetters));
  }
  return words;
}

bool IsRepeated(const Statement& statement, const Statement& other) {
  return statement.source == Source::kSaid && other.source == Source::kSaid && statement.negated == other.negated &&
         statement.who == other.who;
}

void LeaveOutOf(std::vector<Statement>& statements) {
  if (statements.size() > kMostStatements) return;
  std::vector<std::set<std::string>> essences;
  essences.reserve(statements.size());
  for (const Statement& statement : statements) essences.push_back(Essence(statement.text));
  std::vector<bool> dropped(statements.size(), false);
  for (std::size_t i = 0; i < statements.size(); ++i) {
    for (std::size_t j = 0; j < statements.size() && !dropped[i]; ++j) {
      if (i == j || dropped[j] || essences[i].empty() || !IsRepeated(statements[i], statements[j])) continue;
      if (!std::includes(essences[j].begin(), essences[j].end(), essences[i].begin(), essences[i].end())) continue;
      dropped[i] = true;
      auto& evidence = statements[j].evidence;
      evidence.insert(evidence.end(), statements[i].evidence.begin(), statements[i].evidence.end());
    }
  }
  std::vector<Statement> kept;
  for (std::size_t i = 0; i < statements.size(); ++i) {
    if (!dropped[i]) kept.push_back(std::move(statements[i]));
  }
  statements = std::move(kept);
}

}  // namespace

void LeaveOutRepetitions(Report& report) {
  for (const Section section : AllSections()) LeaveOutOf(report[section]);
}

}  // namespace scriba::clinical
