// Rows as JSON text, written straight from the database's own memory. This is the hot path of every list: no tree of
// values is built in between.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "data/registry.h"
#include "platform/crypto/sealing.h"
#include "platform/db/value.h"
#include "platform/result.h"

namespace scriba::data {

/// How a row of a statement becomes one JSON object.
struct Shape {
  struct Cell {
    enum class Kind : std::uint8_t { kColumn, kOne, kSpread, kMany };

    Kind kind = Kind::kColumn;
    std::string key;        ///< `,"label":`, ready to append; the first of an object goes without its comma
    std::size_t index = 0;  ///< of the column; of an embed's id (kOne, kSpread), of the parent's id (kMany)
    // of a column
    ColumnType type = ColumnType::kText;
    bool as_text = false;
    std::string place;         ///< of a sealed column: "<table>.<column>:"
    std::size_t id_index = 0;  ///< of a sealed column: where its row's id stands
    // of an embed
    std::unique_ptr<Shape> inner;
    std::size_t child = 0;  ///< of kMany: which child statement fills it
  };

  std::vector<Cell> cells;
};

/// A place in a sheet where a list of another statement goes.
struct Hole {
  std::size_t offset = 0;
  std::size_t child = 0;
  std::string key;
};

/// Objects written one after the other, separated by commas.
struct Sheet {
  std::string text;
  std::vector<Hole> holes;
  std::size_t rows = 0;
};

/// Writes rows to sheets. The first failure is kept and later rows are skipped.
class RowWriter {
 public:
  /// `key` opens sealed columns; null when the statement has none. `strips_nulls` leaves null members out.
  RowWriter(const platform::SealingKey* key, bool strips_nulls) : key_(key), strips_nulls_(strips_nulls) {}

  void Write(const Shape& shape, const platform::RowView& row, Sheet& sheet);

  /// kUnsealFailed, if a sealed value did not open.
  const platform::Result<>& result() const { return result_; }

 private:
  void WriteCells(const Shape& shape, const platform::RowView& row, Sheet& sheet, bool& is_first);
  void WriteNulls(const Shape& shape, Sheet& sheet, bool& is_first);
  void WriteColumn(const Shape::Cell& cell, const platform::RowView& row, std::string& out);
  void WriteSealed(const Shape::Cell& cell, const platform::RowView& row, std::string& out);

  const platform::SealingKey* key_;
  bool strips_nulls_;
  platform::Result<> result_;
};

}  // namespace scriba::data
