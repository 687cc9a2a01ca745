// Names that a recogniser broke into pieces ("carve di lolo") or bent by a letter ("gabbapentin").
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "clinical/reading/text.h"

namespace scriba::clinical {

/// A drug, a condition or a measure of one word, as the lexicon spells it.
struct KnownName {
  std::string letters;
  /// Any ending may follow.
  bool is_stem = false;
  /// Only a drug is known by nearly all of its letters: common words are too near to the others.
  bool may_be_bent = false;
  /// Of the lexicon's patterns, the one that it is.
  std::uint32_t pattern = 0;
};

class BrokenNames {
 public:
  /// The names that begin with the first letters of a word; all of them for a scrap of one or two letters.
  struct Beginning {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    bool empty() const { return first == last; }
  };
  /// The name that words stand for.
  struct Found {
    std::uint32_t pattern = 0;
    TokenIndex last = 0;
  };

  BrokenNames() = default;
  explicit BrokenNames(std::vector<KnownName> names);

  Beginning NamesLike(std::string_view word) const;
  /// The name of two or three pieces of which the first stands at a place, given the names that begin like it.
  std::optional<Found> InPieces(const Text& text, TokenIndex at, Beginning names) const;
  /// The drug of which some letters were heard as others, by its pattern.
  std::optional<std::uint32_t> Bent(std::string_view word, Beginning names) const;

 private:
  /// The name that was heard, letter by letter.
  const KnownName* Exact(std::string_view heard, Beginning names) const;
  /// The name that is nearest to what was heard, if one is near enough.
  const KnownName* Nearest(std::string_view heard, Beginning names) const;

  /// Whether some name may be a word and what follows it to the last, of so many letters in all: most words are not
  /// worth joining.
  bool MayBe(std::string_view word, std::string_view next, std::string_view last, std::size_t letters,
             Beginning names) const;
  /// The names that begin with a scrap of one or two letters and what follows it.
  Beginning NamesOfScrap(std::string_view scrap, std::string_view next) const;
  Beginning NamesUnder(std::size_t head) const;

  std::vector<KnownName> names_;  // in alphabetical order
  /// By their first three letters.
  std::unordered_map<std::size_t, Beginning> heads_;
};

}  // namespace scriba::clinical
