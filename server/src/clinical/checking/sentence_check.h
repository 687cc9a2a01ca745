// Whether a sentence that a language model wrote says what its evidence says. Any doubt counts against the sentence:
// the words that were really said are always there to take its place.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clinical/checking/claims.h"

namespace scriba::clinical {

/// Why a sentence cannot stand.
enum class Fault : std::uint8_t {
  kEvidence,    ///< none named, or one that does not exist or is of another section
  kNumber,      ///< a number, unit or dose that was not said, or was said of something else
  kTerm,        ///< a drug, illness, food, … that was not said
  kNegation,    ///< denied where it was affirmed, or the other way round
  kPerson,      ///< another person's
  kSense,       ///< more certain, other side, other direction
  kUnfounded,   ///< too few of its words were said
  kIncomplete,  ///< leaves out something of what it rests on
};

/// Name for counts and logs: "number", "negation", …
std::string_view FaultName(Fault fault);

/// How a sentence came out.
struct Verdict {
  std::optional<Fault> fault;
  /// No fault, yet further from the words than the doctor should take on trust.
  bool is_to_verify = false;
};

/// Judges what is added or turned round. `evidence` are the statements that the sentence names.
Verdict CheckSentence(const Claims& sentence, const std::vector<Claims>& evidence);

/// Whether `sentences` together say all of a statement: its numbers, drugs, illnesses, denials and most of its words.
bool IsCovered(const Claims& statement, const std::vector<Claims>& sentences);

}  // namespace scriba::clinical
