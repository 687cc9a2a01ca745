#include "realtime/hub.h"

#include <pthread.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>

#include "data/row_policy.h"
#include "platform/clock.h"
#include "platform/log.h"

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

/// `[{"name","type"}]`, which the client needs to read the record.
Json ColumnsOf(const data::Table& table) {
  Json columns = Json::array();
  for (const data::Column& column : table.columns) {
    columns.push_back({{"name", column.name}, {"type", data::WireType(column.type)}});
  }
  return columns;
}

std::string IdOf(const RowChange& change) {
  const auto found = std::ranges::find(*change.columns, "id");
  if (found == change.columns->end()) return {};
  return change.row.Text(static_cast<std::size_t>(found - change.columns->begin()));
}

/// The ids of the bindings that asked for this change.
Json MatchingIds(const Subscription& subscription, const data::Table& table, const RowChange& change) {
  Json ids = Json::array();
  for (const Binding& binding : subscription.bindings) {
    const bool is_about_it = (binding.table == nullptr || binding.table == &table) &&
                             (binding.event == "*" || binding.event == EventName(change.kind));
    if (is_about_it && binding.filter.Matches(*change.columns, change.row)) ids.push_back(binding.id);
  }
  return ids;
}

}  // namespace

Hub::Hub(platform::Database& database, platform::KeyRing& keys)
    : database_(database), keys_(keys), inbox_(std::make_shared<Inbox>()) {
  database_.Observe(PublishedTables(), [weak = std::weak_ptr(inbox_)](std::span<const RowChange> changes) {
    if (const auto inbox = weak.lock()) inbox->Receive(changes);
  });
  thread_ = std::jthread([this](const std::stop_token& stop) { Loop(stop); });
  pthread_setname_np(thread_.native_handle(), "realtime-hub");
}

Hub::~Hub() {
  thread_.request_stop();
  thread_.join();
}

void Hub::Add(std::shared_ptr<const Subscription> subscription) {
  const std::lock_guard lock(inbox_->mutex);
  inbox_->subscriptions.push_back(std::move(subscription));
}

void Hub::Remove(const std::shared_ptr<const Subscription>& subscription) {
  const std::lock_guard lock(inbox_->mutex);
  std::erase(inbox_->subscriptions, subscription);
}

void Hub::Replace(const std::shared_ptr<const Subscription>& former, std::shared_ptr<const Subscription> successor) {
  const std::lock_guard lock(inbox_->mutex);
  std::erase(inbox_->subscriptions, former);
  inbox_->subscriptions.push_back(std::move(successor));
}

void Hub::OnTick(std::function<void()> tick) {
  const std::lock_guard lock(inbox_->mutex);
  inbox_->tick = std::move(tick);
}

void Hub::OnMissed(std::function<void()> missed) {
  const std::lock_guard lock(inbox_->mutex);
  inbox_->missed = std::move(missed);
}

void Hub::Inbox::Receive(std::span<const RowChange> changes) {
  {
    const std::lock_guard lock(mutex);
    // Nobody listens: an import of a million rows must not be copied for it.
    if (subscriptions.empty()) return;
    // PostgreSQL's way to say that some could not be told.
    has_missed = has_missed || changes.empty();
    waiting.insert(waiting.end(), changes.begin(), changes.end());
  }
  woken.notify_one();
}

void Hub::Loop(const std::stop_token& stop) {
  auto next_tick = std::chrono::steady_clock::now() + kTick;
  while (!stop.stop_requested()) {
    std::deque<RowChange> changes;
    std::function<void()> tick;
    std::function<void()> missed;
    {
      std::unique_lock lock(inbox_->mutex);
      inbox_->woken.wait_until(lock, stop, next_tick,
                               [this] { return !inbox_->waiting.empty() || inbox_->has_missed; });
      changes.swap(inbox_->waiting);
      if (std::exchange(inbox_->has_missed, false)) missed = inbox_->missed;
      if (std::chrono::steady_clock::now() >= next_tick) {
        tick = inbox_->tick;
        next_tick += kTick;
      }
    }
    for (const RowChange& change : changes) Deliver(change);
    if (missed) missed();
    if (tick) tick();
  }
}

std::vector<std::shared_ptr<const Subscription>> Hub::Listeners(const data::Table& table) {
  const std::lock_guard lock(inbox_->mutex);
  std::vector<std::shared_ptr<const Subscription>> listeners;
  std::ranges::copy_if(inbox_->subscriptions, std::back_inserter(listeners), [&](const auto& subscription) {
    return std::ranges::any_of(subscription->bindings, [&](const Binding& binding) {
      return binding.table == nullptr || binding.table == &table;
    });
  });
  return listeners;
}

void Hub::Deliver(const RowChange& change) {
  const data::Table& table = *data::FindTable(change.table);
  const bool is_sealed = std::ranges::any_of(table.columns, &data::Column::is_sealed);
  std::map<std::string, Json> announcements;  // by whose key opened the row
  for (const auto& subscription : Listeners(table)) {
    // First of all: a filter is the work of who asked for it, and most changes are none of theirs.
    if (data::IsOutOfSight(subscription->actor, table, *change.columns, change.row)) continue;
    try {
      Json ids = MatchingIds(*subscription, table, change);
      const auto peer = subscription->peer.lock();
      if (ids.empty() || !peer || !MaySee(*subscription, table, change)) continue;
      const std::string reader = is_sealed ? subscription->actor.user_id : std::string();
      if (!announcements.contains(reader)) announcements[reader] = Announcement(change, table, reader);
      const Frame frame{.topic = subscription->topic,
                        .event = "postgres_changes",
                        .payload = {{"ids", std::move(ids)}, {"data", announcements[reader]}}};
      peer->SendText(WriteFrame(frame, subscription->version));
    } catch (const std::exception& exception) {
      platform::LogError("change_not_announced", {{"table", change.table}, {"cause", exception.what()}});
    }
  }
}

bool Hub::MaySee(const Subscription& subscription, const data::Table& table, const RowChange& change) {
  const auto seen = platform::BlockOn(data::CanSee(database_, subscription.actor, table, *change.columns, change.row));
  return seen && *seen;
}

/// The news of a change, the same for all who read with that person's key. Throws when the row does not open.
Json Hub::Announcement(const RowChange& change, const data::Table& table, const std::string& reader) {
  Json data{{"type", EventName(change.kind)},
            {"schema", "public"},
            {"table", table.name},
            {"commit_timestamp", platform::FormatRfc3339(platform::SystemClock().Now())},
            {"errors", nullptr},
            {"columns", ColumnsOf(table)}};
  if (change.kind != ChangeKind::kInsert) data["old_record"] = {{"id", IdOf(change)}};
  if (change.kind == ChangeKind::kDelete) return data;
  std::optional<platform::SealingKey> key;
  if (!reader.empty()) {
    auto found = platform::BlockOn(keys_.KeyOf(reader));
    if (!found) throw std::runtime_error(found.error().message);
    key = std::move(*found);
  }
  const auto record = data::RecordJson(table, *change.columns, change.row, key ? &*key : nullptr);
  if (!record) throw std::runtime_error(record.error().message);
  data["record"] = Json::parse(*record);
  return data;
}

}  // namespace scriba::realtime
