// A statement in the making: text of ours, and every value of the caller's as a parameter.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "data/registry.h"
#include "platform/db/database.h"

namespace scriba::data {

class SqlText {
 public:
  explicit SqlText(platform::Dialect dialect) : dialect_(dialect) {}

  platform::Dialect dialect() const { return dialect_; }
  bool IsPostgres() const { return dialect_ == platform::Dialect::kPostgres; }

  SqlText& operator<<(std::string_view text) {
    text_.append(text);
    return *this;
  }

  /// Writes `$n`, with the type that PostgreSQL needs to know.
  void Parameter(platform::Value value, ColumnType type);

  /// The same for a column of bytes.
  void Bytes(platform::Value value);

  /// Compares with UUIDs known now: `= $n` for one, a list for several.
  void AmongKeys(const std::vector<std::string>& uuids);

  /// A list of UUIDs to be given at each run, as `IN (...)`. Answers the parameter's index.
  std::size_t InKeys();

  /// The same list as a table of (value, key): the UUID and its place in the list.
  std::size_t KeysTable(std::string_view alias);

  const std::string& text() const { return text_; }
  std::vector<platform::Value>& parameters() { return parameters_; }
  const std::vector<platform::Value>& parameters() const { return parameters_; }

 private:
  std::size_t Reserve();

  platform::Dialect dialect_;
  std::string text_;
  std::vector<platform::Value> parameters_;
};

/// The list of UUIDs in the form that InKeys and KeysTable expect.
platform::Value KeyList(platform::Dialect dialect, const std::vector<std::string>& uuids);

}  // namespace scriba::data
