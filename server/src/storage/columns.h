// The columns of a table, said once: a record's file shows the name and the field of each, in one order, and all that
// reads and writes whole rows follows from it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "platform/clock.h"
#include "platform/db/database.h"

namespace scriba::storage {

class ColumnNames {
 public:
  void operator()(const char* name, const auto& /*field*/) {
    list_.append(list_.empty() ? "" : ", ").append(name);
    ++count_;
    places_.append(places_.empty() ? "$" : ", $").append(std::to_string(count_));
  }

  /// "id, name".
  const std::string& list() const { return list_; }
  /// "$1, $2".
  const std::string& places() const { return places_; }

 private:
  std::string list_;
  std::string places_;
  int count_ = 0;
};

/// Fills a record from a row that has all its columns.
class ColumnReader {
 public:
  explicit ColumnReader(const platform::Row& row) : row_(row) {}

  void operator()(const char* /*name*/, std::string& field) { field = row_.Text(next_++); }
  void operator()(const char* /*name*/, bool& field) { field = row_.Bool(next_++); }
  void operator()(const char* /*name*/, std::uint64_t& field) { field = static_cast<std::uint64_t>(row_.Int(next_++)); }
  void operator()(const char* /*name*/, platform::Instant& field) {
    field = platform::FromMicroseconds(row_.Int(next_++));
  }
  void operator()(const char* name, std::optional<std::uint64_t>& field) {
    if (row_.IsNull(next_)) {
      ++next_;
    } else {
      (*this)(name, field.emplace());
    }
  }

 private:
  const platform::Row& row_;
  std::size_t next_ = 0;
};

/// The parameters of a statement that writes all columns.
class ColumnValues {
 public:
  void operator()(const char* /*name*/, const std::string& field) { values_.emplace_back(field); }
  void operator()(const char* /*name*/, bool field) { values_.emplace_back(field); }
  void operator()(const char* /*name*/, std::uint64_t field) { values_.emplace_back(static_cast<std::int64_t>(field)); }
  void operator()(const char* /*name*/, platform::Instant field) {
    values_.emplace_back(platform::ToMicroseconds(field));
  }
  void operator()(const char* name, const std::optional<std::uint64_t>& field) {
    if (field) {
      (*this)(name, *field);
    } else {
      values_.emplace_back(nullptr);
    }
  }

  std::vector<platform::Value> Take() { return std::move(values_); }

 private:
  std::vector<platform::Value> values_;
};

/// A table whose rows are records. `Columns::kTable` names it, and `Columns::ShowTo(record, see)` shows its columns.
template <typename Record, typename Columns>
class RecordTable {
 public:
  /// A statement whose rows Read() understands.
  static std::string Select(std::string_view condition) {
    return "SELECT " + Names().list() + " FROM " + Columns::kTable + " WHERE " + std::string(condition);
  }

  static Record Read(const platform::Row& row) {
    Record record;
    ColumnReader reader(row);
    Columns::ShowTo(record, reader);
    return record;
  }

  static platform::Task<platform::Result<>> Insert(platform::Connection& connection, const Record& record) {
    ColumnValues values;
    Columns::ShowTo(record, values);
    auto done = co_await connection.Execute(
        std::string("INSERT INTO ") + Columns::kTable + " (" + Names().list() + ") VALUES (" + Names().places() + ")",
        values.Take());
    if (!done) co_return Forward(done);
    co_return platform::Result<>{};
  }

 private:
  static const ColumnNames& Names() {
    static const ColumnNames names = [] {
      ColumnNames all;
      Columns::ShowTo(Record{}, all);
      return all;
    }();
    return names;
  }
};

}  // namespace scriba::storage
