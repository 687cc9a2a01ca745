// The JSON that a function is called with.
#pragma once

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "platform/http/message.h"
#include "platform/result.h"

namespace scriba::functions {

/// The body as an object. Errors: kBadJson, kUnsupportedMediaType.
platform::Result<nlohmann::json> ReadArguments(const platform::Request& request);

/// The text under the first of the names that is there, or "". Errors: kValidationFailed when it is no
/// text, or one with zero bytes.
platform::Result<std::string> TextArgument(const nlohmann::json& arguments, std::initializer_list<const char*> names);

/// The whole number of that name, if any. Errors: kValidationFailed.
platform::Result<std::optional<std::int64_t>> NumberArgument(const nlohmann::json& arguments, const char* name);

}  // namespace scriba::functions
