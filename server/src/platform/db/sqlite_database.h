// SQLite for one installation: reading connections that threads share, and one writer that groups commits.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "platform/db/database.h"
#include "platform/db/sqlite_changes.h"
#include "platform/db/sqlite_statement.h"
#include "platform/db/waits.h"
#include "platform/group_queue.h"

namespace scriba::platform {

/// Whether a database is served, or only looked at: one that is looked at stays as it is, in its form and its content.
enum class SqliteAccess { kReadWrite, kReadOnly };

/// Reads run on the calling thread (a 50-row list is some microseconds: a hop to another thread would cost more).
/// Writes wait in one queue; all that wait when the writer is free become one commit and one sync of the disk.
class SqliteDatabase final : public Database {
 public:
  /// Opens the file, or creates it if it may write. Throws when that is impossible.
  explicit SqliteDatabase(std::string path, SqliteAccess access = SqliteAccess::kReadWrite,
                          std::shared_ptr<DatabaseWaits> waits = std::make_shared<DatabaseWaits>());
  ~SqliteDatabase() override;

  Dialect dialect() const override { return Dialect::kSqlite; }
  Task<Result<>> ReadWith(std::function<Task<Result<>>(Connection&)> work) override;
  Task<Result<>> WriteWith(std::function<Task<Result<>>(Connection&)> work) override;
  void Observe(std::vector<std::string> tables, ChangeObserver observer) override;
  Task<Result<std::size_t>> Visit(std::string sql, std::vector<Value> parameters, RowVisitor visit) override;

 private:
  struct Job;
  class Reader;

  void WriteLoop(const std::stop_token& stop);
  void Commit(std::vector<Job*>& group);
  Result<> TryCommit(std::vector<Job*>& group);
  Result<> RunGroup(std::vector<Job*>& group);
  Result<> RunApart(std::vector<Job*>& group);
  Result<> RunJob(Job& job);
  Result<> RunWork(Job& job);
  void RollBack();
  bool IsInTransaction() const;

  // fixed after construction
  const std::string path_;
  const std::shared_ptr<DatabaseWaits> waits_;

  // used on the writer's thread only; null without one
  std::unique_ptr<SqliteSession> writer_;
  SqliteChanges changes_;

  std::mutex readers_mutex_;
  std::vector<std::unique_ptr<SqliteSession>> readers_;  // guarded by readers_mutex_: those that nobody reads with

  GroupQueue<Job> jobs_;

  std::jthread thread_;  // last: stops before what it uses goes
};

}  // namespace scriba::platform
