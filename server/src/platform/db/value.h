// Values and rows as they pass between the rooms and a database.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace scriba::platform {

/// Bytes that are not text: sealed columns, hashes.
struct Blob {
  std::string bytes;
  bool operator==(const Blob&) const = default;
};

/// A parameter of a statement or a field of an owned row. Dates, UUIDs and numerics travel as text.
using Value = std::variant<std::nullptr_t, bool, std::int64_t, double, std::string, Blob>;

/// The bytes of PostgreSQL's text form of bytea ("\\x" and hexadecimal digits); nothing sensible for other text.
std::string BytesOfHex(std::string_view text);

/// A row while the database still holds it: views are valid only inside the visitor that got it.
class RowView {
 public:
  virtual ~RowView() = default;
  virtual std::size_t Size() const = 0;
  virtual bool IsNull(std::size_t column) const = 0;
  virtual bool Bool(std::size_t column) const = 0;
  virtual std::int64_t Int(std::size_t column) const = 0;
  virtual double Real(std::size_t column) const = 0;
  virtual std::string_view Text(std::size_t column) const = 0;
  /// The bytes of a blob column.
  virtual std::string_view Bytes(std::size_t column) const = 0;
  /// A copy in the engine's own type.
  virtual Value Field(std::size_t column) const = 0;
};

/// A row copied out of the database, for the paths that are not hot. A null reads as false, 0 or "". The readers
/// understand both engines: SQLite hands out typed values, PostgreSQL the text of every type.
class Row {
 public:
  Row() = default;
  explicit Row(std::vector<Value> fields) : fields_(std::move(fields)) {}

  std::size_t Size() const { return fields_.size(); }
  const Value& At(std::size_t column) const { return fields_.at(column); }
  bool IsNull(std::size_t column) const { return std::holds_alternative<std::nullptr_t>(At(column)); }
  bool Bool(std::size_t column) const;
  std::int64_t Int(std::size_t column) const;
  double Real(std::size_t column) const;
  const std::string& Text(std::size_t column) const;
  std::string Bytes(std::size_t column) const;

 private:
  std::vector<Value> fields_;
};

using Rows = std::vector<Row>;

}  // namespace scriba::platform
