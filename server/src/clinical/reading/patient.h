// What the talk says of the patient as a person: age and sex, which some formulas need.
#pragma once

#include <optional>

#include "clinical/reading/reading.h"
#include "clinical/visit_context.h"

namespace scriba::clinical {

/// The age that a clause states of the patient ("ho trentadue anni"; "Quanti anni ha?" "Trentadue."), said in the first
/// part of the visit and not of a relative.
std::optional<int> StatedAge(const Reading& reading, std::size_t clause);

/// The first stated age of the talk.
std::optional<int> AgeIn(const Reading& reading);

/// The sex, from how the patient is addressed or described ("signora", "il paziente", "sono incinta"); nothing where
/// the talk gives signs of both, or none.
std::optional<Sex> SexIn(const Reading& reading);

}  // namespace scriba::clinical
