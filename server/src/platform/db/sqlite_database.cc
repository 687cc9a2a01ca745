#include "platform/db/sqlite_database.h"

#include <pthread.h>

#include <chrono>
#include <exception>
#include <filesystem>
#include <stdexcept>

#include "platform/log.h"

namespace scriba::platform {
namespace {

// Bounds how long the first writer of a group waits for the last.
constexpr std::size_t kLargestGroup = 256;

// Hundreds of threads follow recordings and read now and then: each connection has a schema, statements and pages of
// its own, so no more are kept than read at once.
constexpr std::size_t kKeptReaders = 16;

/// A connection whose statements finish at once: awaiting it never suspends.
class SqliteConnection final : public Connection {
 public:
  explicit SqliteConnection(SqliteSession& session) : session_(session) {}
  Dialect dialect() const override { return Dialect::kSqlite; }
  Task<Result<std::size_t>> Visit(std::string sql, std::vector<Value> parameters, RowVisitor visit) override {
    co_return session_.Run(sql, parameters, visit);
  }

 private:
  SqliteSession& session_;
};

}  // namespace

/// One unit of work on its way through the writer.
struct SqliteDatabase::Job : GroupEntry<Job, void> {
  Job(GroupQueue<Job>& queue, std::function<Task<Result<>>(Connection&)> job_work)
      : GroupEntry(queue), work(std::move(job_work)) {}

  std::function<Task<Result<>>(Connection&)> work;
  const std::chrono::steady_clock::time_point since = std::chrono::steady_clock::now();
};

SqliteDatabase::SqliteDatabase(std::string path, SqliteAccess access, std::shared_ptr<DatabaseWaits> waits)
    : path_(std::move(path)), waits_(std::move(waits)) {
  if (access == SqliteAccess::kReadOnly) {
    readers_.push_back(std::make_unique<SqliteSession>(path_, false));
    return;
  }
  writer_ = std::make_unique<SqliteSession>(path_, true);
  std::filesystem::permissions(path_, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  changes_.Attach(writer_->handle());
  thread_ = std::jthread([this](const std::stop_token& stop) { WriteLoop(stop); });
  pthread_setname_np(thread_.native_handle(), "sqlite-writer");
}

SqliteDatabase::~SqliteDatabase() = default;

/// A reading connection for as long as somebody reads with it. The last one given back is the first one taken: its
/// pages and statements are warm.
class SqliteDatabase::Reader {
 public:
  explicit Reader(SqliteDatabase& database) : database_(database) {
    {
      const std::lock_guard lock(database_.readers_mutex_);
      if (!database_.readers_.empty()) {
        session_ = std::move(database_.readers_.back());
        database_.readers_.pop_back();
      }
    }
    if (!session_) session_ = std::make_unique<SqliteSession>(database_.path_, false);
  }
  ~Reader() {
    const std::lock_guard lock(database_.readers_mutex_);
    if (database_.readers_.size() < kKeptReaders) database_.readers_.push_back(std::move(session_));
  }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  SqliteSession& session() { return *session_; }

 private:
  SqliteDatabase& database_;
  std::unique_ptr<SqliteSession> session_;
};

Task<Result<std::size_t>> SqliteDatabase::Visit(std::string sql, std::vector<Value> parameters, RowVisitor visit) {
  Reader reader(*this);
  co_return reader.session().Run(sql, parameters, visit);
}

Task<Result<>> SqliteDatabase::ReadWith(std::function<Task<Result<>>(Connection&)> work) {
  Reader reader(*this);
  SqliteSession& session = reader.session();
  if (auto begun = session.Do("BEGIN"); !begun) co_return Forward(begun);
  SqliteConnection connection(session);
  Result<> result;
  std::exception_ptr failure;
  try {
    result = co_await work(connection);
  } catch (...) {
    failure = std::current_exception();
  }
  const auto ended = session.Do("COMMIT");
  if (failure) std::rethrow_exception(failure);
  if (!ended) LogWarning("read_not_ended");
  co_return result;
}

Task<Result<>> SqliteDatabase::WriteWith(std::function<Task<Result<>>(Connection&)> work) {
  if (!writer_) throw std::logic_error("a database that is only looked at is written to");
  Job job(jobs_, std::move(work));
  co_return co_await job;
}

void SqliteDatabase::Observe(std::vector<std::string> tables, ChangeObserver observer) {
  changes_.Observe(std::move(tables), std::move(observer));
}

void SqliteDatabase::WriteLoop(const std::stop_token& stop) {
  // What was queued before the stop is still written.
  for (auto group = jobs_.Take(stop, kLargestGroup); !group.empty(); group = jobs_.Take(stop, kLargestGroup)) {
    const auto now = std::chrono::steady_clock::now();
    for (const Job* job : group) waits_->writes.Count(now - job->since);
    Commit(group);
    Job::FinishAll(group);
  }
}

/// What the database cannot say in a result (a damaged file, no memory) fails the group; the thread goes on for others.
void SqliteDatabase::Commit(std::vector<Job*>& group) {
  Result<> committed;
  try {
    committed = TryCommit(group);
  } catch (const std::exception& exception) {
    committed = Fail(Code::kInternal, "unexpected failure", exception.what());
  }
  if (committed) {
    changes_.Announce();
    return;
  }
  RollBack();
  LogError("commit_failed", {{"cause", committed.error().internal}});
  for (Job* job : group) {
    if (job->result) job->result = Failure(committed.error());
  }
}

Result<> SqliteDatabase::TryCommit(std::vector<Job*>& group) {
  if (auto begun = writer_->Do("BEGIN IMMEDIATE"); !begun) return begun;
  if (auto run = RunGroup(group); !run) return run;
  if (group.size() == 1 && !group.front()->result) {
    RollBack();
    return {};
  }
  return writer_->Do("COMMIT");
}

/// Fails when the transaction is gone: a full disk undoes it as a whole, whoever's statement met the end.
///
/// Nearly every job succeeds, or refuses before it has written: none has a savepoint at first, which costs as much as a
/// small write. One that fails after it wrote cannot be undone alone then, so all are undone and run again, apart.
Result<> SqliteDatabase::RunGroup(std::vector<Job*>& group) {
  for (Job* job : group) {
    const std::size_t mark = changes_.Mark();
    const std::int64_t changed_before = sqlite3_total_changes64(writer_->handle());
    job->result = RunWork(*job);
    if (!IsInTransaction()) return Failure(job->result.error());
    if (job->result) continue;
    changes_.Forget(mark);
    const bool wrote = sqlite3_total_changes64(writer_->handle()) != changed_before;
    if (wrote && group.size() > 1) return RunApart(group);
  }
  return {};
}

Result<> SqliteDatabase::RunApart(std::vector<Job*>& group) {
  RollBack();
  if (auto begun = writer_->Do("BEGIN IMMEDIATE"); !begun) return begun;
  for (Job* job : group) {
    job->result = RunJob(*job);
    if (!IsInTransaction()) return Failure(job->result.error());
  }
  return {};
}

/// One job among others: its own failure undoes its own changes only.
Result<> SqliteDatabase::RunJob(Job& job) {
  const std::size_t mark = changes_.Mark();
  if (auto opened = writer_->Do("SAVEPOINT job"); !opened) return opened;
  auto result = RunWork(job);
  if (result) return writer_->Do("RELEASE job");
  if (IsInTransaction()) static_cast<void>(writer_->Script("ROLLBACK TO job; RELEASE job"));
  changes_.Forget(mark);
  return result;
}

Result<> SqliteDatabase::RunWork(Job& job) {
  SqliteConnection connection(*writer_);
  job.failure = nullptr;
  try {
    return BlockOn(job.work(connection));
  } catch (...) {
    job.failure = std::current_exception();
    return Fail(Code::kInternal, "unexpected failure");
  }
}

void SqliteDatabase::RollBack() {
  changes_.Forget(0);
  try {
    if (IsInTransaction()) static_cast<void>(writer_->Do("ROLLBACK"));
  } catch (const std::exception& exception) {
    LogError("rollback_failed", {{"cause", exception.what()}});
  }
}

bool SqliteDatabase::IsInTransaction() const { return sqlite3_get_autocommit(writer_->handle()) == 0; }

}  // namespace scriba::platform
