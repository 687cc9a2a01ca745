// Time-based one-time passwords (RFC 6238): six digits, thirty seconds, HMAC-SHA-1, as authenticator apps expect.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "platform/clock.h"

namespace scriba::auth {

/// 160 random bits (RFC 4226 section 4 asks for that many).
std::string NewTotpSecret();

/// RFC 4648 base32 without padding, as authenticator apps take a secret by hand.
std::string ToBase32(std::string_view bytes);

/// "otpauth://totp/Scriba:anna@example.com?...", for the QR code.
std::string TotpUri(std::string_view issuer, std::string_view account, std::string_view secret);

/// The code of a time step (seconds since 1970, divided by 30).
std::string TotpCode(std::string_view secret, std::int64_t step);

/// The step that a code belongs to: the present one, or a neighbour for clocks that differ. Nothing when it is wrong.
std::optional<std::int64_t> MatchTotp(std::string_view secret, std::string_view code, platform::Instant now);

/// A QR code (ISO/IEC 18004, by libqrencode) as an SVG document.
std::string QrCodeSvg(const std::string& text);

}  // namespace scriba::auth
