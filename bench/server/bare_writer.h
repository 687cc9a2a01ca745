// One thread that writes, all that wait for it in one commit: the limit of what a writing handler can be with
// synchronous=FULL.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "platform/db/sqlite_statement.h"

namespace scriba::bench {

/// Safe on every thread.
class BareWriter {
 public:
  /// Statements with `?1`, `?2`, ... and the texts to put there.
  struct Statement {
    std::string sql;
    std::vector<std::string> texts;
  };
  struct Write {
    std::vector<Statement> statements;
    std::function<void()> done;  ///< called on the writer's thread when the commit is on disk
  };

  explicit BareWriter(const std::string& path);
  ~BareWriter();

  void Add(Write write);

 private:
  void Loop(const std::stop_token& stop);
  void Run(const Statement& statement);
  void Script(const char* sql);

  platform::SqliteHandle handle_;
  std::unordered_map<std::string, std::unique_ptr<sqlite3_stmt, platform::FinalizeSqlite>> prepared_;

  std::mutex mutex_;
  std::condition_variable_any added_;
  std::deque<Write> queue_;  // guarded by mutex_

  std::jthread thread_;  // last: stops before what it uses goes
};

}  // namespace scriba::bench
