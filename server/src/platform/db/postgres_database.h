// PostgreSQL through Drogon's asynchronous client: any number of nodes over one database.
#pragma once

#include <drogon/orm/DbClient.h>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "platform/db/database.h"
#include "platform/db/postgres_changes.h"
#include "platform/db/postgres_session.h"
#include "platform/db/waits.h"

namespace scriba::platform {

/// Transactions are serializable, so that work written for one writer stays right with many; after a conflict the work
/// is run again. Only a conflict that the server names is one: when the connection is lost at a commit, nobody knows
/// whether the change was kept, and the caller is told kBusy. A statement that fails undoes its whole transaction here
/// (on SQLite the work may go on): work must return after a refusal.
class PostgresDatabase final : public Database {
 public:
  /// `url` is a connection URI (postgres://user:password@host:port/name). Throws what PostgresSession throws.
  PostgresDatabase(const std::string& url, std::size_t connections,
                   PostgresPatience patience = PostgresPatience::kRequests,
                   std::shared_ptr<DatabaseWaits> waits = std::make_shared<DatabaseWaits>());
  ~PostgresDatabase() override;

  Dialect dialect() const override { return Dialect::kPostgres; }
  Task<Result<>> ReadWith(std::function<Task<Result<>>(Connection&)> work) override;
  Task<Result<>> WriteWith(std::function<Task<Result<>>(Connection&)> work) override;
  void Observe(std::vector<std::string> tables, ChangeObserver observer) override;
  Task<Result<std::size_t>> Visit(std::string sql, std::vector<Value> parameters, RowVisitor visit) override;

 private:
  Task<Result<>> Attempt(const std::function<Task<Result<>>(Connection&)>& work, std::string begin, Times& wait,
                         bool& conflicted);

  const std::string session_;
  const std::chrono::steady_clock::time_point opened_ = std::chrono::steady_clock::now();
  const drogon::orm::DbClientPtr client_;
  std::unique_ptr<PostgresChanges> changes_;
  const std::shared_ptr<DatabaseWaits> waits_;
};

}  // namespace scriba::platform
