#include "data/row_json.h"

#include "platform/json_text.h"

namespace scriba::data {
namespace {

using platform::AppendJsonNumber;
using platform::AppendJsonString;
using platform::Forward;
using platform::RowView;

void AppendKey(std::string& out, std::string_view key, bool& is_first) {
  out.append(is_first ? key.substr(1) : key);
  is_first = false;
}

}  // namespace

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
    if (cell.type == ColumnType::kInteger) AppendJsonNumber(out, row.Int(cell.index));
    if (cell.type == ColumnType::kNumeric) AppendJsonNumber(out, row.Real(cell.index));
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
