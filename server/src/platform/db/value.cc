#include "platform/db/value.h"

#include <charconv>

namespace scriba::platform {
namespace {

const std::string kEmpty;

}  // namespace

// Engines differ in how they hand out numbers and booleans (PostgreSQL as text, SQLite as integers); readers need not.
bool Row::Bool(std::size_t column) const {
  const Value& value = At(column);
  if (const auto* flag = std::get_if<bool>(&value)) return *flag;
  if (const auto* text = std::get_if<std::string>(&value)) return *text == "t" || *text == "true" || *text == "1";
  return Int(column) != 0;
}

std::int64_t Row::Int(std::size_t column) const {
  const Value& value = At(column);
  if (const auto* number = std::get_if<std::int64_t>(&value)) return *number;
  if (const auto* real = std::get_if<double>(&value)) return static_cast<std::int64_t>(*real);
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? 1 : 0;
  std::int64_t parsed = 0;
  if (const auto* text = std::get_if<std::string>(&value)) {
    std::from_chars(text->data(), text->data() + text->size(), parsed);
  }
  return parsed;
}

double Row::Real(std::size_t column) const {
  const Value& value = At(column);
  if (const auto* real = std::get_if<double>(&value)) return *real;
  if (const auto* text = std::get_if<std::string>(&value)) {
    double parsed = 0;
    std::from_chars(text->data(), text->data() + text->size(), parsed);
    return parsed;
  }
  return static_cast<double>(Int(column));
}

const std::string& Row::Text(std::size_t column) const {
  const auto* text = std::get_if<std::string>(&At(column));
  return text != nullptr ? *text : kEmpty;
}

std::string Row::Bytes(std::size_t column) const {
  if (const auto* blob = std::get_if<Blob>(&At(column))) return blob->bytes;
  return BytesOfHex(Text(column));
}

std::string BytesOfHex(std::string_view text) {
  std::string bytes;
  if (!text.starts_with("\\x")) return bytes;
  text.remove_prefix(2);
  bytes.reserve(text.size() / 2);
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    unsigned byte = 0;
    std::from_chars(text.data() + i, text.data() + i + 2, byte, 16);
    bytes.push_back(static_cast<char>(byte));
  }
  return bytes;
}

}  // namespace scriba::platform
