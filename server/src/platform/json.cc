#include "platform/json.h"

namespace scriba::platform {
namespace {

constexpr int kMostLevels = 100;
// Twenty bytes of the largest body for each.
constexpr int kMostValues = 500'000;

/// Counts what makes values, brackets and commas, without building them.
bool IsTooMuch(std::string_view text) {
  int level = 0;
  int values = 1;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      in_string = c != '"';
    } else if (c == '"') {
      in_string = true;
    } else if (c == ',') {
      if (++values > kMostValues) return true;
    } else if (c == '[' || c == '{') {
      if (++level > kMostLevels || ++values > kMostValues) return true;
    } else if (c == ']' || c == '}') {
      --level;
    }
  }
  return false;
}

}  // namespace

nlohmann::json ParseForeignJson(std::string_view text) {
  if (IsTooMuch(text)) return nlohmann::json::value_t::discarded;
  return nlohmann::json::parse(text, nullptr, false);
}

bool HasZeroByte(std::string_view text) { return text.find('\0') != std::string_view::npos; }

}  // namespace scriba::platform
