// Italian cardinal number words.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace scriba::clinical {

/// The value of one folded number word ("ottantaquattro" → 84, "millequattrocento" → 1400, "quarantott'" → 48).
/// "uno", "un" and "una" are articles more often than numbers and are not read here. Empty for other words.
std::optional<long> ReadCardinal(std::string_view folded);

/// The word of a value from 0 to 999,999: the inverse of ReadCardinal, for tests and for speech.
std::string WriteCardinal(long value);

}  // namespace scriba::clinical
