// How a report says what was asked and answered: "Allergie? No." is "Nega allergie."
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "clinical/reading/reading.h"

namespace scriba::clinical {

/// The sentence that a bare "no" or "sì" makes of its question ("Fuma? No." → "Non fuma."); none where the answer says
/// more, or where the question cannot be turned safely ("Fumi?" speaks to somebody).
std::optional<std::string> PlainAnswer(const Reading& reading, TokenRange question, TokenRange answer);

/// "Allergie niente": the sentence of a subject that is denied in a word after it; none where more is said.
std::optional<std::string> PlainDenial(const Reading& reading, TokenRange range);

/// What of a question stands before its answer ("Che farmaci prende? Ramipril." → "Farmaci: ramipril."): its words
/// without the words that only ask.
std::vector<TokenRange> Asked(const Reading& reading, TokenRange question);

/// Whether the answer to "Quanti anni ha?" is a bare number, which the report completes with "anni".
bool IsBareAge(const Reading& reading, TokenRange question, TokenRange answer);

}  // namespace scriba::clinical
