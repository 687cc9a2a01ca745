// What kind of thing a word names: a body part, a feeling, a profession, the weather, an order. The models of sections
// and of relevance learn from kinds of words, so that one they never met tells something too.
//
// The kinds are data (lexicon/classes/*.words, one file each, words of everyday and clinical Italian written for this
// program). They are no terms: no rule asks for them.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "clinical/reading/text.h"

namespace scriba::clinical {

/// A word may be at home in two classes.
constexpr std::size_t kMostClasses = 2;

class WordClasses {
 public:
  /// The classes of a word by name; they live as long as the program.
  using Names = std::span<const std::string_view>;

  WordClasses();

  /// The classes of the longest entry that a folded word is or begins with.
  Names Of(std::string_view folded) const;
  /// Of each token.
  std::vector<Names> Of(const Text& text) const;

 private:
  /// A word, or the beginning of words, with the longest other beginning that begins it (itself when there is none): in
  /// alphabetical order, what stands for a word is found from the last entry before it.
  struct Entry {
    std::string_view letters;
    bool is_prefix = false;
    std::uint8_t count = 0;
    std::array<std::string_view, kMostClasses> classes{};
    std::uint32_t shorter = 0;
  };

  void Read(std::string_view name, std::string_view words);
  void Order();

  std::vector<Entry> entries_;
};

const WordClasses& BuiltInWordClasses();

}  // namespace scriba::clinical
