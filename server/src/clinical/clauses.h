// The units that are placed into sections: sentences, or the pieces of a long or unpunctuated one.
#pragma once

#include <span>
#include <vector>

#include "clinical/corrections.h"
#include "clinical/lexicon.h"
#include "clinical/numbers.h"
#include "clinical/text.h"

namespace scriba::clinical {

/// A piece of speech small enough to belong to one section.
struct Clause {
  TokenRange range;
  /// Number of the sentence it is part of.
  std::uint32_t sentence = 0;
  bool is_question = false;
};

/// What was recognised in a transcript before anything is decided.
struct Reading {
  Text text;
  std::vector<Number> numbers;
  /// Values taken back, with the words that take them back.
  std::vector<TokenRange> withdrawn;
  std::vector<TermHit> terms;
  std::vector<Clause> clauses;

  explicit Reading(std::string_view transcript_utf8);
  /// Hits and numbers that begin inside a range; both lists are in reading order.
  std::span<const TermHit> TermsIn(TokenRange range) const;
  std::span<const Number> NumbersIn(TokenRange range) const;
  /// Where a withdrawn value that covers a token ends; the token itself when none does.
  TokenIndex EndOfWithdrawn(TokenIndex at) const;
  /// Whether a token stands in a clause that asks.
  bool IsQuestion(TokenIndex at) const;
  /// Number of words and numbers, marks left out.
  std::size_t WordsIn(TokenRange range) const;
};

/// Cuts a text into clauses. Sentences come from ICU's Italian rules; a sentence of more than a breath is cut at its
/// commas, and text without punctuation (a poor recogniser) at the words that open a new thought.
std::vector<Clause> FindClauses(const Text& text, const std::vector<Number>& numbers,
                                const std::vector<TermHit>& terms);

}  // namespace scriba::clinical
