#include "realtime/record.h"

#include <algorithm>
#include <optional>
#include <string>

#include "platform/task.h"

namespace scriba::realtime {
namespace {

using Json = nlohmann::json;
using data::ColumnType;
using platform::Row;
using platform::RowChange;

std::optional<std::size_t> IndexOf(const RowChange& change, std::string_view column) {
  const auto found = std::ranges::find(*change.columns, column);
  if (found == change.columns->end()) return std::nullopt;
  return static_cast<std::size_t>(found - change.columns->begin());
}

std::string TextOf(const RowChange& change, std::string_view column) {
  const auto index = IndexOf(change, column);
  return index ? change.row.Text(*index) : std::string();
}

Json Plain(const Row& row, std::size_t index, ColumnType type) {
  switch (type) {
    case ColumnType::kInteger: return row.Int(index);
    case ColumnType::kBoolean: return row.Bool(index);
    case ColumnType::kNumeric: {
      const double value = row.Real(index);
      const auto whole = static_cast<std::int64_t>(value);
      return static_cast<double>(whole) == value ? Json(whole) : Json(value);
    }
    default: return row.Text(index);
  }
}

}  // namespace

Json RecordOf(const RowChange& change, const data::Table& table, platform::KeyRing& keys) {
  Json record = Json::object();
  std::optional<platform::SealingKey> key;
  const std::string id = TextOf(change, "id");
  for (const data::Column& column : table.columns) {
    Json& target = record[std::string(column.name)];
    const auto index = IndexOf(change, column.name);
    if (!index || change.row.IsNull(*index)) continue;
    if (!column.is_sealed) {
      target = Plain(change.row, *index, column.type);
      continue;
    }
    if (!key) {
      auto found = platform::BlockOn(keys.KeyOf(TextOf(change, table.owner)));
      if (!found) continue;
      key = *found;
    }
    const std::string place = std::string(table.name) + "." + std::string(column.name) + ":" + id;
    auto opened = key->Open(change.row.Bytes(*index), place);
    if (opened) target = column.type == ColumnType::kJson ? Json::parse(*opened, nullptr, false) : Json(*opened);
  }
  return record;
}

Json ColumnsOf(const data::Table& table) {
  Json columns = Json::array();
  for (const data::Column& column : table.columns) {
    columns.push_back({{"name", column.name}, {"type", data::WireType(column.type)}});
  }
  return columns;
}

}  // namespace scriba::realtime
