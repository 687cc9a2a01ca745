#include "platform/db/postgres_database.h"

#include <trantor/net/EventLoop.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <random>
#include <thread>
#include <utility>

#include "platform/db/postgres_query.h"

namespace scriba::platform {
namespace {

using drogon::orm::DbClient;
using drogon::orm::DbClientPtr;
using drogon::orm::Transaction;

constexpr int kAttempts = 12;
constexpr double kFirstPauseSeconds = 0.005;
constexpr double kLongestPauseSeconds = 0.5;
constexpr double kStatementSeconds = 30.0;
/// After this every loop of a client has begun its connections, also where the processors are busy.
constexpr std::chrono::milliseconds kBegun{250};

/// A transaction in progress, or the pool for single statements.
class PostgresConnection final : public Connection {
 public:
  explicit PostgresConnection(DbClientPtr client) : client_(std::move(client)) {}

  Dialect dialect() const override { return Dialect::kPostgres; }

  Task<Result<std::size_t>> Visit(std::string sql, std::vector<Value> parameters, RowVisitor visit) override {
    if (refusal_) co_return Failure(*refusal_);
    PostgresAnswer answer = co_await RunOnPostgres(client_, sql, parameters);
    if (answer.rows) co_return ShowRows(*answer.rows, visit);
    conflicted_ = conflicted_ || answer.is_conflict;
    refusal_ = answer.refusal;
    co_return Failure(std::move(answer.refusal));
  }

  bool conflicted() const { return conflicted_; }
  /// The first refusal: it undid the transaction, whatever the work made of it.
  const std::optional<Error>& refusal() const { return refusal_; }

 private:
  DbClientPtr client_;
  bool conflicted_ = false;
  std::optional<Error> refusal_;
};

/// Opens a transaction and waits for it; null when the server cannot be reached.
struct Opening {
  DbClient& client;
  std::shared_ptr<Transaction> transaction = nullptr;

  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<> waiting) {
    client.newTransactionAsync([this, waiting, back = Executor::Current()](const std::shared_ptr<Transaction>& opened) {
      transaction = opened;
      if (back) {
        back->Post([waiting] { waiting.resume(); });
      } else {
        waiting.resume();
      }
    });
  }
  std::shared_ptr<Transaction> await_resume() { return std::move(transaction); }
};

/// Keeps the transaction and answers in the server's own words, which the library's commit does not hand on. Chained,
/// because that one still comes, when the transaction goes, and is to find something to end.
Task<Result<>> Commit(std::shared_ptr<Transaction> transaction, bool& conflicted) {
  const std::string commit("COMMIT AND CHAIN");
  const std::vector<Value> none;
  PostgresAnswer answer = co_await RunOnPostgres(transaction, commit, none);
  if (answer.rows) co_return Result<>{};
  conflicted = answer.is_conflict;
  if (conflicted) co_return Fail(Code::kBusy, "the change conflicts with another one");
  co_return Failure(std::move(answer.refusal));
}

/// Those who met in a conflict would meet again: each waits for a time of its own, longer with every attempt.
struct Pause {
  int attempt;

  bool await_ready() const noexcept { return false; }
  bool await_suspend(std::coroutine_handle<> waiting) const {
    thread_local std::minstd_rand random(std::random_device{}());
    const double most = std::min(kFirstPauseSeconds * std::exp2(attempt), kLongestPauseSeconds);
    const double seconds = std::uniform_real_distribution(0.0, most)(random);
    // The main thread's loop is there before it runs.
    if (auto* loop = trantor::EventLoop::getEventLoopOfCurrentThread(); loop != nullptr && loop->isRunning()) {
      loop->runAfter(seconds, [waiting] { waiting.resume(); });
      return true;
    }
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
    return false;
  }
  void await_resume() const noexcept {}
};

}  // namespace

PostgresDatabase::PostgresDatabase(const std::string& url, std::size_t connections, PostgresPatience patience,
                                   std::shared_ptr<DatabaseWaits> waits)
    : session_(PostgresSession(url, patience)),
      client_(DbClient::newPgClient(session_, connections, false)),
      changes_(std::make_unique<PostgresChanges>(session_, client_)),
      waits_(std::move(waits)) {
  if (patience == PostgresPatience::kRequests) client_->setTimeout(kStatementSeconds);
}

PostgresDatabase::~PostgresDatabase() {
  changes_.reset();
  // The client's loops ask for it when they begin its connections: a command that ends at once would take it from under
  // them, and the library ends the program then. One that has answered is not done either: it still puts its connection
  // back.
  std::this_thread::sleep_until(opened_ + kBegun);
  client_->closeAll();
}

Task<Result<std::size_t>> PostgresDatabase::Visit(std::string sql, std::vector<Value> parameters, RowVisitor visit) {
  PostgresConnection connection(client_);
  co_return co_await connection.Visit(std::move(sql), std::move(parameters), std::move(visit));
}

Task<Result<>> PostgresDatabase::ReadWith(std::function<Task<Result<>>(Connection&)> work) {
  bool conflicted = false;
  co_return co_await Attempt(work, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY", waits_->reads,
                             conflicted);
}

Task<Result<>> PostgresDatabase::WriteWith(std::function<Task<Result<>>(Connection&)> work) {
  for (int attempt = 1;; ++attempt) {
    bool conflicted = false;
    Result<> result =
        co_await Attempt(work, "SET TRANSACTION ISOLATION LEVEL SERIALIZABLE", waits_->writes, conflicted);
    if (!conflicted || attempt == kAttempts) co_return result;
    co_await Pause{attempt};
  }
}

Task<Result<>> PostgresDatabase::Attempt(const std::function<Task<Result<>>(Connection&)>& work, std::string begin,
                                         Times& wait, bool& conflicted) {
  const auto since = std::chrono::steady_clock::now();
  Opening opening{*client_};
  auto transaction = co_await opening;
  wait.Count(std::chrono::steady_clock::now() - since);
  if (!transaction) co_return Fail(Code::kBusy, "the database cannot be reached");
  Result<> result;
  std::exception_ptr failure;
  {
    PostgresConnection connection(transaction);
    try {
      auto begun = co_await connection.Execute(std::move(begin));
      if (begun) {
        result = co_await work(connection);
      } else {
        result = Forward(begun);
      }
    } catch (...) {
      failure = std::current_exception();
    }
    conflicted = connection.conflicted();
    if (result && connection.refusal()) result = platform::Failure(*connection.refusal());
  }
  if (failure || !result) {
    transaction->rollback();
    if (failure && !conflicted) std::rethrow_exception(failure);
    co_return result;
  }
  co_return co_await Commit(std::move(transaction), conflicted);
}

void PostgresDatabase::Observe(std::vector<std::string> tables, ChangeObserver observer) {
  changes_->Observe(std::move(tables), std::move(observer));
}

}  // namespace scriba::platform
