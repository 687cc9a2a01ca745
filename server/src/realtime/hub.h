// Takes committed changes from the database and hands each subscriber what they may see.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "platform/crypto/sealing.h"
#include "platform/db/database.h"
#include "realtime/subscription.h"

namespace scriba::realtime {

/// One thread keeps the order of the commits; sockets are written to without waiting for them.
class Hub {
 public:
  /// Observes the published tables of `database`, which must outlive the hub's thread.
  Hub(platform::Database& database, platform::KeyRing& keys);
  ~Hub();
  Hub(const Hub&) = delete;
  Hub& operator=(const Hub&) = delete;

  /// From the return of this call on, no change of theirs is missed. For channels that somebody listens to by name:
  /// there is nothing that everybody may hear, and a stranger's bindings would be judged with every change.
  void Add(std::shared_ptr<const Subscription> subscription);
  void Remove(const std::shared_ptr<const Subscription>& subscription);
  /// At once: each change is told by the one or by the other, and by no more than one.
  void Replace(const std::shared_ptr<const Subscription>& former, std::shared_ptr<const Subscription> successor);

  /// Runs about once a second on the hub's thread: channels look after expired tokens and silent sockets there.
  void OnTick(std::function<void()> tick);
  /// Runs on the hub's thread when the database could not tell all changes: who listens must join again.
  void OnMissed(std::function<void()> missed);

 private:
  /// What the database's thread and the sockets' loops leave for the hub's thread. The database may outlive the hub.
  struct Inbox {
    void Receive(std::span<const platform::RowChange> changes);

    std::mutex mutex;
    std::condition_variable_any woken;
    std::deque<platform::RowChange> waiting;                         // guarded by mutex
    std::vector<std::shared_ptr<const Subscription>> subscriptions;  // guarded by mutex
    std::function<void()> tick;                                      // guarded by mutex
    std::function<void()> missed;                                    // guarded by mutex
    bool has_missed = false;                                         // guarded by mutex
  };

  void Loop(const std::stop_token& stop);
  void Deliver(const platform::RowChange& change);
  bool MaySee(const Subscription& subscription, const data::Table& table, const platform::RowChange& change);
  nlohmann::json Announcement(const platform::RowChange& change, const data::Table& table, const std::string& reader);
  std::vector<std::shared_ptr<const Subscription>> Listeners(const data::Table& table);

  // fixed after construction
  platform::Database& database_;
  platform::KeyRing& keys_;
  const std::shared_ptr<Inbox> inbox_;

  std::jthread thread_;  // last: stops before what it uses goes
};

}  // namespace scriba::realtime
