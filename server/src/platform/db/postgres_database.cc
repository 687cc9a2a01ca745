#include "platform/db/postgres_database.h"

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

using drogon::orm::DbClient;
using drogon::orm::DbClientPtr;
using drogon::orm::Transaction;

constexpr const char* kChannel = "scriba_changes";
constexpr const char* kHello = "hello";
constexpr std::chrono::seconds kListenLimit{10};
constexpr int kAttempts = 8;
constexpr double kStatementSeconds = 30.0;
// A node that is this far behind misses news. Pruning is far from what is read, so that the two never meet.
constexpr const char* kPruneChanges =
    "DELETE FROM row_changes WHERE changed_at < clock_timestamp() - interval '5 minutes'";
constexpr double kPruneSeconds = 60.0;

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

}  // namespace

PostgresDatabase::PostgresDatabase(const std::string& url, std::size_t connections, PostgresPatience patience)
    : session_(PostgresSession(url, patience)),
      client_(DbClient::newPgClient(session_, connections, false)),
      listening_("pg-listener") {
  if (patience == PostgresPatience::kRequests) client_->setTimeout(kStatementSeconds);
}

PostgresDatabase::~PostgresDatabase() {
  if (listener_) listening_.getLoop()->runInLoop([listener = std::move(listener_)] {});
  client_->closeAll();
}

Task<Result<std::size_t>> PostgresDatabase::Visit(std::string sql, std::vector<Value> parameters, RowVisitor visit) {
  PostgresConnection connection(client_);
  co_return co_await connection.Visit(std::move(sql), std::move(parameters), std::move(visit));
}

Task<Result<>> PostgresDatabase::ReadWith(std::function<Task<Result<>>(Connection&)> work) {
  bool conflicted = false;
  co_return co_await Attempt(work, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY", conflicted);
}

Task<Result<>> PostgresDatabase::WriteWith(std::function<Task<Result<>>(Connection&)> work) {
  for (int attempt = 1;; ++attempt) {
    bool conflicted = false;
    Result<> result = co_await Attempt(work, "SET TRANSACTION ISOLATION LEVEL SERIALIZABLE", conflicted);
    if (!conflicted || attempt == kAttempts) co_return result;
  }
}

Task<Result<>> PostgresDatabase::Attempt(const std::function<Task<Result<>>(Connection&)>& work, std::string begin,
                                         bool& conflicted) {
  Opening opening{*client_};
  auto transaction = co_await opening;
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
  const std::lock_guard lock(mutex_);
  observers_.push_back({std::move(tables), std::move(observer)});
  if (observers_.size() == 1) Listen();
}

void PostgresDatabase::Listen() {
  listening_.run();
  listening_.getLoop()->runEvery(kPruneSeconds, [this] { Detach(PruneChanges()); });
  listener_ = drogon::orm::DbListener::newPgListener(session_, listening_.getLoop());
  listener_->listen(kChannel, [this](std::string, std::string message) {
    if (message == kHello) {
      hears_ = true;
      return;
    }
    news_.push_back(std::move(message));
    if (!std::exchange(is_announcing_, true)) Detach(AnnounceAll());
  });
  // The library does not tell when it listens: we call until we hear ourselves.
  const auto limit = std::chrono::steady_clock::now() + kListenLimit;
  while (!hears_) {
    if (std::chrono::steady_clock::now() > limit) throw std::runtime_error("the database's notices do not arrive");
    static_cast<void>(BlockOn(Query("SELECT pg_notify($1, $2)", {kChannel, kHello})));
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

/// A single statement of the pool: a serializable one would get in the way of those who write.
Task<> PostgresDatabase::PruneChanges() {
  try {
    const std::string sql(kPruneChanges);
    const std::vector<Value> none;
    const PostgresAnswer answer = co_await RunOnPostgres(client_, sql, none);
    if (!answer.rows) LogWarning("changes_not_pruned", {{"cause", answer.refusal.internal}});
  } catch (const std::exception& exception) {
    LogError("changes_not_pruned", {{"cause", exception.what()}});
  }
}

/// One after the other: what each is about is read back, and answers of several connections could overtake each other.
Task<> PostgresDatabase::AnnounceAll() {
  while (!news_.empty()) {
    std::string message = std::move(news_.front());
    news_.pop_front();
    co_await Announce(std::move(message));
  }
  is_announcing_ = false;
}

/// `{"table","kind","number"}` from a trigger: the row lies in row_changes under that number.
Task<> PostgresDatabase::Announce(std::string message) {
  try {
    const auto news = nlohmann::json::parse(message);
    const auto table = news.at("table").get<std::string>();
    const auto kind = KindNamed(news.at("kind").get<std::string>());
    if (!IsPlainName(table)) co_return;
    const std::string sql = "SELECT changed.* FROM row_changes, jsonb_populate_record(NULL::" + table +
                            ", changed_row) AS changed WHERE number = $1";
    const std::vector<Value> number{news.at("number").get<std::int64_t>()};
    const PostgresAnswer answer = co_await RunOnPostgres(client_, sql, number);
    if (!answer.rows || answer.rows->empty()) throw std::runtime_error("a changed row is not there any more");
    const std::vector<RowChange> changes{ChangeOf(kind, table, *answer.rows)};
    std::vector<ChangeObserver> interested;
    {
      const std::lock_guard lock(mutex_);
      for (const Observer& observer : observers_) {
        if (std::ranges::find(observer.tables, table) != observer.tables.end()) interested.push_back(observer.call);
      }
    }
    for (const auto& call : interested) call(changes);
  } catch (const std::exception& exception) {
    LogError("change_not_read", {{"cause", exception.what()}});
  }
}

}  // namespace scriba::platform
