// Pressures that are measured twice: which of them is the one to write.
#pragma once

#include <vector>

#include "clinical/reading/numbers.h"

namespace scriba::clinical {

/// The pressures that gave way to one measured after them, in reading order: "centocinquantotto su ottantotto… la
/// riprendo: centoquarantadue su ottantadue", "… prendiamo questa". One of another posture or arm stays beside the
/// first.
std::vector<TokenRange> FindPressuresBefore(const Text& text, const std::vector<Number>& numbers);

}  // namespace scriba::clinical
