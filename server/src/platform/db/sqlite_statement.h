// A prepared SQLite statement and its cache. The C interface, not a wrapper: rows are read without a copy, which is
// what the hot path lives on.
#pragma once

#include <sqlite3.h>

#include <list>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "platform/db/database.h"

namespace scriba::platform {

struct CloseSqlite {
  void operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }
};
using SqliteHandle = std::unique_ptr<sqlite3, CloseSqlite>;

struct FinalizeSqlite {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};

/// One open connection with its prepared statements. Used by one thread at a time.
class SqliteSession {
 public:
  /// Opens the file, read-only or for writing, with the pragmas of the house.
  SqliteSession(const std::string& path, bool writes);
  ~SqliteSession();
  SqliteSession(const SqliteSession&) = delete;
  SqliteSession& operator=(const SqliteSession&) = delete;

  /// Runs one statement. Result as in Connection::Visit; throws std::runtime_error for our own mistakes.
  Result<std::size_t> Run(const std::string& sql, const std::vector<Value>& parameters, const RowVisitor& visit);

  /// Runs one statement without parameters or rows (begin, commit); it is kept prepared like all others.
  Result<> Do(const std::string& sql);

  /// Runs a script of several statements without parameters (pragmas, migrations).
  Result<> Script(const std::string& sql);

  sqlite3* handle() { return handle_.get(); }

 private:
  struct Prepared {
    std::unique_ptr<sqlite3_stmt, FinalizeSqlite> statement;
    std::vector<int> parameter_of;  // SQLite's index of $1, $2, ...
    std::list<std::string>::iterator use;
  };

  Prepared& Prepare(const std::string& sql);
  Failure Refuse(const std::string& sql);

  SqliteHandle handle_;
  std::list<std::string> by_use_;  // most recent first
  std::unordered_map<std::string, Prepared> prepared_;
};

}  // namespace scriba::platform
