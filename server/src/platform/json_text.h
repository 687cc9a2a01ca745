// JSON as text, written without a tree of values in between: rows, sessions, tokens, log lines.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace scriba::platform {

/// Appends UTF-8 as a JSON string.
void AppendJsonString(std::string& out, std::string_view text);

/// Appends a number as briefly as it can be read back; it must be finite.
void AppendJsonNumber(std::string& out, std::int64_t number);
void AppendJsonNumber(std::string& out, double number);

/// A value as the library writes it, for a fraction of the work: the library looks at strings byte by byte. Bytes that
/// are not UTF-8 become U+FFFD.
std::string JsonText(const nlohmann::json& value);

/// The text of an object's member as it stands in the text of the object, "" if it has none: for those who hand it on.
/// The object is as JsonText writes it, with nothing between its tokens, and so is what this answers.
std::string_view MemberText(std::string_view object, std::string_view name);

/// One object, member by member in the order of the calls. Names are ours: nothing to escape, and none comes twice.
class JsonObjectText {
 public:
  JsonObjectText& Text(std::string_view name, std::string_view value);
  JsonObjectText& Number(std::string_view name, std::int64_t value);
  JsonObjectText& Flag(std::string_view name, bool value);
  JsonObjectText& Value(std::string_view name, const nlohmann::json& value);
  /// A value that is JSON text already.
  JsonObjectText& Json(std::string_view name, std::string_view value);

  std::string Close() &&;

 private:
  void Name(std::string_view name);

  std::string text_;
};

/// `[...]` of the JSON texts that `write` makes of the items.
template <typename Items, typename Write>
std::string JsonListText(const Items& items, Write write) {
  std::string list = "[";
  for (const auto& item : items) list.append(list.size() > 1 ? "," : "").append(write(item));
  return list.append("]");
}

}  // namespace scriba::platform
