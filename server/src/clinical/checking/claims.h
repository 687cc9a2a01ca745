// What a sentence claims, as far as rules can read it: quantities, terms of the field, who is meant, whether it is
// denied. Two texts that say the same make the same claims, whatever words join them.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "clinical/reading/numbers.h"

namespace scriba::clinical {

/// A number and the drug or measure that it belongs to.
struct QuantityClaim {
  NumberKind kind = NumberKind::kPlain;
  double value = 0;
  double second = 0;
  std::string unit;
  std::string of;  ///< folded name; empty when none stands near
};

/// A drug, illness, food, … with its sign and its owner.
struct TermClaim {
  std::string name;  ///< folded words
  bool is_drug = false;
  bool is_denied = false;
  std::string who;  ///< the relative who is meant ("madre"); empty for the patient
};

/// What turns the sense of a sentence round when it is exchanged or left out.
enum class Turn : std::uint8_t {
  kUncertain,  ///< wished, supposed, conditional
  kRises,
  kFalls,
  kBegins,
  kStops,
  kLeft,
  kRight,
  kBefore,
  kAfter,
  kMorning,
  kEvening,
  kAlways,
  kNever,
  kBetter,
  kWorse,
  kHigh,
  kLow,
};

struct Word {
  std::string folded;
  bool is_name = false;  ///< a capital inside a sentence
};

struct Claims {
  std::vector<QuantityClaim> quantities;
  std::vector<TermClaim> terms;
  std::set<std::string> relatives;
  std::set<Turn> turns;
  bool has_denial = false;
  /// Words that carry sense: articles, prepositions and the words of numbers are left out.
  std::vector<Word> words;
};

Claims ReadClaims(std::string_view utf8);

/// Whether two folded words are forms of one word ("prendo", "prende"). Stricter for `exact`: names of drugs.
bool AreAlike(std::string_view left, std::string_view right, bool exact = false);

}  // namespace scriba::clinical
