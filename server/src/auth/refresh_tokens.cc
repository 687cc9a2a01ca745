#include "auth/refresh_tokens.h"

#include <sodium.h>

#include "platform/crypto/encoding.h"

namespace scriba::auth {
namespace {

constexpr std::size_t kIdBytes = 16;
constexpr std::size_t kCounterBytes = 8;
constexpr std::size_t kProofBytes = 24;

std::string UuidBytes(const std::string& uuid) {
  std::string bytes(kIdBytes, '\0');
  sodium_hex2bin(reinterpret_cast<unsigned char*>(bytes.data()), bytes.size(), uuid.data(), uuid.size(), "-", nullptr,
                 nullptr);
  return bytes;
}

std::string UuidText(std::string_view bytes) {
  std::string text = platform::ToHex(bytes);
  for (const std::size_t at : {8U, 13U, 18U, 23U}) text.insert(at, "-");
  return text;
}

}  // namespace

std::string RefreshTokens::Make(const RefreshToken& token) const {
  std::string bytes = UuidBytes(token.session_id);
  const auto counter = static_cast<std::uint64_t>(token.counter);
  for (int shift = 56; shift >= 0; shift -= 8) bytes.push_back(static_cast<char>((counter >> shift) & 0xFF));
  return platform::ToBase64Url(bytes + Proof(bytes));
}

std::optional<RefreshToken> RefreshTokens::Read(std::string_view text) const {
  const auto bytes = platform::FromBase64Url(text);
  if (!bytes || bytes->size() != kIdBytes + kCounterBytes + kProofBytes) return std::nullopt;
  const std::string_view all = *bytes;
  const std::string_view claimed = all.substr(0, kIdBytes + kCounterBytes);
  if (!platform::EqualInConstantTime(all.substr(claimed.size()), Proof(claimed))) return std::nullopt;
  std::uint64_t counter = 0;
  for (const char byte : claimed.substr(kIdBytes)) counter = (counter << 8) | static_cast<unsigned char>(byte);
  return RefreshToken{.session_id = UuidText(claimed.substr(0, kIdBytes)),
                      .counter = static_cast<std::int64_t>(counter)};
}

std::string RefreshTokens::Proof(std::string_view bytes) const {
  std::string proof(kProofBytes, '\0');
  crypto_generichash(reinterpret_cast<unsigned char*>(proof.data()), proof.size(),
                     reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), key_.data(), key_.size());
  return proof;
}

}  // namespace scriba::auth
