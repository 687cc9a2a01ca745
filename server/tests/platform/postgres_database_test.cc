// What only PostgreSQL does; passed over on SQLite.
#include "platform/db/postgres_database.h"

#include <gmock/gmock.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <latch>
#include <memory>
#include <mutex>
#include <thread>

#include "platform/db/migrations.h"
#include "support/test_database.h"

namespace scriba::platform {
namespace {

class PostgresDatabaseTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (database_->dialect() != Dialect::kPostgres) GTEST_SKIP() << "needs PostgreSQL";
    Run("CREATE TABLE things (id INTEGER)");
  }

  /// The address of this test's database.
  std::string Url() {
    const std::string server(std::getenv("SCRIBA_TEST_DATABASE_URL"));
    return server.substr(0, server.rfind('/') + 1) + (*BlockOn(database_->First("SELECT current_database()")))->Text(0);
  }

  void Run(std::string sql) { ASSERT_TRUE(BlockOn(database_->Execute(std::move(sql)))); }

  /// Has every commit of a thing do this first.
  void AtCommit(const std::string& what) {
    Run("CREATE FUNCTION at_commit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN " + what + " RETURN NULL; END $$");
    Run("CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON things DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE "
        "FUNCTION at_commit()");
  }

  /// Adds a thing, and counts how often the work ran.
  Result<> AddThing() {
    std::function<Task<Result<>>(Connection&)> add = [this](Connection& connection) -> Task<Result<>> {
      ++runs_;
      auto added = co_await connection.Execute("INSERT INTO things VALUES (1)");
      if (!added) co_return Forward(added);
      co_return Result<>{};
    };
    return BlockOn(database_->WriteWith(std::move(add)));
  }

  static Task<Result<>> CountAndAdd(Connection& connection) {
    auto counted = co_await connection.First("SELECT count(*) FROM things");
    if (!counted) co_return Forward(counted);
    auto added = co_await connection.Execute("INSERT INTO things VALUES (1)");
    if (!added) co_return Forward(added);
    co_return Result<>{};
  }

  std::int64_t Things() { return (*BlockOn(database_->First("SELECT count(*) FROM things")))->Int(0); }

  testing::TestDatabase database_;
  int runs_ = 0;
};

// Both count the things before they add one: of two that do so at once, the second to end is refused at its commit.
TEST_F(PostgresDatabaseTest, RunsWorkAgainWhenItsCommitConflicts) {
  std::function<Task<Result<>>(Connection&)> meet = [this](Connection& connection) -> Task<Result<>> {
    const bool is_first = ++runs_ == 1;
    std::function<Task<Result<>>(Connection&)> other = [this](Connection& theirs) { return CountAndAdd(theirs); };
    auto added = co_await CountAndAdd(connection);
    if (!added || !is_first) co_return added;
    co_return co_await database_->WriteWith(other);
  };
  ASSERT_TRUE(BlockOn(database_->WriteWith(std::move(meet))));
  EXPECT_EQ(runs_, 2);
  EXPECT_EQ(Things(), 2);
}

// Whether the change was kept is not known then: what makes its ids anew could be there twice.
TEST_F(PostgresDatabaseTest, RunsNothingAgainWhenTheConnectionIsLostAtTheCommit) {
  AtCommit("PERFORM pg_terminate_backend(pg_backend_pid());");
  EXPECT_EQ(AddThing().error().code, Code::kBusy);
  EXPECT_EQ(runs_, 1);
}

TEST_F(PostgresDatabaseTest, KeepsOneTransactionApartFromTheNext) {
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(AddThing());
  EXPECT_EQ(Things(), 5);
}

TEST_F(PostgresDatabaseTest, SaysHowLongWorkWaitedForAConnection) {
  const auto waits = std::make_shared<DatabaseWaits>();
  PostgresDatabase node(Url(), 1, PostgresPatience::kRequests, waits);
  std::function<Task<Result<>>(Connection&)> sleep = [](Connection& connection) -> Task<Result<>> {
    auto slept = co_await connection.Query("SELECT pg_sleep(0.1)");
    if (!slept) co_return Forward(slept);
    co_return Result<>{};
  };
  LocalExecutor loop;
  int done = 0;
  const auto start = [&done](Task<Result<>> work) {
    Detach([](Task<Result<>> mine, int& count) -> Task<> {
      EXPECT_TRUE(co_await std::move(mine));
      ++count;
    }(std::move(work), done));
  };
  start(node.ReadWith(sleep));
  start(node.WriteWith(sleep));
  loop.RunUntil([&] { return done == 2; });
  EXPECT_EQ(waits->reads.All(), 1U);
  EXPECT_EQ(waits->writes.All(), 1U);
  EXPECT_GE(waits->reads.Seconds() + waits->writes.Seconds(), 0.1) << "one waited for the other's connection";
}

// The library ends the program when a client goes before its loops have begun its connections.
TEST_F(PostgresDatabaseTest, MayBeClosedAsSoonAsItIsOpen) {
  const std::string url = Url();
  std::vector<std::thread> commands;
  for (int i = 0; i < 4; ++i) {
    commands.emplace_back([&url] {
      for (int again = 0; again < 2; ++again) PostgresDatabase command(url, 2, PostgresPatience::kCommands);
    });
  }
  for (std::thread& command : commands) command.join();
  EXPECT_EQ(Things(), 0);
}

TEST_F(PostgresDatabaseTest, NodesThatStartTogetherApplyEachMigrationOnce) {
  Run("DROP TABLE schema_migrations");
  const std::vector<Migration> migrations{
      {.version = 1, .name = "0001_first.sql", .sql = "CREATE TABLE firsts (id INTEGER);\nSELECT pg_sleep(0.3);"},
      {.version = 2, .name = "0002_second.sql", .sql = "ALTER TABLE firsts ADD COLUMN more TEXT;"}};
  const std::string url = Url();
  std::vector<std::thread> nodes;
  std::atomic<int> started = 0;
  for (int i = 0; i < 4; ++i) {
    nodes.emplace_back([&] {
      PostgresDatabase node(url, 1, PostgresPatience::kCommands);
      try {
        const auto migrated = BlockOn(Migrate(node, migrations));
        EXPECT_TRUE(migrated) << migrated.error().internal;
        if (migrated) ++started;
      } catch (const std::exception& failure) {
        ADD_FAILURE() << failure.what();
      }
    });
  }
  for (std::thread& node : nodes) node.join();
  EXPECT_EQ(started, 4);
  EXPECT_EQ((*BlockOn(database_->First("SELECT count(*) FROM schema_migrations")))->Int(0), 2);
}

TEST_F(PostgresDatabaseTest, NodesThatStartTogetherMakeTheTableOfMigrationsOnce) {
  constexpr int kNodes = 6;
  constexpr int kRounds = 15;
  std::vector<std::unique_ptr<PostgresDatabase>> nodes;
  for (int i = 0; i < kNodes; ++i) {
    nodes.push_back(std::make_unique<PostgresDatabase>(Url(), 1, PostgresPatience::kCommands));
  }
  for (int round = 0; round < kRounds; ++round) {
    Run("DROP TABLE schema_migrations");
    std::latch together(kNodes);
    std::vector<std::thread> starts;
    for (const auto& node : nodes) {
      starts.emplace_back([&] {
        together.arrive_and_wait();
        const auto migrated = BlockOn(Migrate(*node, {}));
        EXPECT_TRUE(migrated) << migrated.error().internal;
      });
    }
    for (std::thread& start : starts) start.join();
  }
}

// What the observers of a node hear of things that carry their order as their id.
class PostgresChangesTest : public PostgresDatabaseTest {
 protected:
  void SetUp() override {
    PostgresDatabaseTest::SetUp();
    if (IsSkipped()) return;
    Run("CREATE TRIGGER things_announce AFTER INSERT OR UPDATE OR DELETE ON things FOR EACH ROW EXECUTE FUNCTION "
        "announce_change()");
    node_.emplace(Url() + "?options=-c%20lock_timeout%3D200ms", 2);
    node_->Observe({"things"}, [this](std::span<const RowChange> changes) {
      const std::lock_guard lock(mutex_);
      if (changes.empty()) ++times_missed_;
      for (const RowChange& change : changes) heard_.push_back(change.row.Text(0));
    });
  }

  /// Waits until somebody has, or waits for, such a lock on the table of the changes.
  static std::string UntilLocked(const std::string& lock) {
    return "FOR i IN 1..1500 LOOP EXIT WHEN EXISTS (SELECT FROM pg_locks WHERE relation = 'row_changes'::regclass AND "
           "database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND " +
           lock + "); ASSERT i < 1500, 'no such lock'; PERFORM pg_sleep(0.01); END LOOP; ";
  }

  void Add(int id) { Run("INSERT INTO things VALUES (" + std::to_string(id) + ")"); }

  template <typename Done>
  static bool Await(const Done& done) {
    const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (!done() && std::chrono::steady_clock::now() < limit) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return done();
  }

  std::vector<std::string> Heard() {
    const std::lock_guard lock(mutex_);
    return heard_;
  }

  int TimesMissed() {
    const std::lock_guard lock(mutex_);
    return times_missed_;
  }

  std::mutex mutex_;
  std::vector<std::string> heard_;  // guarded by mutex_
  int times_missed_ = 0;            // guarded by mutex_
  std::optional<PostgresDatabase> node_;
};

TEST_F(PostgresChangesTest, TellsWhatFellIntoABreakOfTheListenerOnceAndInItsOrder) {
  Add(1);
  ASSERT_TRUE(Await([this] { return Heard().size() == 1; }));
  Run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE "
      "'LISTEN%'");
  for (const int id : {2, 3, 4}) Add(id);
  ASSERT_TRUE(Await([this] { return Heard().size() >= 4; }));
  // Long enough for the library to listen again.
  ASSERT_TRUE(Await([this] {
    return (*BlockOn(database_->First("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND "
                                      "query LIKE 'LISTEN%'")))
               ->Int(0) == 1;
  }));
  Add(5);
  ASSERT_TRUE(Await([this] { return Heard().size() >= 5; }));
  EXPECT_THAT(Heard(), ::testing::ElementsAre("1", "2", "3", "4", "5"));
  EXPECT_EQ(TimesMissed(), 0);
}

// The lock is waited for while the change is made, and held when the news of it is read.
TEST_F(PostgresChangesTest, ReadsAChangeAgainWhenItCouldNotBeRead) {
  // The holder takes the table in the moment of the commit, and lets it go when the node has given up reading once.
  std::thread holder([this] {
    Run("DO $$ BEGIN " + UntilLocked("mode = 'RowExclusiveLock' AND granted") + "LOCK TABLE row_changes; " +
        UntilLocked("mode = 'AccessShareLock' AND NOT granted") + "PERFORM pg_sleep(0.5); END $$");
  });
  Run("DO $$ BEGIN INSERT INTO things VALUES (1); " + UntilLocked("mode = 'AccessExclusiveLock' AND NOT granted") +
      "END $$");
  Add(2);
  holder.join();
  EXPECT_TRUE(Await([this] { return Heard().size() >= 2; }));
  EXPECT_THAT(Heard(), ::testing::ElementsAre("1", "2"));
}

TEST_F(PostgresChangesTest, SaysWhenAChangeIsNotThereToBeTold) {
  Add(1);
  ASSERT_TRUE(Await([this] { return Heard().size() == 1; }));
  AtCommit("DELETE FROM row_changes;");
  Add(2);
  EXPECT_TRUE(Await([this] { return TimesMissed() == 1; }));
  EXPECT_EQ(Heard().size(), 1U);
}

TEST_F(PostgresDatabaseTest, CommandsAreNotBoundByTheDeadlinesOfRequests) {
  const auto shown = [](Database& database, const char* setting) {
    return (*BlockOn(database.First(std::string("SHOW ") + setting)))->Text(0);
  };
  const std::string url(std::getenv("SCRIBA_TEST_DATABASE_URL"));
  PostgresDatabase requests(url, 1);
  PostgresDatabase commands(url + "?options=-c%20statement_timeout%3D5s", 1, PostgresPatience::kCommands);
  EXPECT_EQ(shown(requests, "statement_timeout"), "25s");
  EXPECT_EQ(shown(commands, "statement_timeout"), "0");
  EXPECT_EQ(shown(commands, "idle_in_transaction_session_timeout"), "0");
}

}  // namespace
}  // namespace scriba::platform
