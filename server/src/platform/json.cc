#include "platform/json.h"

namespace scriba::platform {
namespace {

constexpr int kMostLevels = 100;

bool IsTooDeep(std::string_view text) {
  int level = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      in_string = c != '"';
    } else if (c == '"') {
      in_string = true;
    } else if (c == '[' || c == '{') {
      if (++level > kMostLevels) return true;
    } else if (c == ']' || c == '}') {
      --level;
    }
  }
  return false;
}

}  // namespace

nlohmann::json ParseForeignJson(std::string_view text) {
  if (IsTooDeep(text)) return nlohmann::json::value_t::discarded;
  return nlohmann::json::parse(text, nullptr, false);
}

bool HasZeroByte(std::string_view text) { return text.find('\0') != std::string_view::npos; }

}  // namespace scriba::platform
