// Capitals where a sentence begins, and none where it goes on.
#pragma once

#include <string>
#include <string_view>

namespace scriba::clinical {

/// A text with which a sentence begins; an empty one stays so.
std::string Capitalized(std::string text);

/// A text with which a sentence goes on: an abbreviation ("TSH") keeps its capitals.
std::string GoingOn(std::string_view text);

}  // namespace scriba::clinical
