#include "clinical/writing/repetition.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <string>
#include <vector>

#include "clinical/reading/letters.h"
#include "clinical/reading/text.h"

namespace scriba::clinical {
namespace {

/// Words shorter than this join others; only values count at any length.
constexpr std::size_t kShortestWord = 4;
constexpr std::size_t kStemLetters = 7;
/// A section of more statements than these is no talk of a visit, and comparing all pairs would take its time.
constexpr std::size_t kMostStatements = 400;

bool IsOfWord(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return std::isalnum(byte) != 0 || byte >= 0x80;
}

/// What a statement says: its values with their decimals, its denials, the stems of its longer words, as numbers in
/// order.
struct Essence {
  std::vector<std::uint64_t> words;
  /// A bit for each word: what lacks one of these does not hold the statement.
  std::uint64_t bits = 0;

  bool IsHeldBy(const Essence& other) const {
    return (bits & ~other.bits) == 0 && words.size() <= other.words.size() &&
           std::includes(other.words.begin(), other.words.end(), words.begin(), words.end());
  }
};

Essence EssenceOf(const std::string& statement) {
  Essence essence;
  const auto add = [&](std::string_view word) {
    const std::uint64_t number = SpreadLetters(word);
    essence.words.push_back(number);
    essence.bits |= std::uint64_t{1} << (number % 64);
  };
  const std::string folded = Fold(statement);
  for (std::size_t at = 0; at < folded.size();) {
    std::size_t end = at;
    const auto joins = [&](std::size_t i) {
      const bool mark = folded[i] == ',' || folded[i] == '/' || folded[i] == '.';
      return mark && i > at && i + 1 < folded.size() && std::isdigit(static_cast<unsigned char>(folded[i - 1])) != 0 &&
             std::isdigit(static_cast<unsigned char>(folded[i + 1])) != 0;
    };
    while (end < folded.size() && (IsOfWord(folded[end]) || joins(end))) ++end;
    const std::string_view word = std::string_view(folded).substr(at, end - at);
    at = std::max(end, at + 1);
    const bool value = !word.empty() && std::isdigit(static_cast<unsigned char>(word[0])) != 0;
    const bool denial = word == "no" || word == "non" || word == "mai";
    if (value || denial) {
      add(word);
    } else if (word.size() >= kShortestWord) {
      add(word.substr(0, kStemLetters));
    }
  }
  // "Lassativi sì." says more than who names them does; folded, it would be a pronoun.
  if (statement.find("sì") != std::string::npos) add("sì");
  std::sort(essence.words.begin(), essence.words.end());
  essence.words.erase(std::unique(essence.words.begin(), essence.words.end()), essence.words.end());
  return essence;
}

bool IsRepeated(const Statement& statement, const Statement& other) {
  return statement.source == Source::kSaid && other.source == Source::kSaid && statement.negated == other.negated &&
         statement.who == other.who;
}

void LeaveOutOf(std::vector<Statement>& statements) {
  if (statements.size() > kMostStatements) return;
  std::vector<Essence> essences;
  essences.reserve(statements.size());
  for (const Statement& statement : statements) essences.push_back(EssenceOf(statement.text));
  std::vector<bool> dropped(statements.size(), false);
  for (std::size_t i = 0; i < statements.size(); ++i) {
    if (essences[i].words.empty()) continue;
    for (std::size_t j = 0; j < statements.size() && !dropped[i]; ++j) {
      if (!essences[i].IsHeldBy(essences[j]) || i == j || dropped[j] || !IsRepeated(statements[i], statements[j]))
        continue;
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
