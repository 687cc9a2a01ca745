// A row on its way into the database: every column has its value, and the rules for new rows have been checked.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "data/actor.h"
#include "data/payload.h"
#include "data/registry.h"
#include "platform/clock.h"
#include "platform/db/database.h"
#include "platform/task.h"

namespace scriba::data {

class NewRow {
 public:
  explicit NewRow(const Table& table) : table_(table), values_(table.columns.size(), nullptr) {}

  const Table& table() const { return table_; }
  const std::vector<platform::Value>& values() const { return values_; }
  platform::Value& At(std::size_t column) { return values_.at(column); }

  const platform::Value& Get(std::string_view column) const;
  void Set(std::string_view column, platform::Value value);
  bool IsNull(std::string_view column) const;
  /// The text of a column that holds one; "" when it is null.
  std::string_view Text(std::string_view column) const;

 private:
  std::size_t IndexOf(std::string_view column) const;

  const Table& table_;
  std::vector<platform::Value> values_;
};

/// Fills a row from a payload: values given, defaults for the rest, the caller as owner. `now` is the row's created_at
/// unless given. Errors: those of ValueOfJson.
platform::Result<NewRow> FillRow(const Table& table, const Payload& payload, const nlohmann::json& json,
                                 bool missing_is_default, const Actor& actor, platform::Instant now);

/// Checks the row against the actor's right to insert, and completes it where a table has rules of its own (the free
/// form of a subscription). Errors: kNotPermitted, kForeignKeyViolated, kUniqueViolated (a second current
/// subscription).
platform::Task<platform::Result<>> AdmitRow(platform::Connection& connection, const Actor& actor, NewRow& row,
                                            platform::Instant now);

/// Every reference of the payload must name a row that the actor may read. Errors: kForeignKeyViolated, the same
/// whether the row is not there or somebody else's.
platform::Task<platform::Result<>> CheckReferences(platform::Connection& connection, const Actor& actor,
                                                   const NewRow& row);

}  // namespace scriba::data
