// How a passage of speech is written in a report.
#pragma once

#include <string>
#include <vector>

#include "clinical/clauses.h"

namespace scriba::clinical {

/// Writes token ranges as one sentence: numbers in digits with short units, fillers and repetitions left out.
std::string WriteSentence(const Reading& reading, const std::vector<TokenRange>& ranges);

}  // namespace scriba::clinical
