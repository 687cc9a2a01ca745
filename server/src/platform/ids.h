// Identifiers: UUID version 4 (RFC 9562), lower-case.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace scriba::platform {

/// A new random UUID.
std::string NewUuid();

/// The UUID in its canonical lower-case form, or nothing when the text is not one.
std::optional<std::string> ParseUuid(std::string_view text);

}  // namespace scriba::platform
