// How well an engine hears: the word error rate, as NIST's sclite counts it.
#pragma once

#include <cstddef>
#include <string_view>

namespace scriba::speech {

/// The fewest changes that turn what was said into what was heard, words compared without case and punctuation.
struct WordErrors {
  std::size_t substitutions = 0;
  std::size_t deletions = 0;   // said and not heard
  std::size_t insertions = 0;  // heard and not said
  std::size_t words = 0;       // said

  /// May exceed 1. Without a word said: 0 when nothing was heard either, else 1.
  double Rate() const;
  WordErrors& operator+=(const WordErrors& other);
  friend bool operator==(const WordErrors&, const WordErrors&) = default;
};

WordErrors CompareWords(std::string_view said, std::string_view heard);

}  // namespace scriba::speech
