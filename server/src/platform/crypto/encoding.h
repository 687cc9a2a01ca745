// Texts for bytes: hex, base64 and base64url (RFC 4648), percent-encoding (RFC 3986).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace scriba::platform {

std::string ToHex(std::string_view bytes);
std::string ToBase64(std::string_view bytes);
/// Without padding, as tokens have it.
std::string ToBase64Url(std::string_view bytes);
/// Nothing when the text is not valid. Padding is optional.
std::optional<std::string> FromBase64(std::string_view text);
std::optional<std::string> FromBase64Url(std::string_view text);
/// Letters, digits and "-._" as they are, so that it can stand in a path, a query, a form and a header's `filename*`.
std::string PercentEncode(std::string_view text);

/// `count` random bytes.
std::string RandomBytes(std::size_t count);
/// A random base64url text carrying `bytes` bytes of entropy, for tokens and links.
std::string RandomToken(std::size_t bytes);
/// SHA-256, 32 bytes.
std::string Sha256(std::string_view bytes);
/// Compares in time that depends on the lengths only.
bool EqualInConstantTime(std::string_view left, std::string_view right);

}  // namespace scriba::platform
