// Text as engines send it, made safe to keep and easy to compare.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace scriba::speech {

/// Valid UTF-8 in composed form (NFC): engines cut letters in two between tokens and answer with the halves, or with
/// the mark of a lost letter. Bytes that are no letter any more, such marks and control characters are left out.
std::string RepairUtf8(std::string_view text);

/// Every stretch of white space one space, none at the ends.
std::string CollapseSpaces(std::string_view text);

/// The words in lower case, without punctuation; what stands before an apostrophe is a word of its own.
std::vector<std::string> WordsOf(std::string_view text);

/// The share of letters that are not Latin ones, 0..1.
double ForeignLetterShare(std::string_view text);

}  // namespace scriba::speech
