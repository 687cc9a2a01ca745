// What a patient guesses before it is measured.
#pragma once

#include <cstddef>

#include "clinical/reading/reading.h"

namespace scriba::clinical {

/// Whether a clause answers "secondo lei quanto pesa?" or "quanto crede di pesare?": what the scales say then holds,
/// and the guess is no fact.
bool GuessesWeight(const Reading& reading, std::size_t clause);

}  // namespace scriba::clinical
