// What was recognised in a transcript: its words, terms, values and clauses.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "clinical/reading/clauses.h"
#include "clinical/reading/lexicon.h"
#include "clinical/reading/marks.h"
#include "clinical/reading/numbers.h"
#include "clinical/reading/put_right.h"
#include "clinical/reading/text.h"
#include "clinical/reading/word_classes.h"

namespace scriba::clinical {

/// Where in a list in reading order the first item at or after each token stands, so that the items of a range are
/// handed out without a search.
class Starts {
 public:
  template <typename Item>
  Starts(const std::vector<Item>& items, TokenIndex tokens) : first_(tokens + 1U) {
    std::uint32_t item = 0;
    for (TokenIndex at = 0; at <= tokens; ++at) {
      while (item < items.size() && items[item].range.first < at) ++item;
      first_[at] = item;
    }
  }

  /// The items that begin inside a range; a range may reach beyond the text.
  template <typename Item>
  std::span<const Item> Within(const std::vector<Item>& items, TokenRange range) const {
    const auto last = static_cast<TokenIndex>(first_.size() - 1);
    const std::uint32_t from = first_[std::min(range.first, last)];
    const std::uint32_t to = first_[std::min(range.last, last)];
    return std::span(items).subspan(from, to > from ? to - from : 0);
  }

 private:
  std::vector<std::uint32_t> first_;
};

/// The words of a transcript and the values in them. Of a text whose marks tell nothing, they are left out: every rule
/// then reads it as one that came without.
struct Heard {
  Text text;
  std::vector<TermHit> terms;
  std::vector<Number> numbers;
  /// What was taken back, and the words within which nothing is cut since they hold it and what replaces it.
  std::vector<TokenRange> withdrawn;
  std::vector<TokenRange> bound;
  /// What was put right further on; the numbers are those that hold.
  std::vector<Exchange> exchanges;
  bool is_unmarked = false;

  explicit Heard(std::string_view transcript_utf8);

 private:
  /// A value that replaces another stands with the word or the question before that one: "pressione centotrenta no
  /// centoventi su ottanta", "quanta levotiroxina?" "Cento. Cento era prima: centododici."
  void AddBoundValues();
  /// The value right behind what was taken back; null where none stands there.
  Number* ReplacementOf(TokenRange gone);
  /// "Tre anni. No, cinque.": a value that replaces another counts the same.
  void KeepUnits();
  /// "Dieci sigarette no ora quindici", "fino al quindici novembre no fino al venti novembre": without marks nobody can
  /// tell where the second thought begins, so neither value stands without the other.
  void AddDoubtedValues();
};

/// What was recognised in a transcript before anything is decided.
struct Reading {
  Text text;
  std::vector<Number> numbers;
  /// Values and words taken back, with the words that take them back.
  std::vector<TokenRange> withdrawn;
  /// What was put right further on; the numbers are those that hold.
  std::vector<Exchange> exchanges;
  std::vector<TermHit> terms;
  std::vector<Clause> clauses;
  /// By token.
  std::vector<WordClasses::Names> classes;
  /// The text came without punctuation, or with marks put anywhere; its clauses are where speech pauses.
  bool is_unmarked = false;

  explicit Reading(std::string_view transcript_utf8, const MarkModel& marks = BuiltInMarkModel());
  /// Hits and numbers that begin inside a range; both lists are in reading order.
  std::span<const TermHit> TermsIn(TokenRange range) const { return term_starts_.Within(terms, range); }
  std::span<const Number> NumbersIn(TokenRange range) const { return number_starts_.Within(numbers, range); }
  /// Whether a term of that tag begins inside a range.
  bool HasTag(TokenRange range, TagIndex tag) const {
    const auto hits = TermsIn(range);
    return std::any_of(hits.begin(), hits.end(), [tag](const TermHit& hit) { return hit.entry->tag == tag; });
  }
  /// Whether a term of any of these tags begins inside a range.
  bool HasAnyOf(TokenRange range, std::span<const TagIndex> tags) const {
    return std::any_of(tags.begin(), tags.end(), [&](TagIndex tag) { return HasTag(range, tag); });
  }
  /// Three fifths of a visit go by before anything is planned.
  bool IsBeforePlan(TokenIndex at) const {
    constexpr double kPartBeforePlan = 0.6;
    return at < kPartBeforePlan * text.size();
  }
  /// Where a withdrawn value that covers a token ends; the token itself when none does.
  TokenIndex EndOfWithdrawn(TokenIndex at) const;
  /// What was put right and begins inside a range.
  std::span<const Exchange> ExchangesIn(TokenRange range) const;
  /// The words that say a value, up to those that put it right.
  Span EvidenceOf(const Number& number) const;
  /// Whether a token stands in a clause that asks.
  bool IsQuestion(TokenIndex at) const;
  /// Whether speech pauses before a token where no mark says so.
  bool PausesBefore(TokenIndex at) const;
  /// Number of words and numbers, marks left out.
  std::size_t WordsIn(TokenRange range) const {
    const auto last = static_cast<TokenIndex>(words_before_.size() - 1);
    const std::uint32_t from = words_before_[std::min(range.first, last)];
    return std::max(from, words_before_[std::min(range.last, last)]) - from;
  }

 private:
  Reading(Heard heard, const MarkModel& marks);

  Starts term_starts_;
  Starts number_starts_;
  /// By token, the words before it.
  std::vector<std::uint32_t> words_before_;
};

/// Whether a text came without punctuation, or with marks that tell nothing of its sentences.
bool IsUnmarked(const Text& text);

}  // namespace scriba::clinical
