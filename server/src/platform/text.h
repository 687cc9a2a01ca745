// Small questions to texts that several rooms ask.
#pragma once

#include <string_view>

namespace scriba::platform {

/// Without the blanks around it that a header may have (RFC 9110, 5.6.3).
constexpr std::string_view Trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t";
  const auto first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) + 1 - first);
}

}  // namespace scriba::platform
