// What kind of thing a word names: a body part, a feeling, a profession, the weather, an order. The models of sections
// and of relevance learn from kinds of words, so that one they never met tells something too.
//
// The kinds are data (lexicon/classes/*.words, one file each, words of everyday and clinical Italian written for this
// program). They are no terms: no rule asks for them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "clinical/reading/text.h"
#include "clinical/reading/word_table.h"

namespace scriba::clinical {

class WordClasses {
 public:
  /// The classes of a word by name, two at most; they live as long as the program.
  using Names = std::span<const std::string_view>;

  WordClasses();

  /// The classes of the longest entry that a folded word is or begins with.
  Names Of(std::string_view folded) const;
  /// Of each token.
  std::vector<Names> Of(const Text& text) const;

 private:
  WordTable<std::string_view> classes_;
};

const WordClasses& BuiltInWordClasses();

}  // namespace scriba::clinical
