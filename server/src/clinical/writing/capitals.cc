#include "clinical/writing/capitals.h"

#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <cstdint>

namespace scriba::clinical {
namespace {

icu::UnicodeString Wide(std::string_view text) {
  return icu::UnicodeString::fromUTF8({text.data(), static_cast<int32_t>(text.size())});
}

std::string WithFirst(icu::UnicodeString wide, UChar32 first) {
  wide.replace(0, wide.moveIndex32(0, 1), icu::UnicodeString(first));
  std::string written;
  return wide.toUTF8String(written);
}

}  // namespace

std::string Capitalized(std::string text) {
  if (text.empty()) return text;
  const auto head = static_cast<unsigned char>(text.front());
  if (head < 0x80) {
    if (head >= 'a' && head <= 'z') text.front() = static_cast<char>(head - 'a' + 'A');
    return text;
  }
  const icu::UnicodeString wide = Wide(text);
  return WithFirst(wide, u_toupper(wide.char32At(0)));
}

std::string GoingOn(std::string_view text) {
  const icu::UnicodeString wide = Wide(text);
  if (wide.isEmpty()) return {};
  const UChar32 second = wide.char32At(wide.moveIndex32(0, 1));
  if (u_isupper(second) || u_isdigit(second)) return std::string(text);
  return WithFirst(wide, u_tolower(wide.char32At(0)));
}

}  // namespace scriba::clinical
