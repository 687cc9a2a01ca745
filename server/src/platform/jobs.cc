#include "platform/jobs.h"

#include <pthread.h>

#include <algorithm>
#include <utility>

#include "platform/log.h"

namespace scriba::platform {
namespace {

using std::chrono::milliseconds;

constexpr BackOff kAfterCrashes{.first = milliseconds(1'000), .longest = milliseconds(300'000)};
/// A job that ended with its process is taken up at once this often; then it waits so much longer each time.
constexpr std::int64_t kSuddenEndsWithoutWait = 5;
constexpr std::chrono::microseconds kWaitPerSuddenEnd{5'000'000};

/// The condition that asks for these kinds, whose names join the parameters.
std::string OneOf(const std::vector<std::string>& kinds, std::vector<Value>& parameters) {
  std::string condition = " AND (FALSE";
  for (const std::string& kind : kinds) {
    parameters.emplace_back(kind);
    condition += " OR kind = $" + std::to_string(parameters.size());
  }
  return condition + ")";
}

/// Takes the job that is due longest. SKIP LOCKED lets nodes take different ones without waiting for each other.
std::string TakeSql(Dialect dialect, const std::string& condition) {
  const std::string skip = dialect == Dialect::kPostgres ? " FOR UPDATE SKIP LOCKED" : "";
  return "UPDATE jobs SET lease_node = $1, lease_until = $2, attempts = attempts + 1, crashes = crashes + 1 "
         "WHERE (kind, key) = (SELECT kind, key FROM jobs WHERE run_at <= $3 AND (lease_until IS NULL OR lease_until "
         "<= $3)" +
         condition + " ORDER BY run_at LIMIT 1" + skip + ") RETURNING kind, key, attempts, generation, crashes";
}

}  // namespace

milliseconds BackOff::After(std::int64_t attempt) const {
  constexpr std::int64_t kMostDoublings = 20;
  const auto doublings = std::clamp<std::int64_t>(attempt - 1, 0, kMostDoublings);
  return std::min(longest, first * (std::int64_t{1} << doublings));
}

Task<Result<>> RequestJob(Connection& connection, std::string kind, std::string key, Instant now) {
  std::vector<Value> values{std::move(kind), std::move(key), ToMicroseconds(now)};
  auto done = co_await connection.Execute(
      "INSERT INTO jobs (kind, key, generation, attempts, crashes, run_at) VALUES ($1, $2, 1, 0, 0, $3) "
      "ON CONFLICT (kind, key) DO UPDATE SET generation = jobs.generation + 1, attempts = 0, crashes = 0, "
      "run_at = excluded.run_at",
      std::move(values));
  if (!done) co_return Forward(done);
  co_return Result<>{};
}

Task<Result<>> HurryJobs(Database& database, std::string kind, Instant now) {
  std::vector<Value> values{std::move(kind), ToMicroseconds(now), kSuddenEndsWithoutWait};
  auto done = co_await database.Execute("UPDATE jobs SET run_at = $2 WHERE kind = $1 AND run_at > $2 AND crashes <= $3",
                                        std::move(values));
  if (!done) co_return Forward(done);
  co_return Result<>{};
}

JobRunner::JobRunner(Database& database, const Clock& clock, JobRunnerOptions options)
    : database_(database), clock_(clock), options_(std::move(options)) {}

JobRunner::~JobRunner() { Stop(); }

void JobRunner::Start() {
  std::vector<Value> values{options_.node, ToMicroseconds(clock_.Now()), kSuddenEndsWithoutWait,
                            kWaitPerSuddenEnd.count()};
  const auto freed = BlockOn(database_.Execute(
      "UPDATE jobs SET lease_node = NULL, lease_until = NULL, "
      "run_at = CASE WHEN crashes > $3 THEN CAST($2 AS BIGINT) + (crashes - $3) * CAST($4 AS BIGINT) ELSE run_at END "
      "WHERE lease_node = $1",
      std::move(values)));
  if (!freed) LogWarning("leases_not_freed", {{"code", WireCode(freed.error().code)}});
  leases_ = std::jthread([this](const std::stop_token& stop) { KeepLeases(stop); });
  pthread_setname_np(leases_.native_handle(), "job-leases");
  const std::lock_guard lock(mutex_);
  AddThread();
}

/// The mutex is held.
void JobRunner::AddThread() {
  threads_.emplace_back([this](const std::stop_token& stop) { Work(stop); });
  pthread_setname_np(threads_.back().native_handle(), "job");
}

void JobRunner::Stop() {
  std::vector<std::jthread> threads;
  {
    const std::lock_guard lock(mutex_);
    is_stopping_ = true;
    for (auto& thread : threads_) thread.request_stop();
    for (auto& [key, source] : running_) source.request_stop();
    threads.swap(threads_);
  }
  threads.clear();
  leases_ = std::jthread();
}

void JobRunner::Wake() {
  {
    const std::lock_guard lock(mutex_);
    ++wakes_;
  }
  changed_.notify_all();
}

void JobRunner::Interrupt(const std::string& kind, const std::string& key) {
  const std::lock_guard lock(mutex_);
  if (const auto found = running_.find({kind, key}); found != running_.end()) found->second.request_stop();
}

void JobRunner::Work(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    try {
      if (const auto leased = Next(stop)) Run(*leased);
    } catch (const std::exception& exception) {
      LogError("job_runner", {{"cause", exception.what()}});
      std::unique_lock lock(mutex_);
      changed_.wait_for(lock, stop, options_.poll, [] { return false; });
    }
  }
}

/// One thread at a time looks for work, whoever wakes them: hundreds that ask the database together would only be in
/// each other's way. Nothing when stopped.
std::optional<JobRunner::Leased> JobRunner::Next(const std::stop_token& stop) {
  {
    std::unique_lock lock(mutex_);
    ++idle_;
    const bool is_mine = lookout_gone_.wait(lock, stop, [this] { return !has_lookout_; });
    --idle_;
    if (!is_mine) return std::nullopt;
    has_lookout_ = true;
  }
  struct Lookout {
    JobRunner& runner;
    ~Lookout() {
      {
        const std::lock_guard lock(runner.mutex_);
        runner.has_lookout_ = false;
      }
      runner.lookout_gone_.notify_one();
    }
  };
  const Lookout lookout{*this};
  while (!stop.stop_requested()) {
    auto leased = Take();
    if (leased && *leased) return *leased;
    WaitForWork(stop, !leased);
  }
  return std::nullopt;
}

/// A database that refuses to lend jobs (a full disk) is not asked without a pause.
void JobRunner::WaitForWork(const std::stop_token& stop, bool is_refused) {
  std::unique_lock lock(mutex_);
  const auto seen = wakes_;
  lock.unlock();
  const auto wait = is_refused ? options_.poll : std::min(options_.poll, UntilNext());
  lock.lock();
  changed_.wait_for(lock, stop, wait, [&] { return wakes_ != seen && !is_refused; });
}

/// How long until a job is due; no time at all when one is.
milliseconds JobRunner::UntilNext() {
  std::vector<Value> parameters;
  const std::string condition = OneOf(OpenKinds(), parameters);
  auto row = BlockOn(database_.First(
      "SELECT min(CASE WHEN lease_until > run_at THEN lease_until ELSE run_at END) FROM jobs WHERE TRUE" + condition,
      std::move(parameters)));
  if (!row || !*row || (*row)->IsNull(0)) return options_.poll;
  const std::chrono::microseconds wait((*row)->Int(0) - ToMicroseconds(clock_.Now()));
  return std::max(milliseconds(0), std::chrono::ceil<milliseconds>(wait));
}

/// The kinds of which more may be under way here: a newer program's kinds are none of ours. Only the one thread that
/// looks for work makes them fewer.
std::vector<std::string> JobRunner::OpenKinds() {
  std::map<std::string_view, std::size_t> counts;
  const std::lock_guard lock(mutex_);
  for (const auto& [job, source] : running_) ++counts[job.first];
  std::vector<std::string> open;
  for (const auto& [kind, handling] : handlers_) {
    if (counts[kind] < handling.most_at_once) open.push_back(kind);
  }
  return open;
}

Result<std::optional<JobRunner::Leased>> JobRunner::Take() {
  if (UntilNext() > milliseconds(0)) return std::optional<Leased>();
  std::function<Task<Result<std::optional<Row>>>(Connection&)> take = [this](Connection& connection) {
    const Instant now = clock_.Now();
    std::vector<Value> values{options_.node, ToMicroseconds(now + options_.lease), ToMicroseconds(now)};
    const std::string condition = OneOf(OpenKinds(), values);
    return connection.First(TakeSql(connection.dialect(), condition), std::move(values));
  };
  auto row = BlockOn(database_.Write<std::optional<Row>>(std::move(take)));
  if (!row) return Forward(row);
  if (!*row) return std::optional<Leased>();
  Leased leased{.job = {.kind = (*row)->Text(0), .key = (*row)->Text(1), .attempt = static_cast<int>((*row)->Int(2))},
                .generation = (*row)->Int(3),
                .crashes = (*row)->Int(4)};
  const std::lock_guard lock(mutex_);
  // Our own lease ran out while the run goes on (the machine slept): it has just been renewed, no second run.
  if (is_stopping_ || !running_.try_emplace({leased.job.kind, leased.job.key}).second) return std::optional<Leased>();
  if (idle_ == 0 && threads_.size() < options_.threads) AddThread();
  return std::optional(std::move(leased));
}

void JobRunner::Run(const Leased& leased) {
  const Job& job = leased.job;
  std::stop_token stop;
  {
    const std::lock_guard lock(mutex_);
    stop = running_.at({job.kind, job.key}).get_token();
  }
  JobOutcome outcome;
  bool is_orderly = true;
  try {
    JobHandler& handler = *handlers_.at(job.kind).handler;
    if (leased.crashes > options_.most_crashes) {
      handler.GiveUp(job);
    } else {
      outcome = handler.Run(job, stop);
    }
  } catch (const std::exception& exception) {
    LogError("job_failed", {{"kind", job.kind}, {"key", job.key}, {"cause", exception.what()}});
    outcome = JobOutcome::Again(kAfterCrashes.After(leased.crashes));
    is_orderly = false;
  }
  {
    const std::lock_guard lock(mutex_);
    running_.erase({job.kind, job.key});
  }
  Finish(leased, outcome, is_orderly);
}

void JobRunner::Finish(const Leased& leased, const JobOutcome& outcome, bool is_orderly) {
  std::function<Task<Result<>>(Connection&)> finish = [&](Connection& connection) -> Task<Result<>> {
    if (!outcome.again_after) {
      std::vector<Value> done{leased.job.kind, leased.job.key, options_.node, leased.generation};
      auto removed = co_await connection.Execute(
          "DELETE FROM jobs WHERE kind = $1 AND key = $2 AND lease_node = $3 AND generation = $4", std::move(done));
      if (!removed) co_return Forward(removed);
    }
    const Instant next = clock_.Now() + outcome.again_after.value_or(milliseconds(0));
    const std::int64_t crashes = is_orderly ? 0 : leased.crashes;
    std::vector<Value> values{leased.job.kind,   leased.job.key,       options_.node,
                              leased.generation, ToMicroseconds(next), crashes};
    auto released = co_await connection.Execute(
        "UPDATE jobs SET lease_node = NULL, lease_until = NULL, crashes = $6, "
        "run_at = CASE WHEN generation = $4 THEN $5 ELSE run_at END WHERE kind = $1 AND key = $2 AND lease_node = $3",
        std::move(values));
    if (!released) co_return Forward(released);
    co_return Result<>{};
  };
  // While its row says that the job is under way, nobody takes it again: not told, it would stand still for good.
  for (auto finished = BlockOn(database_.WriteWith(finish)); !finished;
       finished = BlockOn(database_.WriteWith(finish))) {
    LogWarning("job_not_finished", {{"code", WireCode(finished.error().code)}});
    std::unique_lock lock(mutex_);
    if (changed_.wait_for(lock, options_.poll, [this] { return is_stopping_; })) break;
  }
  Wake();
}

void JobRunner::KeepLeases(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    changed_.wait_for(lock, stop, options_.lease / 3, [] { return false; });
    if (running_.empty()) continue;
    std::vector<std::pair<std::string, std::string>> running;
    for (const auto& [job, source] : running_) running.push_back(job);
    lock.unlock();
    try {
      Renew(running);
    } catch (const std::exception& exception) {
      LogError("leases_not_renewed", {{"cause", exception.what()}});
    }
    lock.lock();
  }
}

/// Of what runs here, and nothing else: a lease that nobody works under must end.
void JobRunner::Renew(const std::vector<std::pair<std::string, std::string>>& running) {
  std::vector<Value> values{options_.node, ToMicroseconds(clock_.Now() + options_.lease)};
  std::string jobs;
  for (const auto& [kind, key] : running) {
    const std::size_t place = values.size();
    jobs += (jobs.empty() ? "($" : ", ($") + std::to_string(place + 1) + ", $" + std::to_string(place + 2) + ")";
    values.emplace_back(kind);
    values.emplace_back(key);
  }
  const auto renewed = BlockOn(database_.Execute(
      "UPDATE jobs SET lease_until = $2 WHERE lease_node = $1 AND (kind, key) IN (VALUES " + jobs + ")",
      std::move(values)));
  if (!renewed) LogWarning("leases_not_renewed", {{"code", WireCode(renewed.error().code)}});
}

}  // namespace scriba::platform
