#include "platform/ids.h"

#include <sodium.h>

#include <array>

namespace scriba::platform {
namespace {

constexpr std::size_t kLength = 36;
constexpr std::size_t kBytes = 16;
constexpr std::size_t kIdsAtOnce = 64;

constexpr bool IsDash(std::size_t index) { return index == 8 || index == 13 || index == 18 || index == 23; }

/// Every request has an id, and the kernel takes longer to hand out random bytes than all the rest of an id: each
/// thread asks for many at once, and gives each out once.
std::array<unsigned char, kBytes> RandomBytes() {
  struct Pool {
    std::array<std::array<unsigned char, kBytes>, kIdsAtOnce> ids{};
    std::size_t left = 0;
  };
  thread_local Pool pool;
  if (pool.left == 0) {
    randombytes_buf(pool.ids.data(), sizeof pool.ids);
    pool.left = kIdsAtOnce;
  }
  return pool.ids[--pool.left];
}

}  // namespace

std::string NewUuid() {
  auto bytes = RandomBytes();
  bytes[6] = static_cast<unsigned char>((bytes[6] & 0x0f) | 0x40);
  bytes[8] = static_cast<unsigned char>((bytes[8] & 0x3f) | 0x80);
  std::string text(kLength, '-');
  std::size_t at = 0;
  for (const unsigned char byte : bytes) {
    if (IsDash(at)) ++at;
    text[at++] = "0123456789abcdef"[byte >> 4];
    text[at++] = "0123456789abcdef"[byte & 15];
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
