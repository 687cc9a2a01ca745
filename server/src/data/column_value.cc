#include "data/column_value.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>

#include "platform/clock.h"
#include "platform/ids.h"

namespace scriba::data {
namespace {

using platform::Code;
using platform::Fail;
using platform::Failure;
using platform::Forward;
using platform::Result;
using platform::Value;
using Json = nlohmann::json;

// Enough of a bad value to recognise it in the answer.
constexpr std::size_t kQuotedBytes = 80;

std::string_view TypeName(ColumnType type) {
  switch (type) {
    case ColumnType::kInteger: return "integer";
    case ColumnType::kBoolean: return "boolean";
    case ColumnType::kTimestamp: return "timestamp with time zone";
    default: return WireType(type);
  }
}

std::string Quoted(std::string_view text) {
  std::size_t length = std::min(text.size(), kQuotedBytes);
  // Cut between characters, not within one.
  while (length < text.size() && length > 0 && (static_cast<unsigned char>(text[length]) & 0xC0) == 0x80) --length;
  return "\"" + std::string(text.substr(0, length)) + "\"";
}

Failure Unparsable(ColumnType type, std::string_view text) {
  return Fail(Code::kValueUnparsable,
              "invalid input syntax for type " + std::string(TypeName(type)) + ": " + Quoted(text));
}

Failure OutOfRange(ColumnType type, std::string_view text) {
  return Fail(Code::kValueOutOfRange,
              "value " + Quoted(text) + " is out of range for type " + std::string(TypeName(type)));
}

std::string_view Trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

Result<Value> Uuid(std::string_view text) {
  auto uuid = platform::ParseUuid(Trimmed(text));
  if (!uuid) return Unparsable(ColumnType::kUuid, text);
  return Value(std::move(*uuid));
}

Result<Value> Integer(std::string_view text) {
  std::string_view digits = Trimmed(text);
  if (digits.starts_with('+') && !digits.starts_with("+-")) digits.remove_prefix(1);
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  const bool whole = end == digits.data() + digits.size();
  if (error == std::errc::result_out_of_range && whole) return OutOfRange(ColumnType::kInteger, text);
  if (error != std::errc() || !whole) return Unparsable(ColumnType::kInteger, text);
  constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
  if (number > kMost || number < -kMost - 1) return OutOfRange(ColumnType::kInteger, text);
  return Value(number);
}

Result<Value> Numeric(std::string_view text) {
  std::string_view digits = Trimmed(text);
  if (digits.starts_with('+') && !digits.starts_with("+-")) digits.remove_prefix(1);
  double number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  const bool whole = end == digits.data() + digits.size();
  if (error == std::errc::result_out_of_range && whole) return OutOfRange(ColumnType::kNumeric, text);
  if (error != std::errc() || !whole || !std::isfinite(number)) return Unparsable(ColumnType::kNumeric, text);
  return Value(number);
}

/// PostgreSQL's boolean literals: unique prefixes of these words, in any case.
Result<Value> Boolean(std::string_view text) {
  std::string word(Trimmed(text));
  std::ranges::transform(word, word.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  const auto is_prefix_of = [&](std::string_view full) { return !word.empty() && full.starts_with(word); };
  if (is_prefix_of("true") || is_prefix_of("yes") || word == "on" || word == "1") return Value(true);
  if (is_prefix_of("false") || is_prefix_of("no") || word == "of" || word == "off" || word == "0") return Value(false);
  return Unparsable(ColumnType::kBoolean, text);
}

Result<Value> Moment(ColumnType type, std::string_view text) {
  const std::string_view trimmed = Trimmed(text);
  const auto instant = platform::ParseTimestamp(trimmed);
  if (!instant) {
    if (instant.error().code == Code::kDateOutOfRange) {
      return Fail(Code::kDateOutOfRange, "date/time field value out of range: " + Quoted(text));
    }
    return Fail(Code::kDateUnparsable,
                "invalid input syntax for type " + std::string(TypeName(type)) + ": " + Quoted(text));
  }
  // A date is what is written, whatever the zone of the time behind it.
  if (type == ColumnType::kDate) {
    if (trimmed.starts_with("0000"))
      return Fail(Code::kDateOutOfRange, "date/time field value out of range: " + Quoted(text));
    return Value(std::string(trimmed.substr(0, 10)));
  }
  const std::chrono::year_month_day day(std::chrono::floor<std::chrono::days>(*instant));
  if (day.year() < std::chrono::year(1) || day.year() > std::chrono::year(9999)) {
    return Fail(Code::kDateOutOfRange, "date/time field value out of range: " + Quoted(text));
  }
  return Value(platform::FormatTimestamp(*instant));
}

std::string TextOfJson(const Json& json) {
  return json.is_string() ? json.get<std::string>() : json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::size_t Characters(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

Failure ViolatesCheck(const Table& table, const Column& column) {
  const std::string name(table.name);
  return Fail(Code::kCheckViolated, "new row for relation \"" + name + "\" violates check constraint \"" + name + "_" +
                                        std::string(column.name) + "_check\"");
}

Result<> CheckRules(const Table& table, const Column& column, const Value& value) {
  if (const auto* text = std::get_if<std::string>(&value)) {
    const bool listed = column.values.empty() || std::ranges::find(column.values, *text) != column.values.end();
    if (!listed) return ViolatesCheck(table, column);
    if (column.most_characters > 0 && text->size() > column.most_characters &&
        Characters(*text) > column.most_characters) {
      return Fail(Code::kValueTooLong, "value too long for column \"" + std::string(column.name) + "\": at most " +
                                           std::to_string(column.most_characters) + " characters");
    }
  }
  if (column.bounds) {
    const auto* whole = std::get_if<std::int64_t>(&value);
    const auto* real = std::get_if<double>(&value);
    const double number = whole != nullptr  ? static_cast<double>(*whole)
                          : real != nullptr ? *real
                                            : column.bounds->least;
    if (number < column.bounds->least || number > column.bounds->most) return ViolatesCheck(table, column);
  }
  return {};
}

}  // namespace

Result<Value> ValueOfText(const Column& column, std::string_view text) {
  switch (column.type) {
    case ColumnType::kUuid: return Uuid(text);
    case ColumnType::kInteger: return Integer(text);
    case ColumnType::kNumeric: return Numeric(text);
    case ColumnType::kBoolean: return Boolean(text);
    case ColumnType::kDate:
    case ColumnType::kTimestamp: return Moment(column.type, text);
    case ColumnType::kText:
    case ColumnType::kJson: break;
  }
  if (text.find('\0') != std::string_view::npos) return Unparsable(column.type, "\\u0000");
  return Value(std::string(text));
}

Result<Value> ValueOfJson(const Table& table, const Column& column, const Json& json) {
  if (json.is_null()) {
    if (column.is_nullable) return Value(nullptr);
    return Fail(Code::kNotNullViolated, "null value in column \"" + std::string(column.name) + "\" of relation \"" +
                                            std::string(table.name) + "\" violates not-null constraint");
  }
  if (column.type == ColumnType::kJson) return Value(json.dump(-1, ' ', false, Json::error_handler_t::replace));
  auto value = ValueOfText(column, TextOfJson(json));
  if (!value) return value;
  if (auto checked = CheckRules(table, column, *value); !checked) return Forward(checked);
  return value;
}

}  // namespace scriba::data
