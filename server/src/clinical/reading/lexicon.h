// The words of the field: drugs, conditions, tests, foods, activities, signs of distress, relatives, fillers, verbs.
// They are data (lexicon/*.toml, each with its sources), compiled into the program and read once.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "clinical/reading/broken_names.h"
#include "clinical/reading/text.h"
#include "clinical/reading/word_table.h"

namespace scriba::clinical {

struct ValueRange {
  double low = 0;
  double high = 0;
  bool Contains(double value) const { return value >= low && value <= high; }
};

using TagIndex = std::uint16_t;

/// One entry of a lexicon file.
struct LexiconEntry {
  /// What kind of word it is: "drug", "condition", "food", …
  TagIndex tag = 0;
  /// How the report names it; empty for entries that are only recognised.
  std::string name;
  /// Key of a measure ("hba1c"), or of a rule.
  std::string key;
  std::string unit;
  std::optional<ValueRange> plausible;
  std::optional<ValueRange> reference;
  /// Why it matters, for red flags.
  std::string reason;
};

/// Words of a text that are an entry of the lexicon.
struct TermHit {
  TokenRange range;
  const LexiconEntry* entry = nullptr;
  /// One word that a recogniser wrote in several ("carve di lolo").
  bool is_broken = false;
};

class Lexicon {
 public:
  Lexicon();

  /// All hits in reading order; where several terms of one tag begin at one word, the longest.
  std::vector<TermHit> Find(const Text& text) const;

  /// Index of a tag; the files define the tags, so an unknown name is a mistake of ours and throws.
  TagIndex Tag(std::string_view name) const;
  const std::vector<std::string>& tags() const { return tags_; }
  const LexiconEntry* MeasureEntry(std::string_view key) const;
  /// Third person of a first-person verb ("prendo" → "prende"); empty when not known.
  std::string_view ThirdPerson(std::string_view folded) const;
  /// Whether a word is such a third person ("prende").
  bool IsThirdPerson(std::string_view folded) const { return third_persons_.contains(folded); }

 private:
  struct Piece {
    std::string stem;
    bool is_prefix = false;
  };
  struct Pattern {
    std::vector<Piece> pieces;
    std::uint32_t entry = 0;
    /// With which the second piece begins; 0 where any word will do, or there is none.
    char second_begins = 0;
  };
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view word) const { return std::hash<std::string_view>{}(word); }
  };
  void Read(std::string_view path, std::string_view toml);
  void AddPattern(std::string_view term, std::uint32_t entry);
  TagIndex InternTag(std::string_view name);
  std::vector<std::uint32_t> Candidates(std::string_view word) const;
  bool Matches(const Pattern& pattern, const Text& text, TokenIndex at) const;
  /// Adds what of the patterns stands at a place, beside the hits that begin there.
  void AddWhole(const Text& text, TokenIndex at, const std::vector<std::uint32_t>& patterns, std::vector<TermHit>& hits,
                std::size_t first_here) const;
  /// Whether the last piece of a measure is a name of it already: "giro vita" is two words.
  bool NamesAlone(std::string_view word, const LexiconEntry& entry) const;
  /// The drugs, conditions and measures of one word, which a recogniser may break.
  BrokenNames FindBreakable() const;

  std::vector<std::string> tags_;
  std::unordered_map<std::string, TagIndex, Hash, std::equal_to<>> tag_index_;
  std::vector<LexiconEntry> entries_;
  std::vector<Pattern> patterns_;
  WordTable<std::uint32_t> patterns_by_word_;
  BrokenNames breakable_;
  std::unordered_map<std::string, std::string, Hash, std::equal_to<>> third_person_;
  std::unordered_set<std::string, Hash, std::equal_to<>> third_persons_;
};

/// The lexicon compiled into the program; read on first use, never changed.
const Lexicon& BuiltInLexicon();

}  // namespace scriba::clinical
