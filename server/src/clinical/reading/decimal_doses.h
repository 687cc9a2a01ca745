// Strengths of drugs whose decimals are said behind an "e".
#pragma once

#include <vector>

#include "clinical/reading/lexicon.h"
#include "clinical/reading/numbers.h"

namespace scriba::clinical {

/// Numbers with the strengths made whole: "carvedilolo sei e venticinque" is 6,25 and "uno e sette di semaglutide" 1,7.
/// Two strengths ("cinque e dieci") and counted things ("uno la mattina e due la sera") stay two.
std::vector<Number> JoinDecimalDoses(const Text& text, const std::vector<Number>& numbers,
                                     const std::vector<TermHit>& terms);

}  // namespace scriba::clinical
