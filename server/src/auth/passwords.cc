#include "auth/passwords.h"

#include <sodium.h>

#include <algorithm>
#include <array>
#include <new>

namespace scriba::auth {
namespace {

// The cost that the OWASP Password Storage Cheat Sheet asks at least (19 MiB, two passes): a small machine of a
// practice stays responsive while several doctors sign in.
constexpr unsigned long long kPasses = 2;
constexpr std::size_t kMemoryBytes = 19U << 20;
constexpr std::size_t kMaxBytes = 72;

std::size_t Characters(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

}  // namespace

platform::Result<> CheckPassword(std::string_view password, PasswordRules rules) {
  if (password.size() > kMaxBytes) {
    return platform::Fail(platform::Code::kValidationFailed, "Password cannot be longer than 72 bytes");
  }
  const bool is_change = rules == PasswordRules::kChange;
  const std::size_t shortest = is_change ? 8 : 6;
  const auto has = [&](char low, char high) {
    return std::ranges::any_of(password, [=](char c) { return c >= low && c <= high; });
  };
  std::vector<std::string> reasons;
  if (Characters(password) < shortest) reasons.emplace_back("length");
  if (is_change && !(has('A', 'Z') && has('a', 'z') && has('0', '9'))) reasons.emplace_back("characters");
  if (reasons.empty()) return {};
  auto refusal = platform::Fail(platform::Code::kWeakPassword,
                                is_change ? "Password should be at least 8 characters long and contain an upper-case "
                                            "letter, a lower-case letter and a digit"
                                          : "Password should be at least 6 characters");
  refusal.value().reasons = std::move(reasons);
  return refusal;
}

std::string HashPassword(const std::string& password) {
  std::array<char, crypto_pwhash_STRBYTES> hash{};
  if (crypto_pwhash_str(hash.data(), password.data(), password.size(), kPasses, kMemoryBytes) != 0)
    throw std::bad_alloc();
  return hash.data();
}

bool VerifyPassword(const std::string& hash, const std::string& password) {
  static const std::string kNobody = HashPassword("nobody has this password");
  const std::string& compared = hash.empty() ? kNobody : hash;
  const bool matches = crypto_pwhash_str_verify(compared.c_str(), password.data(), password.size()) == 0;
  return matches && !hash.empty();
}

bool HashIsOutdated(const std::string& hash) {
  return crypto_pwhash_str_needs_rehash(hash.c_str(), kPasses, kMemoryBytes) != 0;
}

}  // namespace scriba::auth
