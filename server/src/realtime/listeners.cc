#include "realtime/listeners.h"

#include <algorithm>
#include <utility>

#include "data/row_policy.h"

namespace scriba::realtime {
namespace {

bool ListensTo(const Subscription& subscription, const data::Table& table) {
  return table.is_published && std::ranges::any_of(subscription.bindings, [&](const Binding& binding) {
           return binding.table == nullptr || binding.table == &table;
         });
}

/// Calls `each(table, whether only its owner's rows concern it)` for every table of which it can hear anything.
template <typename Each>
void ForEachTable(const Subscription& subscription, const Each& each) {
  for (const data::Table& table : data::Tables()) {
    const data::Reach reach = table.Of(subscription.actor.role).select;
    if (reach != data::Reach::kNone && ListensTo(subscription, table)) each(table, data::EndsAtOwner(reach));
  }
}

}  // namespace

void Listeners::Add(SubscriptionPtr subscription) {
  const std::lock_guard lock(mutex_);
  Insert(subscription);
}

void Listeners::Remove(const SubscriptionPtr& subscription) {
  const std::lock_guard lock(mutex_);
  Erase(subscription);
}

void Listeners::Replace(const SubscriptionPtr& former, SubscriptionPtr successor) {
  const std::lock_guard lock(mutex_);
  // In this order: who asks for the count meanwhile never finds none.
  Insert(successor);
  Erase(former);
}

void Listeners::Insert(const SubscriptionPtr& subscription) {
  bool is_inserted = false;
  ForEachTable(*subscription, [&](const data::Table& table, bool is_owners) {
    OfTable& listeners = tables_[&table];
    auto& list = is_owners ? listeners.of_owner[subscription->actor.user_id] : listeners.of_everybody;
    list.push_back(subscription);
    is_inserted = true;
  });
  if (is_inserted) ++count_;
}

void Listeners::Erase(const SubscriptionPtr& subscription) {
  bool is_erased = false;
  ForEachTable(*subscription, [&](const data::Table& table, bool is_owners) {
    OfTable& listeners = tables_[&table];
    const auto found = listeners.of_owner.find(subscription->actor.user_id);
    if (is_owners && found == listeners.of_owner.end()) return;
    auto& list = is_owners ? found->second : listeners.of_everybody;
    is_erased = std::erase(list, subscription) > 0 || is_erased;
    if (is_owners && list.empty()) listeners.of_owner.erase(found);
  });
  if (is_erased) --count_;
}

std::set<SubscriptionPtr> Listeners::TakeAllOf(const std::string& account) {
  const std::lock_guard lock(mutex_);
  std::set<SubscriptionPtr> taken;
  for (auto& [table, listeners] : tables_) {
    if (const auto own = listeners.of_owner.extract(account)) taken.insert(own.mapped().begin(), own.mapped().end());
    const auto others = std::ranges::stable_partition(
        listeners.of_everybody, [&](const SubscriptionPtr& one) { return one->actor.user_id != account; });
    taken.insert(others.begin(), others.end());
    listeners.of_everybody.erase(others.begin(), others.end());
  }
  count_ -= taken.size();
  return taken;
}

bool Listeners::AnyFor(const platform::RowChange& change) const {
  const std::lock_guard lock(mutex_);
  const auto listeners = tables_.find(data::FindTable(change.table));
  if (listeners == tables_.end()) return false;
  const OfTable& of_table = listeners->second;
  if (!of_table.of_everybody.empty()) return true;
  if (of_table.of_owner.empty()) return false;
  const std::string& owner = data::OwnerOf(*listeners->first, *change.columns, change.row);
  return owner.empty() || of_table.of_owner.contains(owner);
}

std::vector<SubscriptionPtr> Listeners::Of(const data::Table& table, const std::string& owner) const {
  const std::lock_guard lock(mutex_);
  const auto listeners = tables_.find(&table);
  if (listeners == tables_.end()) return {};
  std::vector<SubscriptionPtr> found;
  if (const auto own = listeners->second.of_owner.find(owner); own != listeners->second.of_owner.end()) {
    found = own->second;
  }
  found.insert(found.end(), listeners->second.of_everybody.begin(), listeners->second.of_everybody.end());
  return found;
}

}  // namespace scriba::realtime
