// What only PostgreSQL does; passed over on SQLite.
#include "platform/db/postgres_database.h"

#include <gmock/gmock.h>

#include <cstdlib>

#include "support/test_database.h"

namespace scriba::platform {
namespace {

class PostgresDatabaseTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (database_->dialect() != Dialect::kPostgres) GTEST_SKIP() << "needs PostgreSQL";
    Run("CREATE TABLE things (id INTEGER)");
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
