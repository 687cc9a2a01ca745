#include "data/sql_text.h"

#include <utility>

namespace scriba::data {
namespace {

std::string_view Cast(ColumnType type) {
  switch (type) {
    case ColumnType::kUuid: return "::uuid";
    case ColumnType::kText:
    case ColumnType::kJson: return "::text";
    case ColumnType::kInteger: return "::bigint";
    case ColumnType::kNumeric: return "::double precision";
    case ColumnType::kBoolean: return "::boolean";
    case ColumnType::kDate: return "::date";
    case ColumnType::kTimestamp: return "::timestamptz";
  }
  return "";
}

}  // namespace

std::size_t SqlText::Reserve() {
  parameters_.emplace_back(nullptr);
  text_.push_back('$');
  text_.append(std::to_string(parameters_.size()));
  return parameters_.size() - 1;
}

void SqlText::Parameter(platform::Value value, ColumnType type) {
  const std::size_t index = Reserve();
  parameters_[index] = std::move(value);
  if (IsPostgres()) text_.append(Cast(type));
}

void SqlText::Bytes(platform::Value value) {
  const std::size_t index = Reserve();
  parameters_[index] = std::move(value);
  if (IsPostgres()) text_.append("::bytea");
}

void SqlText::AmongKeys(const std::vector<std::string>& uuids) {
  if (uuids.size() == 1) {
    text_.append("= ");
    Parameter(uuids.front(), ColumnType::kUuid);
    return;
  }
  const std::size_t keys = InKeys();
  parameters_[keys] = KeyList(dialect_, uuids);
}

std::size_t SqlText::InKeys() {
  text_.append(IsPostgres() ? "= ANY(" : "IN (SELECT value FROM json_each(");
  const std::size_t index = Reserve();
  text_.append(IsPostgres() ? "::uuid[])" : "))");
  return index;
}

std::size_t SqlText::KeysTable(std::string_view alias) {
  text_.append(IsPostgres() ? "unnest(" : "json_each(");
  const std::size_t index = Reserve();
  text_.append(IsPostgres() ? "::uuid[]) WITH ORDINALITY AS " : ") AS ");
  text_.append(alias);
  if (IsPostgres()) text_.append("(value, key)");
  return index;
}

platform::Value KeyList(platform::Dialect dialect, const std::vector<std::string>& uuids) {
  const bool postgres = dialect == platform::Dialect::kPostgres;
  std::string list(1, postgres ? '{' : '[');
  list.reserve(2 + uuids.size() * 39);
  for (const std::string& uuid : uuids) {
    if (list.size() > 1) list.push_back(',');
    if (!postgres) list.push_back('"');
    list.append(uuid);
    if (!postgres) list.push_back('"');
  }
  list.push_back(postgres ? '}' : ']');
  return list;
}

}  // namespace scriba::data
