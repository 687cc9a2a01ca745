#include "data/row_filter.h"

#include <algorithm>
#include <compare>
#include <concepts>
#include <optional>

#include "data/column_value.h"
#include "data/filter_parser.h"
#include "data/refusals.h"
#include "data/row_json.h"
#include "platform/db/sqlite_functions.h"

namespace scriba::data {
namespace {

using platform::Code;
using platform::Fail;
using platform::Forward;
using platform::Result;
using platform::Row;
using platform::Value;

// As an address: what a filter of the tables may be.
constexpr std::size_t kLongestFilter = 16U << 10;

/// An owned row seen as the database's own; sealed columns are blobs.
class OwnedRowView final : public platform::RowView {
 public:
  explicit OwnedRowView(const Row& row) : row_(row) {}
  std::size_t Size() const override { return row_.Size(); }
  bool IsNull(std::size_t column) const override { return row_.IsNull(column); }
  bool Bool(std::size_t column) const override { return row_.Bool(column); }
  std::int64_t Int(std::size_t column) const override { return row_.Int(column); }
  double Real(std::size_t column) const override { return row_.Real(column); }
  std::string_view Text(std::size_t column) const override { return row_.Text(column); }
  std::string_view Bytes(std::size_t column) const override { return std::get<platform::Blob>(row_.At(column)).bytes; }
  Value Field(std::size_t column) const override { return row_.At(column); }

 private:
  const Row& row_;
};

std::optional<std::size_t> IndexOf(const std::vector<std::string>& columns, std::string_view name) {
  const auto found = std::ranges::find(columns, name);
  if (found == columns.end()) return std::nullopt;
  return static_cast<std::size_t>(found - columns.begin());
}

/// The field in the form that ValueOfText gives, whichever engine it came from.
Value FieldOf(const Column& column, const std::vector<std::string>& columns, const Row& row) {
  const auto index = IndexOf(columns, column.name);
  if (!index || row.IsNull(*index)) return nullptr;
  switch (column.type) {
    case ColumnType::kInteger: return row.Int(*index);
    case ColumnType::kNumeric: return row.Real(*index);
    case ColumnType::kBoolean: return row.Bool(*index);
    default: return ValueOfText(column, row.Text(*index)).value_or(Value(row.Text(*index)));
  }
}

/// LIKE's patterns: `%` and `*` any run, `_` one character, `\` the next character itself.
bool MatchesPattern(std::string_view text, std::string_view pattern) {
  std::size_t at = 0;
  std::size_t in_pattern = 0;
  std::optional<std::size_t> run;  // where the last run began in the pattern, and in the text
  std::size_t run_text = 0;
  while (at < text.size()) {
    const char c = in_pattern < pattern.size() ? pattern[in_pattern] : '\0';
    const bool is_escaped = c == '\\' && in_pattern + 1 < pattern.size();
    if (in_pattern < pattern.size() && (c == '%' || c == '*')) {
      run = in_pattern++;
      run_text = at;
    } else if (in_pattern < pattern.size() && c == '_') {
      ++at;
      while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) ++at;
      ++in_pattern;
    } else if (in_pattern < pattern.size() && text[at] == (is_escaped ? pattern[in_pattern + 1] : c)) {
      ++at;
      in_pattern += is_escaped ? 2 : 1;
    } else if (run) {
      in_pattern = *run + 1;
      at = ++run_text;
    } else {
      return false;
    }
  }
  while (in_pattern < pattern.size() && (pattern[in_pattern] == '%' || pattern[in_pattern] == '*')) ++in_pattern;
  return in_pattern == pattern.size();
}

/// How two values of one column's type stand to each other: texts as the tables order them.
std::partial_ordering Order(const Value& left, const Value& right) {
  return std::visit(
      []<typename A, typename B>(const A& a, const B& b) -> std::partial_ordering {
        if constexpr (std::same_as<A, std::string> && std::same_as<B, std::string>) {
          return platform::CompareTexts(a, b) <=> 0;
        } else if constexpr (std::same_as<A, B> && std::three_way_comparable<A>) {
          return a <=> b;
        } else {
          return std::partial_ordering::unordered;
        }
      },
      left, right);
}

void Fold(Value& value) {
  if (auto* text = std::get_if<std::string>(&value)) *text = platform::FoldCase(*text);
}

/// `ilike` is `like` of folded texts; a pattern is folded once, when it is read.
bool Compares(Operator op, const Value& field, const Value& operand) {
  const auto* text = std::get_if<std::string>(&field);
  const auto* pattern = std::get_if<std::string>(&operand);
  const bool are_texts = text != nullptr && pattern != nullptr;
  switch (op) {
    case Operator::kNeq:
    case Operator::kIsDistinct: return field != operand;
    case Operator::kGt: return Order(field, operand) > 0;
    case Operator::kGte: return Order(field, operand) >= 0;
    case Operator::kLt: return Order(field, operand) < 0;
    case Operator::kLte: return Order(field, operand) <= 0;
    case Operator::kLike:
    case Operator::kIlike: return are_texts && MatchesPattern(*text, *pattern);
    default: return field == operand;
  }
}

bool IsForText(Operator op) {
  return op == Operator::kLike || op == Operator::kIlike || op == Operator::kMatch || op == Operator::kImatch;
}

bool IsHeld(const Condition& condition, const Value& field) {
  if (condition.value == "null" || condition.value == "unknown") return std::holds_alternative<std::nullptr_t>(field);
  if (condition.value == "not_null") return !std::holds_alternative<std::nullptr_t>(field);
  return field == Value(condition.value == "true");
}

}  // namespace

Result<RowFilter> RowFilter::Parse(const Table& table, std::string_view text) {
  if (text.size() > kLongestFilter) return Fail(Code::kQueryUnparsable, "the filter is longer than 16 KiB");
  FilterParser parser;
  auto conditions = parser.Listed(text);
  if (!conditions) return Forward(conditions);
  RowFilter filter;
  for (Condition& condition : *conditions) {
    const Column* column = table.Find(condition.column);
    if (column == nullptr) return UnknownColumn(table, condition.column);
    if (column->is_sealed) return SealedColumn(table, *column);
    if (IsForText(condition.op) && column->type != ColumnType::kText)
      return Fail(Code::kFeatureNotServed, "like, ilike, match and imatch are served for text");
    Term term{.column = column, .condition = std::move(condition), .operands = {}, .patterns = {}};
    if (auto read = ReadOperands(term); !read) return Forward(read);
    filter.terms_.push_back(std::move(term));
  }
  return filter;
}

Result<> RowFilter::ReadOperands(Term& term) {
  Condition& condition = term.condition;
  if (condition.op == Operator::kIs) return {};
  const bool is_single = condition.op != Operator::kIn && condition.quantifier == Quantifier::kNone;
  if (is_single) condition.values = {condition.value};
  const bool is_expression = condition.op == Operator::kMatch || condition.op == Operator::kImatch;
  for (const std::string& value : condition.values) {
    if (is_expression) {
      auto pattern = TextPattern::Compile(value, condition.op == Operator::kImatch);
      if (!pattern) return Forward(pattern);
      term.patterns.push_back(std::move(*pattern));
    } else {
      auto operand = ValueOfText(*term.column, value);
      if (!operand) return Forward(operand);
      if (condition.op == Operator::kIlike) Fold(*operand);
      term.operands.push_back(std::move(*operand));
    }
  }
  // Operands and patterns say the same.
  condition.value.clear();
  condition.values.clear();
  return {};
}

std::size_t RowFilter::Weight() const {
  constexpr std::size_t kOfOperand = 64;
  constexpr std::size_t kOfPattern = 2048;
  std::size_t weight = 0;
  for (const Term& term : terms_) weight += kOfOperand * term.operands.size() + kOfPattern * term.patterns.size();
  return weight;
}

bool RowFilter::Matches(const std::vector<std::string>& columns, const Row& row) const {
  return std::ranges::all_of(terms_, [&](const Term& term) {
    Value field = FieldOf(*term.column, columns, row);
    const Operator op = term.condition.op;
    if (op == Operator::kIlike) Fold(field);
    if (op == Operator::kIs) return IsHeld(term.condition, field) != term.condition.is_negated;
    if (std::holds_alternative<std::nullptr_t>(field) && op != Operator::kIsDistinct) return false;
    const bool asks_all = term.condition.quantifier == Quantifier::kAll;
    const auto compares = [&](const Value& operand) { return Compares(op, field, operand); };
    const auto is_in = [&](const auto& pattern) { return pattern->IsIn(std::get<std::string>(field)); };
    const bool holds = asks_all
                           ? std::ranges::all_of(term.operands, compares) && std::ranges::all_of(term.patterns, is_in)
                           : std::ranges::any_of(term.operands, compares) || std::ranges::any_of(term.patterns, is_in);
    return holds != term.condition.is_negated;
  });
}

Result<std::string> RecordJson(const Table& table, const std::vector<std::string>& columns, const Row& row,
                               const platform::SealingKey* key) {
  Shape shape;
  const auto id = IndexOf(columns, "id");
  std::vector<Value> fields{id ? row.At(*id) : Value(nullptr)};
  for (const Column& column : table.columns) {
    const auto index = IndexOf(columns, column.name);
    if (!index || !id || (column.is_sealed && key == nullptr)) continue;
    Shape::Cell cell;
    cell.key = ",\"" + std::string(column.name) + "\":";
    cell.index = fields.size();
    cell.type = column.type;
    if (column.is_sealed) cell.place = std::string(table.name) + "." + std::string(column.name) + ":";
    shape.cells.push_back(std::move(cell));
    const bool is_sealed_value = column.is_sealed && !row.IsNull(*index);
    fields.push_back(is_sealed_value ? Value(platform::Blob{row.Bytes(*index)}) : FieldOf(column, columns, row));
  }
  Sheet sheet;
  RowWriter writer(key, false);
  const Row plain(std::move(fields));
  writer.Write(shape, OwnedRowView(plain), sheet);
  if (auto written = writer.result(); !written) return Forward(written);
  return std::move(sheet.text);
}

}  // namespace scriba::data
