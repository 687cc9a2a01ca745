#include "data/row_json.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstring>

namespace scriba::data {
namespace {

using platform::Forward;
using platform::RowView;

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

template <typename Number>
void AppendNumber(std::string& out, Number number) {
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  out.append(digits.data(), end);
}

void AppendKey(std::string& out, std::string_view key, bool& is_first) {
  out.append(is_first ? key.substr(1) : key);
  is_first = false;
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

void RowWriter::Write(const Shape& shape, const RowView& row, Sheet& sheet) {
  if (!result_) return;
  if (sheet.rows++ > 0) sheet.text.push_back(',');
  sheet.text.push_back('{');
  bool is_first = true;
  WriteCells(shape, row, sheet, is_first);
  sheet.text.push_back('}');
}

void RowWriter::WriteCells(const Shape& shape, const RowView& row, Sheet& sheet, bool& is_first) {
  for (const Shape::Cell& cell : shape.cells) {
    const bool is_null = row.IsNull(cell.index);
    if (cell.kind == Shape::Cell::Kind::kSpread) {
      if (is_null) {
        WriteNulls(*cell.inner, sheet, is_first);
      } else {
        WriteCells(*cell.inner, row, sheet, is_first);
      }
      continue;
    }
    if (is_null && strips_nulls_) continue;
    AppendKey(sheet.text, cell.key, is_first);
    if (is_null) {
      sheet.text.append("null");
    } else if (cell.kind == Shape::Cell::Kind::kColumn) {
      WriteColumn(cell, row, sheet.text);
    } else if (cell.kind == Shape::Cell::Kind::kMany) {
      sheet.text.push_back('[');
      sheet.holes.push_back({sheet.text.size(), cell.child, std::string(row.Text(cell.index))});
      sheet.text.push_back(']');
    } else {
      sheet.text.push_back('{');
      bool inner_first = true;
      WriteCells(*cell.inner, row, sheet, inner_first);
      sheet.text.push_back('}');
    }
  }
}

void RowWriter::WriteNulls(const Shape& shape, Sheet& sheet, bool& is_first) {
  if (strips_nulls_) return;
  for (const Shape::Cell& cell : shape.cells) {
    if (cell.kind == Shape::Cell::Kind::kSpread) {
      WriteNulls(*cell.inner, sheet, is_first);
      continue;
    }
    AppendKey(sheet.text, cell.key, is_first);
    sheet.text.append(cell.kind == Shape::Cell::Kind::kMany ? "[]" : "null");
  }
}

void RowWriter::WriteColumn(const Shape::Cell& cell, const RowView& row, std::string& out) {
  if (!cell.place.empty()) {
    WriteSealed(cell, row, out);
    return;
  }
  const bool is_number = cell.type == ColumnType::kInteger || cell.type == ColumnType::kNumeric;
  if (is_number || cell.type == ColumnType::kBoolean) {
    if (cell.as_text) out.push_back('"');
    if (cell.type == ColumnType::kInteger) AppendNumber(out, row.Int(cell.index));
    if (cell.type == ColumnType::kNumeric) AppendNumber(out, row.Real(cell.index));
    if (cell.type == ColumnType::kBoolean) out.append(row.Bool(cell.index) ? "true" : "false");
    if (cell.as_text) out.push_back('"');
    return;
  }
  if (cell.type == ColumnType::kText) {
    AppendJsonString(out, row.Text(cell.index));
    return;
  }
  // UUIDs and times hold nothing to escape.
  out.push_back('"');
  out.append(row.Text(cell.index));
  out.push_back('"');
}

void RowWriter::WriteSealed(const Shape::Cell& cell, const RowView& row, std::string& out) {
  std::string place = cell.place;
  place.append(row.Text(cell.id_index));
  auto plain = key_->Open(row.Bytes(cell.index), place);
  if (!plain) {
    if (result_) result_ = Forward(plain);
    out.append("null");
  } else if (cell.type == ColumnType::kJson && !cell.as_text) {
    out.append(*plain);
  } else {
    AppendJsonString(out, *plain);
  }
}

}  // namespace scriba::data
