#include "speech/word_errors.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "speech/text.h"

namespace scriba::speech {
namespace {

std::size_t Total(const WordErrors& errors) { return errors.substitutions + errors.deletions + errors.insertions; }

WordErrors Plus(WordErrors errors, std::size_t WordErrors::*kind) {
  ++(errors.*kind);
  return errors;
}

}  // namespace

double WordErrors::Rate() const {
  if (words == 0) return insertions == 0 ? 0 : 1;
  return static_cast<double>(Total(*this)) / static_cast<double>(words);
}

WordErrors& WordErrors::operator+=(const WordErrors& other) {
  substitutions += other.substitutions;
  deletions += other.deletions;
  insertions += other.insertions;
  words += other.words;
  return *this;
}

// Wagner and Fischer's table, two rows of it; each cell carries what its changes are.
WordErrors CompareWords(std::string_view said, std::string_view heard) {
  const auto reference = WordsOf(said), hypothesis = WordsOf(heard);
  std::vector<WordErrors> above(hypothesis.size() + 1), row(hypothesis.size() + 1);
  for (std::size_t j = 1; j <= hypothesis.size(); ++j) above[j] = Plus(above[j - 1], &WordErrors::insertions);
  for (const std::string& word : reference) {
    row[0] = Plus(above[0], &WordErrors::deletions);
    for (std::size_t j = 1; j <= hypothesis.size(); ++j) {
      const bool is_same = word == hypothesis[j - 1];
      const WordErrors diagonal = is_same ? above[j - 1] : Plus(above[j - 1], &WordErrors::substitutions);
      const auto fewer = [](const WordErrors& a, const WordErrors& b) { return Total(a) < Total(b); };
      row[j] = std::min({diagonal, Plus(above[j], &WordErrors::deletions), Plus(row[j - 1], &WordErrors::insertions)},
                        fewer);
    }
    std::swap(above, row);
  }
  WordErrors errors = above.back();
  errors.words = reference.size();
  return errors;
}

}  // namespace scriba::speech
