#include "platform/db/postgres_changes.h"

#include <drogon/orm/Row.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <thread>
#include <utility>

#include "platform/db/postgres_query.h"
#include "platform/log.h"

namespace scriba::platform {
namespace {

using std::chrono::steady_clock;

constexpr const char* kChannel = "scriba_changes";
constexpr const char* kHello = "hello";
constexpr std::chrono::seconds kListenLimit{10};
constexpr double kLookBackSeconds = 2.0;
constexpr double kPruneSeconds = 60.0;
// A node that is this far behind misses news. Pruning is far from what is read, so that the two never meet.
constexpr const char* kPrune = "DELETE FROM row_changes WHERE changed_at < clock_timestamp() - interval '5 minutes'";
constexpr std::chrono::minutes kKept{4};
constexpr std::size_t kPage = 1000;
constexpr const char* kFindSource =
    "SELECT pg_postmaster_start_time()::text, coalesce(max(number), 0) FROM row_changes";
constexpr const char* kFindMissing =
    "SELECT number, table_name, kind FROM unnest($1::bigint[], $2::bigint[]) AS missing (first, past) "
    "JOIN row_changes ON number >= first AND number < past ORDER BY number LIMIT $3";

RowChange ChangeOf(ChangeKind kind, std::string table, const drogon::orm::Result& rows) {
  auto columns = std::make_shared<std::vector<std::string>>();
  std::vector<Value> fields;
  for (drogon::orm::Result::RowSizeType i = 0; i < rows.columns(); ++i) {
    columns->emplace_back(rows.columnName(i));
    const auto field = rows[0][i];
    fields.push_back(field.isNull() ? Value(nullptr) : Value(std::string(field.c_str(), field.length())));
  }
  return {.kind = kind, .table = std::move(table), .columns = std::move(columns), .row = Row(std::move(fields))};
}

ChangeKind KindNamed(std::string_view name) {
  if (name == "INSERT") return ChangeKind::kInsert;
  return name == "UPDATE" ? ChangeKind::kUpdate : ChangeKind::kDelete;
}

bool IsPlainName(const std::string& name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; });
}

/// As PostgreSQL writes an array: {1,2}.
std::string ArrayOf(const std::vector<ToldChanges::Range>& ranges, std::int64_t ToldChanges::Range::*end) {
  std::string array;
  for (const auto& range : ranges) array += (array.empty() ? "{" : ",") + std::to_string(range.*end);
  return array + "}";
}

}  // namespace

PostgresChanges::PostgresChanges(std::string session, drogon::orm::DbClientPtr client)
    : session_(std::move(session)), client_(std::move(client)), listening_("pg-listener") {}

PostgresChanges::~PostgresChanges() {
  if (!listener_) return;
  std::promise<void> closed;
  listening_.getLoop()->runInLoop([this, &closed] {
    listener_.reset();
    closing_ = &closed;
    if (!is_working_) closed.set_value();
  });
  closed.get_future().wait();
}

void PostgresChanges::Observe(std::vector<std::string> tables, ChangeObserver observer) {
  bool is_first = false;
  {
    const std::lock_guard lock(mutex_);
    is_first = observers_.empty();
    observers_.push_back({std::move(tables), std::move(observer)});
  }
  if (is_first) Listen();
}

void PostgresChanges::Listen() {
  auto source = BlockOn(FindSource());
  if (!source) throw std::runtime_error("the database's changes cannot be read");
  source_ = std::move(*source);
  told_.Restart(source_.highest);
  looked_back_ = steady_clock::now();
  listening_.run();
  listener_ = drogon::orm::DbListener::newPgListener(session_, listening_.getLoop());
  listener_->listen(kChannel, [this](std::string, std::string message) { Hear(message); });
  // The library does not tell when it listens: we call until we hear ourselves.
  const auto limit = steady_clock::now() + kListenLimit;
  while (!hears_) {
    if (steady_clock::now() > limit) throw std::runtime_error("the database's notices do not arrive");
    static_cast<void>(BlockOn(Run("SELECT pg_notify($1, $2)", {kChannel, kHello})));
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  listening_.getLoop()->runEvery(kLookBackSeconds, [this] {
    must_look_back_ = true;
    Wake();
  });
  listening_.getLoop()->runEvery(kPruneSeconds, [this] { must_prune_ = true; });
}

/// `{"table","kind","number"}` from a trigger: the row lies in row_changes under that number.
void PostgresChanges::Hear(const std::string& message) {
  if (message == kHello) {
    hears_ = true;
    return;
  }
  try {
    const auto news = nlohmann::json::parse(message);
    news_.push_back({.number = news.at("number").get<std::int64_t>(),
                     .table = news.at("table").get<std::string>(),
                     .kind = KindNamed(news.at("kind").get<std::string>())});
    Wake();
  } catch (const std::exception& exception) {
    LogError("change_not_read", {{"cause", exception.what()}});
  }
}

void PostgresChanges::Wake() {
  if (!closing_ && !std::exchange(is_working_, true)) Detach(Work());
}

/// One thing after the other: answers of several connections could overtake each other. What cannot be read is tried
/// again with the next look back.
Task<> PostgresChanges::Work() {
  bool is_reached = true;
  while (is_reached && !closing_ && (must_look_back_ || !news_.empty())) {
    try {
      is_reached = must_look_back_ ? co_await LookBack() : co_await TellNext();
    } catch (const std::exception& exception) {
      LogError("changes_not_read", {{"cause", exception.what()}});
      is_reached = false;
    }
  }
  if (is_reached && std::exchange(has_missed_, false)) SayMissed();
  if (!closing_ && std::exchange(must_prune_, false)) co_await Prune();
  is_working_ = false;
  if (closing_) closing_->set_value();
}

Task<bool> PostgresChanges::TellNext() {
  if (told_.LeavesAGap(news_.front().number) && !co_await LookBack()) co_return false;
  const Change next = news_.front();
  if (told_.IsNewIn(next.number) && !co_await Tell(next, false)) co_return false;
  news_.pop_front();
  co_return true;
}

/// False when the database cannot be asked. Rows are gone after a while, and with a server that went down.
Task<bool> PostgresChanges::LookBack() {
  auto source = co_await FindSource();
  if (!source) co_return false;
  const auto now = steady_clock::now();
  if (source->started != source_.started || now - looked_back_ > kKept) {
    source_ = std::move(*source);
    told_.Restart(source_.highest);
    has_missed_ = true;
  } else if (!co_await TellMissing()) {
    co_return false;
  }
  told_.Forget(now - kKept);
  looked_back_ = now;
  must_look_back_ = false;
  co_return true;
}

Task<bool> PostgresChanges::TellMissing() {
  for (std::size_t found = kPage; found == kPage;) {
    const auto missing = told_.Missing();
    std::vector<Value> ranges{ArrayOf(missing, &ToldChanges::Range::first), ArrayOf(missing, &ToldChanges::Range::past),
                              static_cast<std::int64_t>(kPage)};
    const auto rows = co_await Run(kFindMissing, std::move(ranges));
    if (!rows) co_return false;
    for (const auto& row : *rows) {
      Change change{.number = row[0].as<std::int64_t>(),
                    .table = row[1].as<std::string>(),
                    .kind = KindNamed(row[2].as<std::string>())};
      if (!co_await Tell(std::move(change), true)) co_return false;
    }
    found = rows->size();
  }
  co_return true;
}

/// False when it could not be read now.
Task<bool> PostgresChanges::Tell(Change change, bool is_found) {
  if (!co_await Show(change)) co_return false;
  const auto now = steady_clock::now();
  if (is_found) {
    told_.AddFound(change.number, now);
  } else {
    told_.AddNoticed(change.number, now);
  }
  co_return true;
}

/// A change that is not there any more is missed, and so is one that cannot be understood: asking again would not help.
Task<bool> PostgresChanges::Show(const Change& change) {
  if (!IsPlainName(change.table)) co_return true;
  try {
    const std::string sql = "SELECT changed.* FROM row_changes, jsonb_populate_record(NULL::" + change.table +
                            ", changed_row) AS changed WHERE number = $1";
    std::vector<Value> number{change.number};
    const auto rows = co_await Run(sql, std::move(number));
    if (!rows) co_return false;
    if (!rows->empty()) {
      Call(ChangeOf(change.kind, change.table, *rows));
      co_return true;
    }
  } catch (const std::exception& exception) {
    LogError("change_not_read", {{"cause", exception.what()}});
  }
  has_missed_ = true;
  co_return true;
}

/// A single statement of the pool: a serializable one would get in the way of those who write.
Task<> PostgresChanges::Prune() {
  try {
    std::vector<Value> none;
    static_cast<void>(co_await Run(kPrune, std::move(none)));
  } catch (const std::exception& exception) {
    LogError("changes_not_pruned", {{"cause", exception.what()}});
  }
}

/// Nothing when the database refuses or cannot be reached.
Task<std::optional<drogon::orm::Result>> PostgresChanges::Run(std::string sql, std::vector<Value> parameters) {
  PostgresAnswer answer = co_await RunOnPostgres(client_, sql, parameters);
  if (!answer.rows) LogWarning("changes_not_asked", {{"cause", answer.refusal.internal}});
  co_return std::move(answer.rows);
}

Task<std::optional<PostgresChanges::Source>> PostgresChanges::FindSource() {
  std::vector<Value> none;
  const auto rows = co_await Run(kFindSource, std::move(none));
  if (!rows) co_return std::nullopt;
  co_return Source{.started = (*rows)[0][0].as<std::string>(), .highest = (*rows)[0][1].as<std::int64_t>()};
}

void PostgresChanges::Call(const RowChange& change) {
  std::vector<ChangeObserver> interested;
  {
    const std::lock_guard lock(mutex_);
    for (const Observer& observer : observers_) {
      if (std::ranges::find(observer.tables, change.table) != observer.tables.end())
        interested.push_back(observer.call);
    }
  }
  for (const auto& call : interested) call({&change, 1});
}

void PostgresChanges::SayMissed() {
  LogWarning("changes_missed");
  const std::lock_guard lock(mutex_);
  for (const Observer& observer : observers_) observer.call({});
}

}  // namespace scriba::platform
