#include "platform/db/sqlite_database.h"

#include <gmock/gmock.h>
#include <sqlite3.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <future>
#include <mutex>
#include <thread>
#include <utility>

#include "support/test_database.h"

namespace scriba::platform {
namespace {

using Work = std::function<Task<Result<>>(Connection&)>;

class SqliteDatabaseTest : public ::testing::Test {
 protected:
  void SetUp() override {
    Must(database_.Execute(
        "CREATE TABLE visits (id INTEGER PRIMARY KEY, minutes INTEGER NOT NULL CHECK (minutes >= 0))"));
  }

  template <typename T>
  static T Must(Task<Result<T>> task) {
    Result<T> result = BlockOn(std::move(task));
    if (!result) throw std::runtime_error(result.error().message + ": " + result.error().internal);
    return std::move(*result);
  }

  std::int64_t Count() { return (*Must(database_.First("SELECT count(*) FROM visits"))).Int(0); }

  testing::TemporaryFolder folder_;
  const std::shared_ptr<DatabaseWaits> waits_ = std::make_shared<DatabaseWaits>();
  SqliteDatabase database_{(folder_.path() / "test.db").string(), SqliteAccess::kReadWrite, waits_};
};

Task<Result<>> InsertThenRefuse(Connection& connection) {
  static_cast<void>(co_await connection.Execute("INSERT INTO visits VALUES (1, 10)"));
  co_return Fail(Code::kNotPermitted, "no");
}

Task<Result<>> InsertThenThrow(Connection& connection) {
  static_cast<void>(co_await connection.Execute("INSERT INTO visits VALUES (1, 10)"));
  throw std::runtime_error("our own mistake");
}

TEST_F(SqliteDatabaseTest, UndoesAWorkThatRefuses) {
  const auto result = BlockOn(database_.WriteWith(Work(InsertThenRefuse)));
  EXPECT_EQ(result.error().code, Code::kNotPermitted);
  EXPECT_EQ(Count(), 0);
}

// A patient who was deleted must not be readable in free pages, nor in a copy of the file.
TEST_F(SqliteDatabaseTest, LeavesNothingOfWhatWasDeletedInTheFile) {
  const testing::TemporaryFolder folder;
  const auto file = folder.path() / "scriba.db";
  {
    SqliteDatabase database(file.string());
    ASSERT_TRUE(BlockOn(database.Execute("CREATE TABLE patients (name TEXT)")));
    ASSERT_TRUE(BlockOn(database.Execute("INSERT INTO patients VALUES ('Filomena Settembrini')")));
    ASSERT_TRUE(BlockOn(database.Execute("DELETE FROM patients")));
  }
  std::ifstream stream(file, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  EXPECT_THAT(bytes, ::testing::Not(::testing::HasSubstr("Filomena")));
}

TEST_F(SqliteDatabaseTest, UndoesAWorkThatThrowsAndHandsTheExceptionOn) {
  EXPECT_THROW(static_cast<void>(BlockOn(database_.WriteWith(Work(InsertThenThrow)))), std::runtime_error);
  EXPECT_EQ(Count(), 0);
}

// An archive's database is not in the form in which it is served.
TEST_F(SqliteDatabaseTest, LeavesOneThatItOnlyLooksAtAsItIs) {
  const testing::TemporaryFolder folder;
  const auto file = folder.path() / "scriba.db";
  {
    SqliteDatabase database(file.string());
    ASSERT_TRUE(BlockOn(database.Execute("CREATE TABLE patients (name TEXT)")));
  }
  sqlite3* handle = nullptr;
  ASSERT_EQ(sqlite3_open(file.c_str(), &handle), SQLITE_OK);
  EXPECT_EQ(sqlite3_exec(handle, "PRAGMA journal_mode=DELETE", nullptr, nullptr, nullptr), SQLITE_OK);
  sqlite3_close(handle);
  const auto content = [&file] {
    std::ifstream stream(file, std::ios::binary);
    return std::string{std::istreambuf_iterator<char>(stream), {}};
  };
  const std::string before = content();
  SqliteDatabase database(file.string(), SqliteAccess::kReadOnly);
  EXPECT_EQ(BlockOn(database.First("SELECT count(*) FROM patients")).value()->Int(0), 0);
  EXPECT_THROW(static_cast<void>(BlockOn(database.Execute("DELETE FROM patients"))), std::logic_error);
  EXPECT_EQ(content(), before);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1) << "nothing lies beside it";
}

// Who watches a search lies on the stack of the one that began it.
TEST_F(SqliteDatabaseTest, AVisitorThatThrowsLeavesNobodyToWatchTheNextWrite) {
  const Work throws = [](Connection& connection) -> Task<Result<>> {
    const RowVisitor visit = [](const RowView&) { throw std::runtime_error("our own mistake"); };
    static_cast<void>(co_await connection.Visit("SELECT 1", {}, visit));
    co_return Result<>{};
  };
  EXPECT_THROW(static_cast<void>(BlockOn(database_.WriteWith(throws))), std::runtime_error);
  Must(database_.Execute(
      "INSERT INTO visits WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 10000) "
      "SELECT n, n FROM number"));
  EXPECT_EQ(Count(), 10'000);
}

/// Connections that are opened while this lives cannot commit, until they may.
class CommitsDenied {
 public:
  CommitsDenied() {
    is_denied_ = true;
    sqlite3_auto_extension(Entry());
  }
  ~CommitsDenied() { sqlite3_cancel_auto_extension(Entry()); }
  CommitsDenied(const CommitsDenied&) = delete;
  CommitsDenied& operator=(const CommitsDenied&) = delete;

  static void Allow() { is_denied_ = false; }

 private:
  static int Watch(sqlite3* handle, char**, const void*) {
    const auto decide = [](void*, int action, const char* what, const char*, const char*, const char*) {
      const bool commits = action == SQLITE_TRANSACTION && std::string_view(what) == "COMMIT";
      return is_denied_ && commits ? SQLITE_DENY : SQLITE_OK;
    };
    return sqlite3_set_authorizer(handle, decide, nullptr);
  }
  static void (*Entry())() { return reinterpret_cast<void (*)()>(&Watch); }

  static inline std::atomic<bool> is_denied_;
};

TEST_F(SqliteDatabaseTest, ACommitThatTheLibraryCannotMakeFailsItsWritersAndNotTheProgram) {
  const testing::TemporaryFolder folder;
  const CommitsDenied denied;
  SqliteDatabase database((folder.path() / "denied.db").string());
  const auto failed = BlockOn(database.Execute("CREATE TABLE visits (id INTEGER)"));
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, Code::kInternal);
  CommitsDenied::Allow();
  EXPECT_TRUE(BlockOn(database.Execute("CREATE TABLE visits (id INTEGER)")));
}

TEST_F(SqliteDatabaseTest, AFailureInAGroupOfWritersLeavesTheOthersAlone) {
  std::atomic<int> kept{0};
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 16; ++i) {
      threads.emplace_back([this, i, &kept] {
        std::vector<Value> values{std::int64_t{i}, std::int64_t{i % 4 == 0 ? -1 : i}};
        const auto result = BlockOn(database_.Execute("INSERT INTO visits VALUES ($1, $2)", std::move(values)));
        if (result) ++kept;
      });
    }
  }
  EXPECT_EQ(kept, 12);
  EXPECT_EQ(Count(), 12);
}

/// Writes `id` once it is let go, and counts its runs; `refuses` when it has written.
struct Writing {
  std::int64_t id;
  bool writes = true;
  bool refuses = false;
  int runs = 0;
};

Task<Result<>> Write(Connection& connection, Writing& writing) {
  ++writing.runs;
  if (writing.writes) {
    std::vector<Value> values{writing.id};
    auto done = co_await connection.Execute("INSERT INTO visits VALUES ($1, 10)", std::move(values));
    if (!done) co_return Forward(done);
  }
  if (writing.refuses) co_return Fail(Code::kNotPermitted, "no");
  co_return Result<>{};
}

/// Runs the writings as one group: they wait together behind a work that holds the writer until all of them do, and
/// for some time more.
void RunTogether(SqliteDatabase& database, std::vector<Writing>& writings, std::chrono::milliseconds wait = {}) {
  LocalExecutor loop;
  std::promise<void> begun;
  std::promise<void> all_wait;
  std::size_t done = 0;
  const Work hold = [&begun, released = all_wait.get_future().share()](Connection&) -> Task<Result<>> {
    begun.set_value();
    released.wait();
    co_return Result<>{};
  };
  const auto start = [&](Work work) {
    Detach([](SqliteDatabase& at, Work mine, std::size_t& count) -> Task<> {
      static_cast<void>(co_await at.WriteWith(std::move(mine)));
      ++count;
    }(database, std::move(work), done));
  };
  start(hold);
  // Its turn on the loop wakes the writer.
  loop.RunUntil([woken = false]() mutable { return std::exchange(woken, true); });
  begun.get_future().wait();
  for (Writing& writing : writings) {
    start([&writing](Connection& connection) { return Write(connection, writing); });
  }
  std::this_thread::sleep_for(wait);
  all_wait.set_value();
  loop.RunUntil([&] { return done == writings.size() + 1; });
}

TEST_F(SqliteDatabaseTest, AWorkThatRefusesAfterItWroteIsUndoneAloneAmongOthers) {
  std::vector<RowChange> seen;
  database_.Observe(
      {"visits"}, [&](std::span<const RowChange> changes) { seen.insert(seen.end(), changes.begin(), changes.end()); });
  std::vector<Writing> writings{{.id = 1}, {.id = 2, .refuses = true}, {.id = 3}};
  RunTogether(database_, writings);
  EXPECT_EQ(Count(), 2);
  ASSERT_EQ(seen.size(), 2U);
  EXPECT_EQ(seen[0].row.Int(0), 1);
  EXPECT_EQ(seen[1].row.Int(0), 3);
}

TEST_F(SqliteDatabaseTest, AWorkThatRefusesBeforeItWroteTroublesNobody) {
  std::vector<Writing> writings{{.id = 1}, {.id = 2, .writes = false, .refuses = true}, {.id = 3}};
  RunTogether(database_, writings);
  EXPECT_EQ(Count(), 2);
  for (const Writing& writing : writings) EXPECT_EQ(writing.runs, 1);
}

TEST_F(SqliteDatabaseTest, SaysHowLongWritesWaitedForTheWriter) {
  const std::uint64_t before = waits_->writes.All();
  const double seconds_before = waits_->writes.Seconds();
  std::vector<Writing> writings{{.id = 1}, {.id = 2}};
  RunTogether(database_, writings, std::chrono::milliseconds(30));
  EXPECT_EQ(waits_->writes.All() - before, 3U);
  EXPECT_GE(waits_->writes.Seconds() - seconds_before, 0.06) << "both waited behind the first";
  EXPECT_EQ(Count(), 2);
  EXPECT_EQ(waits_->reads.All(), 0U) << "who reads waits for nobody";
}

TEST_F(SqliteDatabaseTest, NamesTheConstraintThatRefused) {
  const auto negative = BlockOn(database_.Execute("INSERT INTO visits VALUES (1, -5)"));
  EXPECT_EQ(negative.error().code, Code::kCheckViolated);
  const auto missing = BlockOn(database_.Execute("INSERT INTO visits VALUES (1, NULL)"));
  EXPECT_EQ(missing.error().code, Code::kNotNullViolated);
  Must(database_.Execute("INSERT INTO visits VALUES (1, 5)"));
  const auto twice = BlockOn(database_.Execute("INSERT INTO visits VALUES (1, 5)"));
  EXPECT_EQ(twice.error().code, Code::kUniqueViolated);
}

TEST_F(SqliteDatabaseTest, BindsParametersByNumberHoweverOftenTheyStandInTheStatement) {
  std::vector<Value> values{std::int64_t{7}, std::int64_t{3}};
  Must(database_.Execute("INSERT INTO visits SELECT $2, $1 WHERE $1 > $2", values));
  EXPECT_EQ((*Must(database_.First("SELECT minutes FROM visits WHERE id = 3"))).Int(0), 7);
}

TEST_F(SqliteDatabaseTest, GivesUpOnAReadThatWouldNeverEnd) {
  const auto result = BlockOn(
      database_.Query("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"));
  EXPECT_EQ(result.error().code, Code::kQueryTooExpensive);
}

// Few steps of the virtual machine, each of them long.
TEST_F(SqliteDatabaseTest, GivesUpByTheClockOnAReadWhoseStepsAreLong) {
  std::string sql =
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000) SELECT 1 FROM n "
      "WHERE fold(printf('%.*c', 200000, 'X') || i) = 'nothing'";
  const auto begin = std::chrono::steady_clock::now();
  const auto result = BlockOn(database_.Query(sql));
  EXPECT_EQ(result.error().code, Code::kQueryTooExpensive);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::minutes(1));
}

// A row now and then gives others no turn.
TEST_F(SqliteDatabaseTest, GivesUpOnAReadThatFindsFewRowsForLong) {
  const std::string sql =
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000) SELECT i FROM n "
      "WHERE i % 1000 = 0 AND fold(printf('%.*c', 100000, 'X') || i) <> 'nothing' "
      "OR i % 1000 <> 0 AND fold(printf('%.*c', 100000, 'X') || i) = 'nothing'";
  EXPECT_EQ(BlockOn(database_.Query(sql)).error().code, Code::kQueryTooExpensive);
  const auto begin = std::chrono::steady_clock::now();
  std::function<Task<Result<>>(Connection&)> read = [&](Connection& connection) -> Task<Result<>> {
    auto rows = co_await connection.Query(sql);
    if (!rows) co_return Forward(rows);
    co_return Result<>{};
  };
  EXPECT_EQ(BlockOn(database_.WriteWith(std::move(read))).error().code, Code::kQueryTooExpensive);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

TEST_F(SqliteDatabaseTest, AnnouncesCommittedChangesOnlyTriggersIncluded) {
  Must(database_.Execute("CREATE TABLE totals (minutes INTEGER NOT NULL)"));
  Must(database_.Execute("INSERT INTO totals VALUES (0)"));
  Must(
      database_.Execute("CREATE TRIGGER add_up AFTER INSERT ON visits BEGIN UPDATE totals SET minutes = minutes + "
                        "NEW.minutes; END"));
  std::vector<RowChange> seen;
  database_.Observe({"visits", "totals"}, [&](std::span<const RowChange> changes) {
    seen.insert(seen.end(), changes.begin(), changes.end());
  });
  static_cast<void>(BlockOn(database_.WriteWith(Work(InsertThenRefuse))));
  Must(database_.Execute("INSERT INTO visits VALUES (1, 12)"));
  Must(database_.Execute("DELETE FROM visits"));

  ASSERT_EQ(seen.size(), 3U);
  EXPECT_EQ(seen[0].table, "visits");
  EXPECT_EQ(seen[0].kind, ChangeKind::kInsert);
  EXPECT_EQ(*seen[0].columns, (std::vector<std::string>{"id", "minutes"}));
  EXPECT_EQ(seen[1].table, "totals");
  EXPECT_EQ(seen[1].row.Int(0), 12);
  EXPECT_EQ(seen[2].kind, ChangeKind::kDelete);
  EXPECT_EQ(seen[2].row.Int(1), 12);
}

// How often this process has the database's file open.
std::size_t OpenHandles(const std::filesystem::path& file) {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    std::error_code gone;
    if (std::filesystem::read_symlink(entry.path(), gone) == file) ++count;
  }
  return count;
}

TEST_F(SqliteDatabaseTest, ThreadsThatDoNotReadHoldNoConnection) {
  constexpr int kThreads = 64;
  std::atomic<int> have_read{0};
  std::atomic<bool> may_end{false};
  // One after the other: SQLite keeps the file open for as many as have ever read at once.
  std::mutex turn;
  std::vector<std::jthread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      {
        const std::lock_guard lock(turn);
        Count();
      }
      ++have_read;
      may_end.wait(false);
    });
  }
  while (have_read < kThreads) std::this_thread::yield();
  EXPECT_LE(OpenHandles(folder_.path() / "test.db"), 3U);
  may_end = true;
  may_end.notify_all();
}

TEST_F(SqliteDatabaseTest, KeepsWhatItConfirmedAcrossAReopening) {
  Must(database_.Execute("INSERT INTO visits VALUES (1, 12)"));
  SqliteDatabase reopened((folder_.path() / "test.db").string());
  EXPECT_EQ((*Must(reopened.First("SELECT count(*) FROM visits"))).Int(0), 1);
}

TEST_F(SqliteDatabaseTest, OrdersTextAsAnItalianReaderWould) {
  Must(database_.Execute("CREATE TABLE names (name TEXT)"));
  Must(database_.Execute("INSERT INTO names VALUES ('Zeno'), ('àlba'), ('Alba'), ('bruno'), ('Nicolò')"));
  const Rows rows = Must(database_.Query("SELECT name FROM names ORDER BY name COLLATE italian"));
  std::vector<std::string> names;
  for (const Row& row : rows) names.push_back(row.Text(0));
  EXPECT_EQ(names, (std::vector<std::string>{"Alba", "àlba", "bruno", "Nicolò", "Zeno"}));
  EXPECT_EQ((*Must(database_.First("SELECT fold('NICOLÒ') = fold('Nicolò')"))).Int(0), 1);
}

}  // namespace
}  // namespace scriba::platform
