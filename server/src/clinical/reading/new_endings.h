// Values of which a second thought says only the end.
#pragma once

#include <vector>

#include "clinical/reading/numbers.h"

namespace scriba::clinical {

/// "Un metro e settanta, no, settantadue" is 172 cm, "nel duemilaquindici, no, sedici" is 2016: the numbers with what
/// was not said again.
std::vector<Number> CompleteEndings(const Text& text, std::vector<Number> numbers);

}  // namespace scriba::clinical
