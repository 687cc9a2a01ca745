// Hears of changed rows on PostgreSQL and tells the observers of this node.
#pragma once

#include <drogon/orm/DbClient.h>
#include <drogon/orm/DbListener.h>
#include <trantor/net/EventLoopThread.h>

#include <atomic>
#include <deque>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "platform/db/database.h"
#include "platform/db/told_changes.h"

namespace scriba::platform {

/// Triggers keep each changed row in row_changes and announce its number with NOTIFY; every node reads it back. What is
/// announced while the listening connection is down is lost, and a reading may fail: so a node also looks back, again
/// and again and before it tells what leaves a gap, for numbers that it has not told. Two changes of one row have their
/// numbers in their order, and are told in it.
class PostgresChanges {
 public:
  PostgresChanges(std::string session, drogon::orm::DbClientPtr client);
  /// Waits for what it is reading; the client must still be open.
  ~PostgresChanges();
  PostgresChanges(const PostgresChanges&) = delete;
  PostgresChanges& operator=(const PostgresChanges&) = delete;

  /// The first call listens: it returns when notices arrive, and throws when they do not. An observer that is called
  /// with no change has missed some: they were gone before this node could read them.
  void Observe(std::vector<std::string> tables, ChangeObserver observer);

 private:
  struct Observer {
    std::vector<std::string> tables;
    ChangeObserver call;
  };
  struct Change {
    std::int64_t number = 0;
    std::string table;
    ChangeKind kind = ChangeKind::kInsert;
  };
  /// Who keeps the changes: another start of the server may have lost some.
  struct Source {
    std::string started;
    std::int64_t highest = 0;
  };

  void Listen();
  void Hear(const std::string& message);
  void Wake();
  Task<> Work();
  Task<bool> TellNext();
  Task<bool> LookBack();
  Task<bool> TellMissing();
  Task<bool> Tell(Change change, bool is_found);
  Task<bool> Show(const Change& change);
  Task<> Prune();
  Task<std::optional<drogon::orm::Result>> Run(std::string sql, std::vector<Value> parameters);
  Task<std::optional<Source>> FindSource();
  void Call(const RowChange& change);
  void SayMissed();

  const std::string session_;
  const drogon::orm::DbClientPtr client_;

  std::mutex mutex_;
  std::vector<Observer> observers_;  // guarded by mutex_

  std::atomic<bool> hears_{false};

  // used on listening_'s loop only, once it runs
  std::deque<Change> news_;
  ToldChanges told_;
  Source source_;
  ToldChanges::Moment looked_back_;
  bool is_working_ = false;
  bool must_look_back_ = false;
  bool must_prune_ = false;
  bool has_missed_ = false;
  std::promise<void>* closing_ = nullptr;
  drogon::orm::DbListenerPtr listener_;

  trantor::EventLoopThread listening_;  // last: its loop stops before what it uses goes
};

}  // namespace scriba::platform
