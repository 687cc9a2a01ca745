// Work that outlives the request that asked for it, and the process that does it.
//
// A job is a row of the table `jobs`: a kind, and a key that names what it is about. Asking twice for the same kind and
// key is asking once. A runner takes a due job by a lease and renews the lease while it works; when the process dies,
// the lease ends and any runner, after a restart or on another machine, takes the job again. So a job's work must be
// steps that can be repeated: it looks at what is done and does the rest.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "platform/clock.h"
#include "platform/db/database.h"

namespace scriba::platform {

/// One run of a job.
struct Job {
  std::string kind;
  std::string key;
  /// 1 for the first run since it was asked for.
  int attempt = 1;
};

/// What a run came to.
struct JobOutcome {
  /// Nothing: the job is done and goes.
  std::optional<std::chrono::milliseconds> again_after;

  static JobOutcome Done() { return {}; }
  static JobOutcome Again(std::chrono::milliseconds after) { return {after}; }
};

/// Does the jobs of one kind. Called on the runner's threads, for different jobs at once.
class JobHandler {
 public:
  virtual ~JobHandler() = default;

  /// May block. Returns soon after `stop` was requested; the job is then taken again later. An exception counts as
  /// Again() with a back-off.
  virtual JobOutcome Run(const Job& job, const std::stop_token& stop) = 0;

  /// Called instead of Run() when a job has failed by exceptions, or taken the process with it, too often.
  virtual void GiveUp(const Job& job) = 0;
};

/// Pauses between the tries of what fails, each twice as long as the one before.
struct BackOff {
  std::chrono::milliseconds first;
  std::chrono::milliseconds longest;

  /// The pause after the `attempt`th try.
  std::chrono::milliseconds After(std::int64_t attempt) const;
};

/// Asks for a job, inside the transaction that makes it necessary. One that is there already becomes due now and its
/// attempts start again; one that is under way runs once more afterwards.
Task<Result<>> RequestJob(Connection& connection, std::string kind, std::string key, Instant now);

/// Makes the waiting jobs of a kind due now, for what they wait for may be there after a start. Those that their
/// process died with often wait on.
Task<Result<>> HurryJobs(Database& database, std::string kind, Instant now);

struct JobRunnerOptions {
  /// Names this process among those that share the database: no other that lives has it. The same after a restart, so
  /// that what a former life left is taken up at once.
  std::string node = "local";
  /// Jobs under way at once. Threads are made as they are needed: an idle server has one.
  std::size_t threads = 4;
  std::chrono::milliseconds lease{60'000};
  /// How long work asked for by another node may go unseen.
  std::chrono::milliseconds poll{2'000};
  /// Runs in a row that ended by an exception or with the process before GiveUp(). Generous, and with ever longer waits
  /// between them, more than an hour in all: whoever kills the server many times must not lose the work.
  int most_crashes = 50;
};

/// Takes due jobs and runs them. Members: fixed after Start() / guarded by the mutex, as marked.
class JobRunner {
 public:
  JobRunner(Database& database, const Clock& clock, JobRunnerOptions options);
  ~JobRunner();
  JobRunner(const JobRunner&) = delete;
  JobRunner& operator=(const JobRunner&) = delete;

  /// Before Start(). Of a kind that waits for others `most_at_once` bounds what is under way here, so that it never
  /// takes every thread.
  void Handle(std::string kind, JobHandler& handler, std::size_t most_at_once = SIZE_MAX) {
    handlers_[std::move(kind)] = {&handler, most_at_once};
  }

  /// Frees the leases that a former life of this node left, and begins.
  void Start();

  /// Asks running jobs to stop, waits for them, and takes no more.
  void Stop();

  /// There may be due work: looks at once. On any thread.
  void Wake();

  /// Asks the run of this job, if there is one here, to stop. On any thread.
  void Interrupt(const std::string& kind, const std::string& key);

 private:
  struct Leased {
    Job job;
    std::int64_t generation = 0;
    std::int64_t crashes = 0;  // this run counts until it ends in order
  };
  struct Handling {
    JobHandler* handler = nullptr;
    std::size_t most_at_once = 0;
  };
  using Running = std::map<std::pair<std::string, std::string>, std::stop_source>;

  void AddThread();
  void Work(const std::stop_token& stop);
  void KeepLeases(const std::stop_token& stop);
  void Renew(const std::vector<std::pair<std::string, std::string>>& running);
  std::optional<Leased> Next(const std::stop_token& stop);
  void WaitForWork(const std::stop_token& stop, bool is_refused);
  std::vector<std::string> OpenKinds();
  Result<std::optional<Leased>> Take();
  void Run(const Leased& leased);
  void Finish(const Leased& leased, const JobOutcome& outcome, bool is_orderly);
  std::chrono::milliseconds UntilNext();

  Database& database_;
  const Clock& clock_;
  const JobRunnerOptions options_;
  std::map<std::string, Handling> handlers_;  // fixed after Start()

  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::uint64_t wakes_ = 0;  // guarded by mutex_
  std::condition_variable_any lookout_gone_;
  bool has_lookout_ = false;  // guarded by mutex_; whether a thread looks for work
  std::size_t idle_ = 0;      // guarded by mutex_; threads that wait to do so
  bool is_stopping_ = false;  // guarded by mutex_
  Running running_;           // guarded by mutex_

  std::jthread leases_;
  std::vector<std::jthread> threads_;  // guarded by mutex_; last: they stop before what they use goes
};

}  // namespace scriba::platform
