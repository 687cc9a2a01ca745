// Passwords: the rules they meet and the hashes that are kept (Argon2id, RFC 9106, by libsodium).
#pragma once

#include <string>
#include <string_view>

#include "platform/result.h"

namespace scriba::auth {

/// Sign-up asks for 6 characters; a changed password for 8 with an upper-case letter, a lower-case letter and a digit.
enum class PasswordRules { kSignUp, kChange };

/// Errors: kWeakPassword with every unmet rule ("length", "characters"); kValidationFailed over 72 bytes.
platform::Result<> CheckPassword(std::string_view password, PasswordRules rules);

/// Takes tens of milliseconds and 19 MiB: for worker threads only.
std::string HashPassword(const std::string& password);

/// As slow as HashPassword, also when `hash` is empty (nobody, or no password): time does not tell who exists.
bool VerifyPassword(const std::string& hash, const std::string& password);

/// Whether the hash was made with other costs than today's.
bool HashIsOutdated(const std::string& hash);

}  // namespace scriba::auth
