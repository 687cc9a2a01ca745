#include "platform/ids.h"

#include <sodium.h>

#include <array>

namespace scriba::platform {
namespace {

constexpr std::size_t kLength = 36;
constexpr bool IsDash(std::size_t index) { return index == 8 || index == 13 || index == 18 || index == 23; }

}  // namespace

std::string NewUuid() {
  std::array<unsigned char, 16> bytes{};
  randombytes_buf(bytes.data(), bytes.size());
  bytes[6] = static_cast<unsigned char>((bytes[6] & 0x0f) | 0x40);
  bytes[8] = static_cast<unsigned char>((bytes[8] & 0x3f) | 0x80);
  std::string text;
  text.reserve(kLength);
  for (const unsigned char byte : bytes) {
    if (IsDash(text.size())) text.push_back('-');
    text.push_back("0123456789abcdef"[byte >> 4]);
    text.push_back("0123456789abcdef"[byte & 15]);
  }
  return text;
}

std::optional<std::string> ParseUuid(std::string_view text) {
  if (text.size() != kLength) return std::nullopt;
  std::string lower(text);
  for (std::size_t i = 0; i < kLength; ++i) {
    char& c = lower[i];
    if (c >= 'A' && c <= 'F') c = static_cast<char>(c - 'A' + 'a');
    const bool hex = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
    if (IsDash(i) ? c != '-' : !hex) return std::nullopt;
  }
  return lower;
}

}  // namespace scriba::platform
