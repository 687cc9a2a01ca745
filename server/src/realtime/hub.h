// Takes committed changes from the database and hands each subscriber what they may see.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <unordered_map>

#include "platform/crypto/sealing.h"
#include "platform/db/database.h"
#include "realtime/listeners.h"

namespace scriba::realtime {

/// What listening may cost the others.
struct HubBounds {
  /// Of the hub's thread, in any second, for what one account listens to. Beyond, its sockets are closed.
  std::chrono::milliseconds of_a_second{250};
  /// Changes that wait for the hub's thread. Beyond, they count as missed.
  std::size_t waiting_changes = 20'000;
  std::size_t waiting_bytes = 64U << 20;
};

/// One thread keeps the order of the commits; sockets are written to without waiting for them.
class Hub {
 public:
  /// Observes the published tables of `database`, which must outlive the hub's thread.
  Hub(platform::Database& database, platform::KeyRing& keys, HubBounds bounds = {});
  ~Hub();
  Hub(const Hub&) = delete;
  Hub& operator=(const Hub&) = delete;

  /// From the return of this call on, no change of theirs is missed. For channels that somebody listens to by name:
  /// there is nothing that everybody may hear, and a stranger's bindings would be judged with every change.
  void Add(SubscriptionPtr subscription) { inbox_->listeners.Add(std::move(subscription)); }
  void Remove(const SubscriptionPtr& subscription) { inbox_->listeners.Remove(subscription); }
  /// At once: each change is told by the one or by the other, and by no more than one.
  void Replace(const SubscriptionPtr& former, SubscriptionPtr successor) {
    inbox_->listeners.Replace(former, std::move(successor));
  }

  struct Load {
    std::size_t channels = 0;  ///< that listen to changes in somebody's name
    std::size_t waiting = 0;   ///< changes that were not told yet
  };
  Load LoadNow() const;

  /// Runs about once a second on the hub's thread: channels look after expired tokens and silent sockets there.
  void OnTick(std::function<void()> tick);
  /// Runs on the hub's thread when not all changes can be told: who listens must join again.
  void OnMissed(std::function<void()> missed);

 private:
  /// What the database's thread and the sockets' loops leave for the hub's thread. The database may outlive the hub.
  struct Inbox {
    struct Waiting {
      platform::RowChange change;
      std::size_t bytes = 0;
    };

    explicit Inbox(const HubBounds& most) : bounds(most) {}
    void Receive(std::span<const platform::RowChange> changes);
    /// Something could not be told: the loop says so next.
    void Miss();
    void Forget();

    const HubBounds bounds;
    Listeners listeners;
    std::mutex mutex;
    std::condition_variable_any woken;
    std::deque<Waiting> waiting;    // guarded by mutex
    std::size_t waiting_bytes = 0;  // guarded by mutex
    std::function<void()> tick;     // guarded by mutex
    std::function<void()> missed;   // guarded by mutex
    bool has_missed = false;        // guarded by mutex
  };

  /// A change on its way to those who hear of it.
  struct Telling;

  void Loop(const std::stop_token& stop);
  void Deliver(const platform::RowChange& change);
  void TurnAway(const std::string& account);
  void Tell(const Subscription& subscription, Telling& telling);
  static bool MaySee(const data::Actor& actor, Telling& telling);
  nlohmann::json Announcement(const platform::RowChange& change, const data::Table& table, const std::string& reader);

  // fixed after construction
  platform::Database& database_;
  platform::KeyRing& keys_;
  const std::shared_ptr<Inbox> inbox_;

  // used on the hub's thread only
  std::unordered_map<std::string, std::chrono::nanoseconds> spent_;  // in this second, by account

  std::jthread thread_;  // last: stops before what it uses goes
};

}  // namespace scriba::realtime
