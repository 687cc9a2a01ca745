// Values of which somebody says that they were of before: "sei e due." "No, sei e due era di agosto."
#pragma once

#include <vector>

#include "clinical/reading/numbers.h"
#include "clinical/reading/text.h"

namespace scriba::clinical {

/// Words that say a value of before, up to the one that holds now or the sentence that tells it, in reading order:
/// "duecentodieci, no, duecentodieci era prima, adesso centotrentadue" up to "centotrentadue". Where is said later when
/// a value held ("centocinquanta era in gravidanza"), and another holds, only the value itself.
std::vector<TokenRange> FindPastValues(const Text& text, const std::vector<Number>& numbers);

}  // namespace scriba::clinical
