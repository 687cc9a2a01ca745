#include "realtime/change_filter.h"

#include <unicode/unistr.h>

#include <array>
#include <charconv>
#include <compare>
#include <optional>

#include "platform/clock.h"
#include "platform/ids.h"

namespace scriba::realtime {
namespace {

using Json = nlohmann::json;
using data::ColumnType;
using platform::Code;
using platform::Fail;
using platform::Forward;
using platform::Result;

/// Splits at top-level commas: those outside of quotes and parentheses.
std::vector<std::string> SplitTopLevel(std::string_view text) {
  std::vector<std::string> parts(1);
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' && quoted && i + 1 < text.size()) {
      parts.back().push_back(c);
      parts.back().push_back(text[++i]);
      continue;
    }
    if (c == '"') quoted = !quoted;
    if (!quoted && c == '(') ++depth;
    if (!quoted && c == ')') --depth;
    if (c == ',' && depth == 0 && !quoted) {
      parts.emplace_back();
    } else {
      parts.back().push_back(c);
    }
  }
  return parts;
}

std::string Unquoted(std::string_view text) {
  if (text.size() < 2 || !text.starts_with('"') || !text.ends_with('"')) return std::string(text);
  std::string plain;
  for (std::size_t i = 1; i + 1 < text.size(); ++i) {
    if (text[i] == '\\' && i + 2 < text.size()) ++i;
    plain.push_back(text[i]);
  }
  return plain;
}

std::string Folded(std::string_view text) {
  std::string folded;
  const icu::StringPiece piece(text.data(), static_cast<int>(text.size()));
  icu::UnicodeString::fromUTF8(piece).foldCase().toUTF8String(folded);
  return folded;
}

/// LIKE with % or * for any run, _ for one character, and \ before a literal one.
bool Like(std::string_view pattern, std::string_view text) {
  if (pattern.empty()) return text.empty();
  const char c = pattern.front();
  if (c == '%' || c == '*') {
    const std::string_view rest = pattern.substr(1);
    for (std::size_t i = 0; i <= text.size(); ++i) {
      if (Like(rest, text.substr(i))) return true;
    }
    return false;
  }
  if (text.empty()) return false;
  if (c == '_') {
    std::size_t length = 1;
    while (length < text.size() && (static_cast<unsigned char>(text[length]) & 0xC0U) == 0x80U) ++length;
    return Like(pattern.substr(1), text.substr(length));
  }
  const bool escaped = c == '\\' && pattern.size() > 1;
  const char literal = escaped ? pattern[1] : c;
  return text.front() == literal && Like(pattern.substr(escaped ? 2 : 1), text.substr(1));
}

std::optional<double> Number(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string AsText(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean()) return value.get<bool>() ? "true" : "false";
  return value.dump();
}

/// Orders a row's value against a filter's; nothing when the filter's text is not of the column's type.
std::optional<std::partial_ordering> Compare(const Json& value, std::string_view text, ColumnType type) {
  switch (type) {
    case ColumnType::kInteger:
    case ColumnType::kNumeric: {
      const auto number = Number(text);
      if (!number || !value.is_number()) return std::nullopt;
      return value.get<double>() <=> *number;
    }
    case ColumnType::kTimestamp: {
      const auto left = platform::ParseTimestamp(AsText(value));
      const auto right = platform::ParseTimestamp(text);
      if (!left || !right) return std::nullopt;
      return *left <=> *right;
    }
    case ColumnType::kUuid: return AsText(value) <=> platform::ParseUuid(text).value_or(std::string(text));
    case ColumnType::kBoolean: {
      const bool truth = text == "true" || text == "t" || text == "1";
      return value.get<bool>() <=> truth;
    }
    default: return AsText(value) <=> std::string(text);
  }
}

constexpr std::size_t kMostTerms = 32;

}  // namespace

Result<ChangeFilter> ChangeFilter::Parse(std::string_view text, const data::Table& table) {
  ChangeFilter filter;
  if (text.empty()) return filter;
  const auto parts = SplitTopLevel(text);
  if (parts.size() > kMostTerms) return Fail(Code::kQueryUnparsable, "too many terms in the filter");
  for (const auto& part : parts) {
    auto term = ParseTerm(part, table);
    if (!term) return Forward(term);
    filter.terms_.push_back(std::move(*term));
  }
  return filter;
}

Result<ChangeFilter::Term> ChangeFilter::ParseTerm(std::string_view text, const data::Table& table) {
  static constexpr auto kOperators = std::to_array<std::pair<std::string_view, Operator>>({
      {"eq", Operator::kEq},
      {"neq", Operator::kNeq},
      {"lt", Operator::kLt},
      {"lte", Operator::kLte},
      {"gt", Operator::kGt},
      {"gte", Operator::kGte},
      {"in", Operator::kIn},
      {"like", Operator::kLike},
      {"ilike", Operator::kIlike},
      {"is", Operator::kIs},
      {"isdistinct", Operator::kIsDistinct},
  });
  const auto equals = text.find('=');
  if (equals == std::string_view::npos) return Fail(Code::kQueryUnparsable, "a filter is column=operator.value");
  const std::string name = Unquoted(text.substr(0, equals));
  const data::Column* column = table.Find(name);
  if (column == nullptr || column->is_sealed)
    return Fail(Code::kColumnUnknown, "column " + name + " cannot be filtered");
  Term term{.column = name, .type = column->type, .values = {}};
  std::string_view rest = text.substr(equals + 1);
  if (rest.starts_with("not.")) {
    term.negated = true;
    rest.remove_prefix(4);
  }
  const auto dot = rest.find('.');
  if (dot == std::string_view::npos) return Fail(Code::kQueryUnparsable, "a filter is column=operator.value");
  const auto found = std::ranges::find(kOperators, rest.substr(0, dot), &std::pair<std::string_view, Operator>::first);
  if (found == kOperators.end()) {
    return Fail(Code::kQueryUnparsable, "operator " + std::string(rest.substr(0, dot)) + " is not served");
  }
  term.op = found->second;
  std::string_view value = rest.substr(dot + 1);
  if (term.op == Operator::kIn) {
    if (!value.starts_with('(') || !value.ends_with(')')) return Fail(Code::kQueryUnparsable, "in needs (a,b)");
    value = value.substr(1, value.size() - 2);
    if (!value.empty()) {
      for (const auto& item : SplitTopLevel(value)) term.values.push_back(Unquoted(item));
    }
  } else {
    term.values.push_back(Unquoted(value));
  }
  return term;
}

bool ChangeFilter::Matches(const Json& record) const {
  return std::ranges::all_of(terms_, [&](const Term& term) {
    const auto found = record.find(term.column);
    return found != record.end() && Holds(term, *found) != term.negated;
  });
}

bool ChangeFilter::Holds(const Term& term, const Json& value) {
  const std::string_view first = term.values.empty() ? std::string_view() : std::string_view(term.values.front());
  if (term.op == Operator::kIs) {
    if (first == "null") return value.is_null();
    return value.is_boolean() && value.get<bool>() == (first == "true");
  }
  if (value.is_null()) return term.op == Operator::kIsDistinct;
  if (term.op == Operator::kLike) return Like(first, AsText(value));
  if (term.op == Operator::kIlike) return Like(Folded(first), Folded(AsText(value)));
  if (term.op == Operator::kIn) {
    return std::ranges::any_of(term.values, [&](const std::string& item) {
      const auto order = Compare(value, item, term.type);
      return order && std::is_eq(*order);
    });
  }
  const auto order = Compare(value, first, term.type);
  if (!order) return false;
  switch (term.op) {
    case Operator::kEq: return std::is_eq(*order);
    case Operator::kNeq:
    case Operator::kIsDistinct: return std::is_neq(*order);
    case Operator::kLt: return std::is_lt(*order);
    case Operator::kLte: return std::is_lteq(*order);
    case Operator::kGt: return std::is_gt(*order);
    default: return std::is_gteq(*order);
  }
}

}  // namespace scriba::realtime
