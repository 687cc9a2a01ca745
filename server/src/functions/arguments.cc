#include "functions/arguments.h"

#include <cmath>

#include "platform/json.h"

namespace scriba::functions {

using nlohmann::json;
using platform::Code;
using platform::Fail;
using platform::Result;

Result<json> ReadArguments(const platform::Request& request) {
  const std::string type = request.MediaType();
  if (!type.empty() && type != "application/json" && type != "text/plain") {
    return Fail(Code::kUnsupportedMediaType, "The body must be JSON");
  }
  return request.JsonObject();
}

Result<std::string> TextArgument(const json& arguments, std::initializer_list<const char*> names) {
  for (const char* name : names) {
    const auto found = arguments.find(name);
    if (found == arguments.end() || found->is_null()) continue;
    if (!found->is_string()) return Fail(Code::kValidationFailed, std::string(name) + " must be a text");
    const auto& text = found->get_ref<const std::string&>();
    if (platform::HasZeroByte(text)) {
      return Fail(Code::kValidationFailed, std::string(name) + " must not hold zero bytes");
    }
    return text;
  }
  return std::string();
}

Result<std::optional<std::int64_t>> NumberArgument(const json& arguments, const char* name) {
  constexpr double kMost = 1e9;
  const auto found = arguments.find(name);
  if (found == arguments.end() || found->is_null()) return std::optional<std::int64_t>{};
  const double number = found->is_number() ? found->get<double>() : std::nan("");
  if (!(std::abs(number) <= kMost) || number != std::floor(number)) {
    return Fail(Code::kValidationFailed, std::string(name) + " must be a whole number");
  }
  return std::optional(static_cast<std::int64_t>(number));
}

}  // namespace scriba::functions
