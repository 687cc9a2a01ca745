// PostgreSQL through Drogon's asynchronous client: any number of nodes over one database.
#pragma once

#include <drogon/orm/DbClient.h>
#include <drogon/orm/DbListener.h>
#include <trantor/net/EventLoopThread.h>

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "platform/db/database.h"

namespace scriba::platform {

/// Transactions are serializable, so that work written for one writer stays right with many; after a conflict the work
/// is run again. A statement that fails undoes its whole transaction here (on SQLite the work may go on): work must
/// return after a refusal. Changes are announced by triggers with NOTIFY and read back by every node.
class PostgresDatabase final : public Database {
 public:
  /// `url` is a connection URI (postgres://user:password@host:port/name). Throws when the server cannot be reached.
  PostgresDatabase(std::string url, std::size_t connections);
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
  Task<> Announce(std::string message);

  const std::string url_;
  const drogon::orm::DbClientPtr client_;
  trantor::EventLoopThread listening_;
  drogon::orm::DbListenerPtr listener_;  // used on listening_'s loop only

  std::mutex mutex_;
  std::vector<Observer> observers_;  // guarded by mutex_
};

}  // namespace scriba::platform
