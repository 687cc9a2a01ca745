// Reading the arguments of remote procedures (procedure.h). Errors are those of the table surface.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "platform/clock.h"
#include "platform/result.h"

namespace scriba::auth {

/// A text without the blanks around it. null reads as "". Errors: kValueUnparsable, kValueTooLong.
platform::Result<std::string> TextOf(const nlohmann::json& arguments, const char* name, std::size_t most_characters);

/// In its canonical form. Errors: kValueUnparsable.
platform::Result<std::string> UuidOf(const nlohmann::json& arguments, const char* name);

/// Errors: kValueUnparsable.
platform::Result<bool> FlagOf(const nlohmann::json& arguments, const char* name);

/// A whole number of that range. Errors: kValueUnparsable, kValueOutOfRange.
platform::Result<std::int64_t> NumberOf(const nlohmann::json& arguments, const char* name, std::int64_t least,
                                        std::int64_t most);

/// A list of texts. Errors: kValueUnparsable, kValueOutOfRange.
platform::Result<std::vector<std::string>> ListOf(const nlohmann::json& arguments, const char* name,
                                                  std::size_t most_items);

/// A list of UUIDs in their canonical form. Errors: as ListOf.
platform::Result<std::vector<std::string>> UuidsOf(const nlohmann::json& arguments, const char* name,
                                                   std::size_t most_items);

/// A moment. Errors: kValueUnparsable, kDateUnparsable, kDateOutOfRange.
platform::Result<platform::Instant> MomentOf(const nlohmann::json& arguments, const char* name);

}  // namespace scriba::auth
