#include "platform/json_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <nlohmann/json.hpp>
#include <utility>

namespace scriba::platform {
namespace {

using nlohmann::json;

constexpr std::size_t kUsualObjectBytes = 1024;

bool NeedsEscape(char c) { return static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\'; }

/// Whether one of eight bytes needs an escape: the usual tricks of counting borrows out of each byte.
bool AnyNeedsEscape(const char* eight) {
  constexpr std::uint64_t kEach = 0x0101010101010101;
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, eight, sizeof bytes);
  const auto below = [](std::uint64_t values, std::uint64_t limit) { return (values - kEach * limit) & ~values; };
  const std::uint64_t found = below(bytes, 0x20) | below(bytes ^ (kEach * '"'), 1) | below(bytes ^ (kEach * '\\'), 1);
  return (found & (kEach * 0x80)) != 0;
}

/// Where the first byte from `at` on stands that needs an escape; the end when there is none. Long texts have few, and
/// they are what takes the time.
std::size_t NextEscape(std::string_view text, std::size_t at) {
  while (at + 8 <= text.size() && !AnyNeedsEscape(text.data() + at)) at += 8;
  // What is left of a longer text is looked at with what was looked at already.
  if (text.size() >= 8 && at + 8 > text.size() && !AnyNeedsEscape(text.data() + text.size() - 8)) return text.size();
  while (at < text.size() && !NeedsEscape(text[at])) ++at;
  return at;
}

void AppendEscaped(std::string& out, char c) {
  switch (c) {
    case '"': out.append("\\\""); return;
    case '\\': out.append("\\\\"); return;
    case '\n': out.append("\\n"); return;
    case '\r': out.append("\\r"); return;
    case '\t': out.append("\\t"); return;
    default: break;
  }
  constexpr std::string_view kHex = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(c);
  out.append("\\u00").append(1, kHex[byte >> 4]).append(1, kHex[byte & 15]);
}

bool IsAscii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

template <typename Number>
void AppendDigits(std::string& out, Number number) {
  std::array<char, 32> digits{};
  out.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr);
}

void AppendByLibrary(std::string& out, const json& value) {
  out.append(value.dump(-1, ' ', false, json::error_handler_t::replace));
}

/// Behind the string that begins at `at`, or the end.
std::size_t StringEnd(std::string_view text, std::size_t at) {
  at = text.find_first_of("\"\\", at + 1);
  while (at < text.size() && text[at] == '\\') at = text.find_first_of("\"\\", at + 2);
  return std::min(at, text.size() - 1) + 1;
}

/// Behind the value that begins at `at`, or the end.
std::size_t ValueEnd(std::string_view text, std::size_t at) {
  int depth = 0;
  while (at < text.size()) {
    const char c = text[at];
    if (depth == 0 && (c == ',' || c == '}')) return at;
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') --depth;
    at = c == '"' ? StringEnd(text, at) : at + 1;
  }
  return at;
}

void AppendJson(std::string& out, const json& value);

void AppendArray(std::string& out, const json::array_t& values) {
  out.push_back('[');
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) out.push_back(',');
    AppendJson(out, values[i]);
  }
  out.push_back(']');
}

void AppendObject(std::string& out, const json::object_t& members) {
  char before = '{';
  for (const auto& [name, value] : members) {
    out.push_back(std::exchange(before, ','));
    if (IsAscii(name)) {
      AppendJsonString(out, name);
    } else {
      AppendByLibrary(out, name);
    }
    out.push_back(':');
    AppendJson(out, value);
  }
  out.append(members.empty() ? "{}" : "}");
}

void AppendJson(std::string& out, const json& value) {
  if (const auto* text = value.get_ptr<const json::string_t*>(); text != nullptr && IsAscii(*text)) {
    AppendJsonString(out, *text);
  } else if (const auto* members = value.get_ptr<const json::object_t*>()) {
    AppendObject(out, *members);
  } else if (const auto* values = value.get_ptr<const json::array_t*>()) {
    AppendArray(out, *values);
  } else {
    AppendByLibrary(out, value);
  }
}

}  // namespace

void AppendJsonString(std::string& out, std::string_view text) {
  out.push_back('"');
  std::size_t clean = 0;
  for (std::size_t at = NextEscape(text, 0); at < text.size(); at = NextEscape(text, clean)) {
    out.append(text, clean, at - clean);
    AppendEscaped(out, text[at]);
    clean = at + 1;
  }
  out.append(text, clean);
  out.push_back('"');
}

void AppendJsonNumber(std::string& out, std::int64_t number) { AppendDigits(out, number); }
void AppendJsonNumber(std::string& out, double number) { AppendDigits(out, number); }

std::string JsonText(const json& value) {
  std::string text;
  AppendJson(text, value);
  return text;
}

std::string_view MemberText(std::string_view object, std::string_view name) {
  std::size_t at = 1;
  while (at < object.size() && object[at] == '"') {
    const std::size_t colon = StringEnd(object, at);
    const std::size_t value = std::min(colon + 1, object.size());
    const std::size_t end = ValueEnd(object, value);
    if (object.substr(at + 1, colon - at - 2) == name) return object.substr(value, end - value);
    at = end + 1;
  }
  return {};
}

JsonObjectText& JsonObjectText::Text(std::string_view name, std::string_view value) {
  Name(name);
  AppendJsonString(text_, value);
  return *this;
}

JsonObjectText& JsonObjectText::Number(std::string_view name, std::int64_t value) {
  Name(name);
  AppendJsonNumber(text_, value);
  return *this;
}

JsonObjectText& JsonObjectText::Flag(std::string_view name, bool value) { return Json(name, value ? "true" : "false"); }

JsonObjectText& JsonObjectText::Value(std::string_view name, const json& value) {
  Name(name);
  AppendJson(text_, value);
  return *this;
}

JsonObjectText& JsonObjectText::Json(std::string_view name, std::string_view value) {
  Name(name);
  text_.append(value);
  return *this;
}

void JsonObjectText::Name(std::string_view name) {
  if (text_.empty()) text_.reserve(kUsualObjectBytes);
  text_.append(text_.empty() ? "{\"" : ",\"").append(name).append("\":");
}

std::string JsonObjectText::Close() && {
  text_.append(text_.empty() ? "{}" : "}");
  return std::move(text_);
}

}  // namespace scriba::platform
