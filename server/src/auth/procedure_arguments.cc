#include "auth/procedure_arguments.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "platform/ids.h"
#include "platform/json.h"

namespace scriba::auth {
namespace {

using nlohmann::json;
using platform::Code;
using platform::Fail;
using platform::Failure;
using platform::Forward;
using platform::Instant;
using platform::Result;

constexpr std::string_view kBlank = " \t\r\n";
constexpr std::size_t kLongestMoment = 64;

Failure Unparsable(const char* type, const char* name) {
  return Fail(Code::kValueUnparsable, std::string("invalid input syntax for type ") + type + ": " + name);
}

/// Code points of UTF-8 text.
std::size_t Characters(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

}  // namespace

Result<std::string> TextOf(const json& arguments, const char* name, std::size_t most_characters) {
  const json& value = arguments.at(name);
  if (value.is_null()) return std::string();
  if (!value.is_string()) return Unparsable("text", name);
  const auto& text = value.get_ref<const std::string&>();
  const auto first = text.find_first_not_of(kBlank);
  if (first == std::string::npos) return std::string();
  std::string trimmed = text.substr(first, text.find_last_not_of(kBlank) + 1 - first);
  if (platform::HasZeroByte(trimmed)) return Unparsable("text", name);
  if (Characters(trimmed) > most_characters) {
    return Fail(Code::kValueTooLong,
                std::string(name) + " has more than " + std::to_string(most_characters) + " characters");
  }
  return trimmed;
}

Result<std::string> UuidOf(const json& arguments, const char* name) {
  const json& value = arguments.at(name);
  auto id = value.is_string() ? platform::ParseUuid(value.get_ref<const std::string&>()) : std::nullopt;
  if (!id) return Unparsable("uuid", name);
  return std::move(*id);
}

Result<bool> FlagOf(const json& arguments, const char* name) {
  const json& value = arguments.at(name);
  if (!value.is_boolean()) return Unparsable("boolean", name);
  return value.get<bool>();
}

Result<std::int64_t> NumberOf(const json& arguments, const char* name, std::int64_t least, std::int64_t most) {
  const json& value = arguments.at(name);
  if (!value.is_number_integer()) return Unparsable("integer", name);
  if (value < least || value > most) {
    return Fail(Code::kValueOutOfRange,
                std::string(name) + " must be from " + std::to_string(least) + " to " + std::to_string(most));
  }
  return value.get<std::int64_t>();
}

Result<std::vector<std::string>> ListOf(const json& arguments, const char* name, std::size_t most_items) {
  const json& value = arguments.at(name);
  if (!value.is_array()) return Unparsable("json array", name);
  if (value.size() > most_items) {
    return Fail(Code::kValueOutOfRange, std::string(name) + " has more than " + std::to_string(most_items) + " items");
  }
  std::vector<std::string> items;
  for (const json& item : value) {
    if (!item.is_string()) return Unparsable("text", name);
    items.push_back(item.get<std::string>());
  }
  return items;
}

Result<std::vector<std::string>> UuidsOf(const json& arguments, const char* name, std::size_t most_items) {
  auto ids = ListOf(arguments, name, most_items);
  if (!ids) return ids;
  for (std::string& id : *ids) {
    auto parsed = platform::ParseUuid(id);
    if (!parsed) return Unparsable("uuid", name);
    id = std::move(*parsed);
  }
  return ids;
}

Result<Instant> MomentOf(const json& arguments, const char* name) {
  auto text = TextOf(arguments, name, kLongestMoment);
  if (!text) return Forward(text);
  return platform::ParseTimestamp(*text);
}

}  // namespace scriba::auth
