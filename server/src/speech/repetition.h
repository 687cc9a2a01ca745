// Loops: engines of the Whisper family sometimes say the same words again and again until their window is full.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scriba::speech {

/// Which items to keep so that what stands four times or more in a row, alone or as a group, stands once. `weights`
/// says how many words an item is: people do say "no, no, no, no", so a row below eight words is left as it is.
std::vector<std::size_t> WithoutRepeats(std::span<const std::string> items, std::span<const std::size_t> weights);

/// How many times smaller zlib makes the text. Talk stays below 2.4, loops with small variations do not.
double CompressionRatio(std::string_view text);

}  // namespace scriba::speech
