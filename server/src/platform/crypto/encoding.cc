#include "platform/crypto/encoding.h"

#include <sodium.h>

#include <algorithm>
#include <array>

namespace scriba::platform {
namespace {

const unsigned char* Bytes(std::string_view text) { return reinterpret_cast<const unsigned char*>(text.data()); }

constexpr std::string_view kStandard = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::string_view kUrlSafe = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Without padding. Not by libsodium, which computes each letter in constant time: of a token's cost that was a tenth.
std::string Encode(std::string_view bytes, std::string_view letters) {
  std::string text((bytes.size() * 4 + 2) / 3, '\0');
  char* out = text.data();
  std::uint32_t bits = 0;
  int count = 0;
  for (const char byte : bytes) {
    bits = (bits << 8) | static_cast<unsigned char>(byte);
    for (count += 8; count >= 6; count -= 6) *out++ = letters[(bits >> (count - 6)) & 63];
  }
  if (count > 0) *out = letters[(bits << (6 - count)) & 63];
  return text;
}

std::optional<std::string> Decode(std::string_view text, int variant) {
  while (text.ends_with('=')) text.remove_suffix(1);
  std::string bytes(text.size(), '\0');
  std::size_t length = 0;
  auto* out = reinterpret_cast<unsigned char*>(bytes.data());
  const int failed = sodium_base642bin(out, bytes.size(), text.data(), text.size(), nullptr, &length, nullptr, variant);
  if (failed != 0) return std::nullopt;
  bytes.resize(length);
  return bytes;
}

}  // namespace

std::string ToHex(std::string_view bytes) {
  std::string text(bytes.size() * 2 + 1, '\0');
  sodium_bin2hex(text.data(), text.size(), Bytes(bytes), bytes.size());
  text.pop_back();
  return text;
}

std::string ToBase64(std::string_view bytes) {
  std::string text = Encode(bytes, kStandard);
  return text.append((4 - text.size() % 4) % 4, '=');
}

std::string ToBase64Url(std::string_view bytes) { return Encode(bytes, kUrlSafe); }

std::optional<std::string> FromBase64(std::string_view text) {
  return Decode(text, sodium_base64_VARIANT_ORIGINAL_NO_PADDING);
}

std::optional<std::string> FromBase64Url(std::string_view text) {
  return Decode(text, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

std::string RandomBytes(std::size_t count) {
  std::string bytes(count, '\0');
  randombytes_buf(bytes.data(), bytes.size());
  return bytes;
}

std::string RandomToken(std::size_t bytes) { return ToBase64Url(RandomBytes(bytes)); }

std::string Sha256(std::string_view bytes) {
  std::array<unsigned char, crypto_hash_sha256_BYTES> hash{};
  crypto_hash_sha256(hash.data(), Bytes(bytes), bytes.size());
  return {hash.begin(), hash.end()};
}

bool EqualInConstantTime(std::string_view left, std::string_view right) {
  return left.size() == right.size() && sodium_memcmp(left.data(), right.data(), left.size()) == 0;
}

}  // namespace scriba::platform
