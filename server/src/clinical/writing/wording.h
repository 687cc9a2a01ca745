// How a passage of speech is written in a report.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "clinical/reading/reading.h"
#include "clinical/writing/third_person.h"

namespace scriba::clinical {

/// Writes token ranges as one sentence: numbers in digits with short units, fillers and repetitions left out. Given
/// `person`, what the patient says of himself goes into the third person; where that cannot be done safely, also
/// because it is uncertain who speaks, the words are quoted in guillemets.
std::string WriteSentence(const Reading& reading, const std::vector<TokenRange>& ranges,
                          const ThirdPerson* person = nullptr);

/// How many words a report has for such a sentence, before anybody's person is turned.
std::size_t WordsOfSentence(const Reading& reading, const std::vector<TokenRange>& ranges);

}  // namespace scriba::clinical
