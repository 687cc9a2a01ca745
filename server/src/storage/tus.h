// The headers of resumable uploads (tus.io, protocol 1.0.0), apart from what they do.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "platform/clock.h"
#include "platform/result.h"

namespace scriba::storage {

inline constexpr std::string_view kTusVersion = "1.0.0";
inline constexpr std::string_view kTusExtensions =
    "creation,creation-with-upload,creation-defer-length,termination,expiration";

/// `key base64,key base64,key`: a key alone has an empty value. Errors: kInvalidRequest.
platform::Result<std::map<std::string, std::string, std::less<>>> ParseUploadMetadata(std::string_view header);

/// The same header from its values, which keep their order; an empty value is left out with its key.
std::string FormatUploadMetadata(const std::vector<std::pair<std::string_view, std::string_view>>& values);

/// A count of bytes: digits only. Nothing for anything else.
std::optional<std::uint64_t> ParseByteCount(std::string_view text);

/// "Mon, 14 Sep 2026 09:00:00 GMT" (RFC 9110, 5.6.7).
std::string FormatHttpDate(platform::Instant instant);

}  // namespace scriba::storage
