#include "platform/crypto/encoding.h"

#include <sodium.h>

#include <algorithm>
#include <array>

namespace scriba::platform {
namespace {

const unsigned char* Bytes(std::string_view text) { return reinterpret_cast<const unsigned char*>(text.data()); }

constexpr std::string_view kStandard = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::string_view kUrlSafe = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

// Not by libsodium, which computes each letter in constant time: of a token's cost that was a tenth.

/// Without padding.
std::string Encode(std::string_view bytes, std::string_view letters) {
  std::string text((bytes.size() * 4 + 2) / 3, '\0');
  char* out = text.data();
  const auto byte = [bytes](std::size_t at) { return std::uint32_t{static_cast<unsigned char>(bytes[at])}; };
  std::size_t at = 0;
  // Group by group: what is signed is encoded with every token.
  for (; at + 3 <= bytes.size(); at += 3, out += 4) {
    const std::uint32_t group = byte(at) << 16 | byte(at + 1) << 8 | byte(at + 2);
    out[0] = letters[group >> 18];
    out[1] = letters[(group >> 12) & 63];
    out[2] = letters[(group >> 6) & 63];
    out[3] = letters[group & 63];
  }
  const std::size_t left = bytes.size() - at;
  const std::uint32_t last = (left > 0 ? byte(at) << 16 : 0) | (left > 1 ? byte(at + 1) << 8 : 0);
  for (std::size_t i = 0; left > 0 && i <= left; ++i) *out++ = letters[(last >> (18 - 6 * i)) & 63];
  return text;
}

/// The six bits of each letter; 64 for what is none.
constexpr std::array<std::uint8_t, 256> SixBits(std::string_view letters) {
  std::array<std::uint8_t, 256> bits{};
  bits.fill(64);
  for (std::size_t i = 0; i < letters.size(); ++i)
    bits[static_cast<unsigned char>(letters[i])] = static_cast<std::uint8_t>(i);
  return bits;
}
constexpr auto kStandardBits = SixBits(kStandard);
constexpr auto kUrlSafeBits = SixBits(kUrlSafe);

/// Strict: no other letter, none too many, and no bit set that stands for nothing, so that each text is of one kind.
std::optional<std::string> Decode(std::string_view text, const std::array<std::uint8_t, 256>& six_bits) {
  while (text.ends_with('=')) text.remove_suffix(1);
  if (text.size() % 4 == 1) return std::nullopt;
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3 + 2);
  std::uint32_t group = 0;
  std::uint32_t wrong = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::uint32_t bits = six_bits[static_cast<unsigned char>(text[i])];
    wrong |= bits & 64;
    group = group << 6 | bits;
    if (i % 4 == 3)
      bytes.append({static_cast<char>(group >> 16), static_cast<char>(group >> 8), static_cast<char>(group)});
  }
  const std::size_t left = text.size() % 4;
  if (left == 3) bytes.append({static_cast<char>(group >> 10), static_cast<char>(group >> 2)});
  if (left == 2) bytes.push_back(static_cast<char>(group >> 4));
  const std::uint32_t unused = left == 3 ? group & 3 : (left == 2 ? group & 15 : 0);
  if (wrong != 0 || unused != 0) return std::nullopt;
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

std::optional<std::string> FromBase64(std::string_view text) { return Decode(text, kStandardBits); }

std::optional<std::string> FromBase64Url(std::string_view text) { return Decode(text, kUrlSafeBits); }

std::string PercentEncode(std::string_view text) {
  constexpr std::string_view kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._";
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string encoded;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (kPlain.find(c) != std::string_view::npos) {
      encoded.push_back(c);
    } else {
      encoded.append({'%', kHex[byte >> 4], kHex[byte & 15]});
    }
  }
  return encoded;
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
