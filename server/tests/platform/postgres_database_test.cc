// PostgreSQL's own ways: deadlines of every wait, refusals told apart by code, conflicts tried again. Needs a server
// (scripts/with-postgres.sh).
#include "platform/db/postgres_database.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <stdexcept>
#include <thread>

#include "platform/db/postgres_session.h"
#include "support/test_database.h"

namespace scriba::platform {
namespace {

using ::testing::HasSubstr;
using Work = std::function<Task<Result<>>(Connection&)>;

class PostgresDatabaseTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (std::getenv("SCRIBA_TEST_DATABASE_URL") == nullptr) GTEST_SKIP() << "needs scripts/with-postgres.sh";
    database_.emplace();
    for (const char* sql : {"CREATE TABLE rooms (id bigint PRIMARY KEY, seats bigint NOT NULL CHECK (seats > 0))",
                            "CREATE TABLE seats (id bigint PRIMARY KEY, room bigint REFERENCES rooms(id), day date)",
                            "INSERT INTO rooms VALUES (1, 10)"}) {
      ASSERT_TRUE(BlockOn((*database_)->Execute(sql)));
    }
  }

  Code CodeOf(const std::string& sql, std::vector<Value> values = {}) {
    const auto done = BlockOn((*database_)->Execute(sql, std::move(values)));
    return done ? Code::kInternal : done.error().code;
  }

  std::string Shown(const std::string& setting) {
    return (*BlockOn((*database_)->First("SHOW " + setting)).value()).Text(0);
  }

  std::optional<testing::TestDatabase> database_;
};

TEST_F(PostgresDatabaseTest, EveryWaitHasADeadline) {
  EXPECT_EQ(Shown("statement_timeout"), "25s");
  EXPECT_EQ(Shown("lock_timeout"), "10s");
  EXPECT_EQ(Shown("idle_in_transaction_session_timeout"), "1min");
}

TEST_F(PostgresDatabaseTest, MessagesAreInEnglish) {
  const std::string locale = Shown("lc_messages");
  EXPECT_TRUE(locale == "C" || locale.starts_with("C.") || locale.starts_with("en")) << locale;
}

TEST_F(PostgresDatabaseTest, TheOperatorsOwnSettingsWin) {
  const std::string url = std::getenv("SCRIBA_TEST_DATABASE_URL");
  EXPECT_THAT(PostgresSession(url + "?application_name=ours&options=-c%20lock_timeout%3D3s"),
              ::testing::AllOf(HasSubstr("application_name='ours'"), HasSubstr("lock_timeout=10s"),
                               HasSubstr("-c lock_timeout=3s'")));
  PostgresDatabase database(url + "?options=-c%20lock_timeout%3D3s", 1);
  EXPECT_EQ((*BlockOn(database.First("SHOW lock_timeout")).value()).Text(0), "3s");
}

TEST_F(PostgresDatabaseTest, SaysInWordsWhyItCannotStart) {
  EXPECT_THROW(PostgresSession("postgres://nobody@127.0.0.1:1/none"), std::runtime_error);
  EXPECT_THROW(PostgresSession("nonsense"), std::runtime_error);
  const std::string url = std::getenv("SCRIBA_TEST_DATABASE_URL");
  ASSERT_TRUE(BlockOn((*database_)->Execute("CREATE ROLE italian_speaker LOGIN")));
  ASSERT_TRUE(BlockOn((*database_)->Execute("ALTER ROLE italian_speaker SET lc_messages = 'it_IT.UTF-8'")));
  const std::string theirs = "postgres://italian_speaker@" + url.substr(url.find('@') + 1);
  try {
    PostgresSession(theirs);
    ADD_FAILURE() << "a server that speaks Italian was accepted";
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), HasSubstr("ALTER ROLE \"italian_speaker\" SET lc_messages = 'C'"));
  }
  ASSERT_TRUE(BlockOn((*database_)->Execute("ALTER ROLE italian_speaker SET lc_messages = 'C'")));
  EXPECT_NO_THROW(PostgresSession(theirs));
  ASSERT_TRUE(BlockOn((*database_)->Execute("DROP ROLE italian_speaker")));
}

TEST_F(PostgresDatabaseTest, TellsRefusalsApart) {
  EXPECT_EQ(CodeOf("INSERT INTO rooms VALUES (1, 3)"), Code::kUniqueViolated);
  EXPECT_EQ(CodeOf("INSERT INTO rooms VALUES (2, NULL)"), Code::kNotNullViolated);
  EXPECT_EQ(CodeOf("INSERT INTO rooms VALUES (2, 0)"), Code::kCheckViolated);
  EXPECT_EQ(CodeOf("INSERT INTO seats VALUES (1, 9)"), Code::kForeignKeyViolated);
  EXPECT_EQ(CodeOf("DELETE FROM rooms WHERE id = $1", {"x"}), Code::kValueUnparsable);
  EXPECT_EQ(CodeOf("DELETE FROM rooms WHERE id = $1", {"99999999999999999999"}), Code::kValueOutOfRange);
  EXPECT_EQ(CodeOf("DELETE FROM seats WHERE day = $1", {"soon"}), Code::kDateUnparsable);
  EXPECT_EQ(CodeOf("DELETE FROM seats WHERE day = $1", {"2026-02-30"}), Code::kDateOutOfRange);
}

TEST_F(PostgresDatabaseTest, EndsAStatementAndAWaitForALock) {
  const Work slow = [](Connection& connection) -> Task<Result<>> {
    auto set = co_await connection.Execute("SET LOCAL statement_timeout = '100ms'");
    if (!set) co_return Forward(set);
    auto slept = co_await connection.Execute("SELECT pg_sleep(20)");
    if (!slept) co_return Forward(slept);
    co_return Result<>{};
  };
  EXPECT_EQ(BlockOn((*database_)->WriteWith(slow)).error().code, Code::kQueryTooExpensive);
  const Work waits = [](Connection& connection) -> Task<Result<>> {
    auto set = co_await connection.Execute("SET LOCAL lock_timeout = '100ms'");
    if (!set) co_return Forward(set);
    auto locked = co_await connection.Execute("LOCK TABLE rooms IN ACCESS EXCLUSIVE MODE");
    if (!locked) co_return Forward(locked);
    co_return Result<>{};
  };
  const Work holds = [&](Connection& connection) -> Task<Result<>> {
    auto locked = co_await connection.Execute("LOCK TABLE rooms IN ACCESS SHARE MODE");
    if (!locked) co_return Forward(locked);
    Result<> other;
    std::thread([&] { other = BlockOn((*database_)->WriteWith(waits)); }).join();
    if (!other) co_return Forward(other);
    co_return Result<>{};
  };
  EXPECT_EQ(BlockOn((*database_)->WriteWith(holds)).error().code, Code::kBusy);
}

TEST_F(PostgresDatabaseTest, RunsAWorkAgainAfterAConflict) {
  const Work adds = [](Connection& connection) -> Task<Result<>> {
    auto row = co_await connection.First("SELECT seats FROM rooms WHERE id = 1");
    if (!row) co_return Forward(row);
    std::vector<Value> more{(**row).Int(0) + 1};
    auto done = co_await connection.Execute("UPDATE rooms SET seats = $1 WHERE id = 1", std::move(more));
    if (!done) co_return Forward(done);
    co_return Result<>{};
  };
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 2; ++i) {
      threads.emplace_back([&] {
        for (int turn = 0; turn < 10; ++turn) EXPECT_TRUE(BlockOn((*database_)->WriteWith(adds)));
      });
    }
  }
  EXPECT_EQ((*BlockOn((*database_)->First("SELECT seats FROM rooms WHERE id = 1")).value()).Int(0), 30);
}

TEST_F(PostgresDatabaseTest, AnnouncesChangesInTheOrderOfTheirCommits) {
  ASSERT_TRUE(BlockOn((*database_)->Execute("CREATE TABLE visits (id text PRIMARY KEY, minutes bigint)")));
  ASSERT_TRUE(BlockOn((*database_)
                          ->Execute("CREATE TRIGGER visits_announce AFTER INSERT OR UPDATE OR DELETE ON visits "
                                    "FOR EACH ROW EXECUTE FUNCTION announce_change()")));
  std::mutex mutex;
  std::vector<ChangeKind> kinds;
  (*database_)->Observe({"visits"}, [&](std::span<const RowChange> changes) {
    const std::lock_guard lock(mutex);
    for (const RowChange& change : changes) kinds.push_back(change.kind);
  });
  const auto count_of = [&](ChangeKind kind) {
    const std::lock_guard lock(mutex);
    return std::ranges::count(kinds, kind);
  };
  for (int turn = 0; turn < 20; ++turn) {
    const std::vector<Value> id{"turn" + std::to_string(turn)};
    for (const char* sql : {"INSERT INTO visits VALUES ($1, 1)", "DELETE FROM visits WHERE id = $1"})
      ASSERT_TRUE(BlockOn((*database_)->Execute(sql, id)));
  }
  for (int i = 0; i < 100 && count_of(ChangeKind::kDelete) < 20; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  const std::lock_guard lock(mutex);
  // A row that is gone again when it is read back is not announced as new; no deletion comes before its insertion.
  int alive = 0;
  for (const ChangeKind kind : kinds) {
    alive += kind == ChangeKind::kInsert ? 1 : -1;
    EXPECT_LE(alive, 1);
  }
  EXPECT_EQ(std::ranges::count(kinds, ChangeKind::kDelete), 20);
}

}  // namespace
}  // namespace scriba::platform
