// PostgreSQL through Drogon's asynchronous client: any number of nodes over one database.
#pragma once

#include <drogon/orm/DbClient.h>
#include <drogon/orm/DbListener.h>
#include <trantor/net/EventLoopThread.h>

#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "platform/db/database.h"
#include "platform/db/postgres_session.h"

namespace scriba::platform {

/// Transactions are serializable, so that work written for one writer stays right with many; after a conflict the work
/// is run again. Only a conflict that the server names is one: when the connection is lost at a commit, nobody knows
/// whether the change was kept, and the caller is told kBusy. A statement that fails undoes its whole transaction here
/// (on SQLite the work may go on): work must return after a refusal. Triggers keep each changed row and announce it
/// with NOTIFY; every node reads it back.
class PostgresDatabase final : public Database {
 public:
  /// `url` is a connection URI (postgres://user:password@host:port/name). Throws what PostgresSession throws.
  PostgresDatabase(const std::string& url, std::size_t connections,
                   PostgresPatience patience = PostgresPatience::kRequests);
  ~PostgresDatabase() override;

  Dialect dialect() const override { return Dialect::kPostgres; }
  Task<Result<>> ReadWith(std::function<Task<Result<>>(Connection&)> work) override;
  Task<Result<>> WriteWith(std::function<Task<Result<>>(Connection&)> work) override;
  void Observe(std::vector<std::string> tables, ChangeObserver observer) override;
  Task<Result<std::size_t>> Visit(std::string sql, std::vector<Value> parameters, RowVisitor visit) override;

 private:
  struct Observer {
    std::vector<std::string> tables;
    ChangeObserver call;
  };

  Task<Result<>> Attempt(const std::function<Task<Result<>>(Connection&)>& work, std::string begin, bool& conflicted);
  void Listen();
  Task<> AnnounceAll();
  Task<> Announce(std::string message);
  Task<> PruneChanges();

  const std::string session_;
  const drogon::orm::DbClientPtr client_;

  std::mutex mutex_;
  std::vector<Observer> observers_;  // guarded by mutex_

  std::atomic<bool> hears_{false};

  // used on listening_'s loop only
  std::deque<std::string> news_;
  bool is_announcing_ = false;
  drogon::orm::DbListenerPtr listener_;

  trantor::EventLoopThread listening_;  // last: its loop stops before what it uses goes
};

}  // namespace scriba::platform
