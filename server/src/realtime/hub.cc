#include "realtime/hub.h"

#include <pthread.h>

#include <algorithm>
#include <chrono>

#include "platform/clock.h"
#include "platform/log.h"
#include "realtime/record.h"

namespace scriba::realtime {
namespace {

using Json = nlohmann::json;
using platform::ChangeKind;
using platform::RowChange;

constexpr std::chrono::seconds kTick{1};

std::vector<std::string> PublishedTables() {
  std::vector<std::string> names;
  for (const data::Table& table : data::Tables()) {
    if (table.is_published) names.emplace_back(table.name);
  }
  return names;
}

/// What all subscribers of a change are sent alike.
Json Announcement(const RowChange& change, const data::Table& table, const Json& record) {
  Json data{{"type", EventName(change.kind)},
            {"schema", "public"},
            {"table", table.name},
            {"commit_timestamp", platform::FormatRfc3339(platform::SystemClock().Now())},
            {"errors", nullptr},
            {"columns", ColumnsOf(table)}};
  if (change.kind != ChangeKind::kDelete) data["record"] = record;
  if (change.kind != ChangeKind::kInsert) data["old_record"] = {{"id", record.at("id")}};
  return data;
}

}  // namespace

Hub::Hub(platform::Database& database, platform::KeyRing& keys) : database_(database), keys_(keys) {
  database_.Observe(PublishedTables(), [this](std::span<const RowChange> changes) { Receive(changes); });
  thread_ = std::jthread([this](const std::stop_token& stop) { Loop(stop); });
  pthread_setname_np(thread_.native_handle(), "realtime-hub");
}

Hub::~Hub() {
  thread_.request_stop();
  thread_.join();
}

void Hub::Add(std::shared_ptr<const Subscription> subscription) {
  const std::lock_guard lock(mutex_);
  subscriptions_.push_back(std::move(subscription));
}

void Hub::Remove(const std::shared_ptr<const Subscription>& subscription) {
  const std::lock_guard lock(mutex_);
  std::erase(subscriptions_, subscription);
}

void Hub::OnTick(std::function<void()> tick) {
  const std::lock_guard lock(mutex_);
  tick_ = std::move(tick);
}

void Hub::Receive(std::span<const RowChange> changes) {
  {
    const std::lock_guard lock(mutex_);
    // Nobody listens: an import of a million rows must not be copied for it.
    if (subscriptions_.empty()) return;
    waiting_.insert(waiting_.end(), changes.begin(), changes.end());
  }
  woken_.notify_one();
}

void Hub::Loop(const std::stop_token& stop) {
  auto next_tick = std::chrono::steady_clock::now() + kTick;
  while (!stop.stop_requested()) {
    std::deque<RowChange> changes;
    std::function<void()> tick;
    {
      std::unique_lock lock(mutex_);
      woken_.wait_until(lock, stop, next_tick, [this] { return !waiting_.empty(); });
      changes.swap(waiting_);
      if (std::chrono::steady_clock::now() >= next_tick) {
        tick = tick_;
        next_tick += kTick;
      }
    }
    for (const RowChange& change : changes) Deliver(change);
    if (tick) tick();
  }
}

std::vector<std::shared_ptr<const Subscription>> Hub::Listeners(const data::Table& table) {
  const std::lock_guard lock(mutex_);
  std::vector<std::shared_ptr<const Subscription>> listeners;
  std::ranges::copy_if(subscriptions_, std::back_inserter(listeners), [&](const auto& subscription) {
    return std::ranges::any_of(subscription->bindings, [&](const Binding& binding) {
      return binding.table == nullptr || binding.table == &table;
    });
  });
  return listeners;
}

void Hub::Deliver(const RowChange& change) {
  const data::Table* table = data::FindTable(change.table);
  const auto listeners = Listeners(*table);
  if (listeners.empty()) return;
  Json record;
  Json announcement;
  try {
    record = RecordOf(change, *table, keys_);
    announcement = Announcement(change, *table, record);
  } catch (const std::exception& exception) {
    platform::LogError("change_not_announced", {{"table", change.table}, {"cause", exception.what()}});
    return;
  }
  for (const auto& subscription : listeners) {
    if (!MaySee(*subscription, *table, record)) continue;
    Json ids = Json::array();
    for (const Binding& binding : subscription->bindings) {
      const bool is_about_it = (binding.table == nullptr || binding.table == table) &&
                               (binding.event == "*" || binding.event == EventName(change.kind));
      if (is_about_it && binding.filter.Matches(record)) ids.push_back(binding.id);
    }
    const auto peer = subscription->peer.lock();
    if (ids.empty() || !peer) continue;
    const Frame frame{.topic = subscription->topic,
                      .event = "postgres_changes",
                      .payload = {{"ids", std::move(ids)}, {"data", announcement}}};
    peer->SendText(WriteFrame(frame, subscription->version));
  }
}

/// The row rules of the registry on one row: the new one, or the old one of a deletion.
bool Hub::MaySee(const Subscription& subscription, const data::Table& table, const Json& record) {
  const auto owner = [&]() -> std::string {
    if (table.owner.empty()) return {};
    const Json& value = record.at(std::string(table.owner));
    return value.is_string() ? value.get<std::string>() : std::string();
  };
  switch (table.Of(subscription.role).select) {
    case data::Reach::kNone: return false;
    case data::Reach::kAll: return true;
    // Rows within this reach are not announced: no table of theirs is published.
    case data::Reach::kThroughConsultation: return false;
    case data::Reach::kOwn: return owner() == subscription.caller.user_id;
    case data::Reach::kOthers: return owner() != subscription.caller.user_id;
    case data::Reach::kThroughPatient: {
      if (!owner().empty()) return owner() == subscription.caller.user_id;
      std::vector<platform::Value> values{record.value("patient_id", std::string()), subscription.caller.user_id};
      const auto row = platform::BlockOn(
          database_.First("SELECT 1 FROM patients WHERE id = $1 AND user_id = $2", std::move(values)));
      return row && row->has_value();
    }
  }
  return false;
}

}  // namespace scriba::realtime
