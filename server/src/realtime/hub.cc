#include "realtime/hub.h"

#include <pthread.h>

#include <algorithm>
#include <chrono>
#include <ctime>
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

/// What this thread has worked so far: waiting for the machine or for a database is nobody's fault.
std::chrono::nanoseconds WorkedSoFar() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

std::size_t BytesOf(const RowChange& change) {
  std::size_t bytes = sizeof(RowChange) + change.row.Size() * sizeof(platform::Value);
  for (std::size_t column = 0; column < change.row.Size(); ++column) {
    const platform::Value& value = change.row.At(column);
    if (const auto* text = std::get_if<std::string>(&value)) bytes += text->size();
    if (const auto* blob = std::get_if<platform::Blob>(&value)) bytes += blob->bytes.size();
  }
  return bytes;
}

/// The database could not be asked who may see a change: it cannot be told any more.
struct Unasked : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What the database answered to a question about a change.
template <typename Answer>
Answer AnswerOf(platform::Result<Answer> answer) {
  if (!answer) throw Unasked(answer.error().message);
  return std::move(*answer);
}

}  // namespace

struct Hub::Telling {
  const RowChange& change;
  const data::Table& table;
  data::RowInHand row;
  bool is_sealed = false;
  std::map<std::pair<data::Role, std::string>, bool> sights;  // whether they may see the row, by role and account
  std::map<std::string, Json> announcements;                  // by whose key opened the row
};

Hub::Hub(platform::Database& database, platform::KeyRing& keys, HubBounds bounds)
    : database_(database), keys_(keys), inbox_(std::make_shared<Inbox>(bounds)) {
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

Hub::Load Hub::LoadNow() const {
  const std::lock_guard lock(inbox_->mutex);
  return {.channels = inbox_->listeners.Count(), .waiting = inbox_->waiting.size()};
}

void Hub::OnTick(std::function<void()> tick) {
  const std::lock_guard lock(inbox_->mutex);
  inbox_->tick = std::move(tick);
}

void Hub::OnMissed(std::function<void()> missed) {
  const std::lock_guard lock(inbox_->mutex);
  inbox_->missed = std::move(missed);
}

/// On the thread that commits: what concerns nobody is not even copied, and copies are made before the mutex is taken.
void Hub::Inbox::Receive(std::span<const RowChange> changes) {
  if (listeners.Count() == 0) return;
  // PostgreSQL's way to say that some could not be told.
  bool are_too_many = changes.empty();
  std::vector<Waiting> heard;
  std::size_t bytes = 0;
  for (const RowChange& change : changes) {
    if (!listeners.AnyFor(change)) continue;
    const std::size_t more = BytesOf(change);
    bytes += more;
    are_too_many = heard.size() == bounds.waiting_changes || bytes > bounds.waiting_bytes;
    if (are_too_many) break;
    heard.push_back({change, more});
  }
  if (heard.empty() && !are_too_many) return;
  {
    const std::lock_guard lock(mutex);
    are_too_many = are_too_many || waiting.size() + heard.size() > bounds.waiting_changes ||
                   waiting_bytes + bytes > bounds.waiting_bytes;
    if (are_too_many) {
      Forget();
    } else {
      std::ranges::move(heard, std::back_inserter(waiting));
      waiting_bytes += bytes;
    }
  }
  woken.notify_one();
}

/// Who joins again asks for what there is now: nothing that waits is worth telling. The mutex is held.
void Hub::Inbox::Forget() {
  has_missed = true;
  waiting.clear();
  waiting_bytes = 0;
}

void Hub::Inbox::Miss() {
  const std::lock_guard lock(mutex);
  Forget();
}

void Hub::Loop(const std::stop_token& stop) {
  auto next_tick = std::chrono::steady_clock::now() + kTick;
  while (!stop.stop_requested()) {
    std::optional<RowChange> change;
    std::function<void()> tick;
    std::function<void()> missed;
    {
      std::unique_lock lock(inbox_->mutex);
      inbox_->woken.wait_until(lock, stop, next_tick,
                               [this] { return !inbox_->waiting.empty() || inbox_->has_missed; });
      // What was missed comes before what waits: that was committed later.
      if (std::exchange(inbox_->has_missed, false)) {
        missed = inbox_->missed;
      } else if (!inbox_->waiting.empty()) {
        change = std::move(inbox_->waiting.front().change);
        inbox_->waiting_bytes -= inbox_->waiting.front().bytes;
        inbox_->waiting.pop_front();
      }
      if (std::chrono::steady_clock::now() >= next_tick) {
        tick = inbox_->tick;
        next_tick = std::chrono::steady_clock::now() + kTick;
        spent_.clear();
      }
    }
    try {
      if (change) Deliver(*change);
    } catch (const Unasked& unasked) {
      platform::LogWarning("change_not_announced", {{"table", change->table}, {"cause", unasked.what()}});
      inbox_->Miss();
    } catch (const std::exception& exception) {
      platform::LogError("change_not_announced", {{"table", change->table}, {"cause", exception.what()}});
    }
    if (missed) missed();
    if (tick) tick();
  }
}

void Hub::Deliver(const RowChange& change) {
  const data::Table& table = *data::FindTable(change.table);
  const bool is_sealed = std::ranges::any_of(table.columns, &data::Column::is_sealed);
  Telling telling{.change = change,
                  .table = table,
                  .row = {database_, table, *change.columns, change.row},
                  .is_sealed = is_sealed,
                  .sights = {},
                  .announcements = {}};
  const std::string owner = AnswerOf(platform::BlockOn(telling.row.BelongsTo()));
  for (const SubscriptionPtr& subscription : inbox_->listeners.Of(table, owner)) {
    // First of all: a filter is the work of who asked for it, and most changes are none of theirs.
    if (telling.row.IsOutOfSight(subscription->actor)) continue;
    std::chrono::nanoseconds& spent = spent_[subscription->actor.user_id];
    if (spent >= inbox_->bounds.of_a_second) {
      TurnAway(subscription->actor.user_id);
      continue;
    }
    const auto begun = WorkedSoFar();
    try {
      Tell(*subscription, telling);
    } catch (const Unasked&) {
      throw;
    } catch (const std::exception& exception) {
      platform::LogError("change_not_announced", {{"table", change.table}, {"cause", exception.what()}});
    }
    spent += WorkedSoFar() - begun;
  }
}

/// What it listens to costs nobody anything from here on.
void Hub::TurnAway(const std::string& account) {
  for (const SubscriptionPtr& subscription : inbox_->listeners.TakeAllOf(account)) {
    const auto peer = subscription->peer.lock();
    if (peer) peer->Close(platform::CloseCode::kPolicyViolation, "what this account listens to takes too long");
  }
}

void Hub::Tell(const Subscription& subscription, Telling& telling) {
  Json ids = MatchingIds(subscription, telling.table, telling.change);
  const auto peer = subscription.peer.lock();
  if (ids.empty() || !peer || !MaySee(subscription.actor, telling)) return;
  const std::string reader = telling.is_sealed ? subscription.actor.user_id : std::string();
  if (!telling.announcements.contains(reader)) {
    telling.announcements[reader] = Announcement(telling.change, telling.table, reader);
  }
  const Frame frame{.topic = subscription.topic,
                    .event = "postgres_changes",
                    .payload = {{"ids", std::move(ids)}, {"data", telling.announcements[reader]}}};
  peer->SendText(WriteFrame(frame, subscription.version));
}

bool Hub::MaySee(const data::Actor& actor, Telling& telling) {
  const auto [sight, is_new] = telling.sights.try_emplace({actor.role, actor.user_id}, false);
  if (is_new) sight->second = AnswerOf(platform::BlockOn(telling.row.IsVisibleTo(actor)));
  return sight->second;
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
