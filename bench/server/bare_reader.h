// Rows as JSON with nothing in between: the limit of what a reading handler can be.
#pragma once

#include <sqlite3.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "platform/crypto/sealing.h"
#include "platform/db/sqlite_statement.h"

namespace scriba::bench {

/// How a column of the query is written. `kObject` is no column: it opens an object that ends with the row.
enum class FieldKind { kText, kReal, kInteger, kBoolean, kSealed, kSealedJson, kObject };

struct Field {
  std::string key;  ///< `"name":`, with the comma or brace before it
  FieldKind kind = FieldKind::kText;
  std::string place = {};  ///< of a sealed column: "<table>.<column>:"
  int id_column = 0;       ///< of a sealed column: where the id of its row stands
};

/// A connection and a prepared query; used by one thread. The query takes the doctor's id as its only parameter.
class BareReader {
 public:
  BareReader(const std::string& path, const std::string& query, std::string user_id, const platform::SealingKey& key);

  /// The rows as an array of objects. Throws when a sealed value does not open.
  std::string Read(const std::vector<Field>& fields);

  /// The number that a counting query answers.
  std::int64_t Count();

 private:
  void AppendField(std::string& out, const Field& field, int column);
  void Rewind();

  const std::string user_id_;
  const platform::SealingKey key_;
  platform::SqliteHandle handle_;
  std::unique_ptr<sqlite3_stmt, platform::FinalizeSqlite> statement_;
};

}  // namespace scriba::bench
