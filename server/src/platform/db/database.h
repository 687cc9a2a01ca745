// One interface over both engines. SQL is written for both: `$1` parameters, no engine's own functions unless the
// dialect is asked. Portable column types: internal times are BIGINT microseconds since 1970; times of the public
// tables are timestamptz on PostgreSQL and FormatTimestamp() text on SQLite.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "platform/db/value.h"
#include "platform/result.h"
#include "platform/task.h"

namespace scriba::platform {

enum class Dialect { kSqlite, kPostgres };

/// Sees one row at a time, without a copy.
using RowVisitor = std::function<void(const RowView&)>;

/// A statement's way into the database: a reader, or a transaction in progress.
///
/// Errors of every call: kUniqueViolated, kForeignKeyViolated, kNotNullViolated, kCheckViolated, kRaised (a trigger
/// spoke; `message` is its text), kQueryTooExpensive, kDiskFull, kBusy. Anything else is an exception: our own mistake.
class Connection {
 public:
  virtual ~Connection() = default;

  virtual Dialect dialect() const = 0;

  /// Runs a statement and shows every row to `visit` (may be null). Answers how many rows it returned, or, for a
  /// statement that returns none, how many it changed.
  virtual Task<Result<std::size_t>> Visit(std::string sql, std::vector<Value> parameters, RowVisitor visit) = 0;

  /// All rows, copied.
  Task<Result<Rows>> Query(std::string sql, std::vector<Value> parameters = {});

  /// The first row, if any.
  Task<Result<std::optional<Row>>> First(std::string sql, std::vector<Value> parameters = {});

  /// The number of rows changed.
  Task<Result<std::size_t>> Execute(std::string sql, std::vector<Value> parameters = {});
};

enum class ChangeKind { kInsert, kUpdate, kDelete };

/// A committed change of one row, by whatever made it: a request, a job, or a trigger.
struct RowChange {
  ChangeKind kind = ChangeKind::kInsert;
  std::string table;
  /// The new row, or the old one of a deletion. `columns` and `row` go together.
  std::shared_ptr<const std::vector<std::string>> columns;
  Row row;
};

/// Called after each commit, in commit order, on a thread of the database: must be quick and must not wait.
using ChangeObserver = std::function<void(std::span<const RowChange>)>;

/// A database of one installation.
class Database {
 public:
  virtual ~Database() = default;

  virtual Dialect dialect() const = 0;

  /// Runs `work` on a reader; what it reads is one consistent state. Must not write.
  virtual Task<Result<>> ReadWith(std::function<Task<Result<>>(Connection&)> work) = 0;

  /// Runs `work` as one transaction: kept when it returns a value, undone when it returns a refusal or throws.
  /// When this answers, the change is on disk. `work` may be run again after a conflict, so it must not keep state of
  /// a former run; it awaits nothing but its connection. It runs on a thread of the database.
  virtual Task<Result<>> WriteWith(std::function<Task<Result<>>(Connection&)> work) = 0;

  /// Announces the changes of `tables` to `observer` from now on. Call before the first write.
  virtual void Observe(std::vector<std::string> tables, ChangeObserver observer) = 0;

  /// As ReadWith, with a value.
  template <typename T>
  Task<Result<T>> Read(std::function<Task<Result<T>>(Connection&)> work) {
    return Valued<T>(std::move(work), false);
  }

  /// As WriteWith, with a value.
  template <typename T>
  Task<Result<T>> Write(std::function<Task<Result<T>>(Connection&)> work) {
    return Valued<T>(std::move(work), true);
  }

  /// One reading statement.
  Task<Result<Rows>> Query(std::string sql, std::vector<Value> parameters = {});
  Task<Result<std::optional<Row>>> First(std::string sql, std::vector<Value> parameters = {});
  /// One reading statement without a copy.
  virtual Task<Result<std::size_t>> Visit(std::string sql, std::vector<Value> parameters, RowVisitor visit) = 0;
  /// One writing statement in a transaction of its own.
  Task<Result<std::size_t>> Execute(std::string sql, std::vector<Value> parameters = {});

 private:
  template <typename T>
  Task<Result<T>> Valued(std::function<Task<Result<T>>(Connection&)> work, bool writes) {
    std::optional<T> value;
    std::function<Task<Result<>>(Connection&)> keep = [&](Connection& connection) {
      return Keep<T>(work, connection, value);
    };
    Task<Result<>> running = writes ? WriteWith(std::move(keep)) : ReadWith(std::move(keep));
    Result<> done = co_await std::move(running);
    if (!done) co_return Forward(done);
    co_return std::move(*value);
  }

  template <typename T>
  static Task<Result<>> Keep(const std::function<Task<Result<T>>(Connection&)>& work, Connection& connection,
                             std::optional<T>& value) {
    Result<T> result = co_await work(connection);
    if (!result) co_return Forward(result);
    value.emplace(std::move(*result));
    co_return Result<>{};
  }
};

}  // namespace scriba::platform
