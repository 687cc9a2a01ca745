// Who may have to hear of a row: the live channels, found by its table and its owner.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "platform/db/database.h"
#include "realtime/subscription.h"

namespace scriba::realtime {

using SubscriptionPtr = std::shared_ptr<const Subscription>;

/// Looks at those whom a row can concern and at nobody else, so that what one account listens to costs the others
/// nothing. Safe on every thread; waits for none but itself.
class Listeners {
 public:
  void Add(SubscriptionPtr subscription);
  void Remove(const SubscriptionPtr& subscription);
  /// At once: whoever looks finds the one or the other.
  void Replace(const SubscriptionPtr& former, SubscriptionPtr successor);

  /// Removes whatever an account listens to, and answers it.
  std::set<SubscriptionPtr> TakeAllOf(const std::string& account);

  /// Channels that may hear of anything.
  std::size_t Count() const { return count_; }

  /// Whether anybody would be found. True for a row that does not say whose it is.
  bool AnyFor(const platform::RowChange& change) const;

  /// In the order of their coming: first those whose row it is, then those who may see rows of others.
  std::vector<SubscriptionPtr> Of(const data::Table& table, const std::string& owner) const;

 private:
  struct OfTable {
    std::unordered_map<std::string, std::vector<SubscriptionPtr>> of_owner;  // no empty lists
    std::vector<SubscriptionPtr> of_everybody;
  };

  void Insert(const SubscriptionPtr& subscription);
  void Erase(const SubscriptionPtr& subscription);

  mutable std::mutex mutex_;
  std::map<const data::Table*, OfTable> tables_;  // guarded by mutex_
  std::atomic<std::size_t> count_ = 0;
};

}  // namespace scriba::realtime
