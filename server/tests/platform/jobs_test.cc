#include "platform/jobs.h"

#include <gmock/gmock.h>

#include <functional>

#include "support/fake_clock.h"
#include "support/test_database.h"

namespace scriba::platform {
namespace {

using namespace std::chrono_literals;

/// Does what the test says and counts.
class Scripted final : public JobHandler {
 public:
  JobOutcome Run(const Job& job, const std::stop_token& stop) override {
    const int run = ++runs;
    attempts = job.attempt;
    return script(run, stop);
  }
  void GiveUp(const Job& /*job*/) override { ++given_up; }

  std::function<JobOutcome(int, const std::stop_token&)> script = [](int, const auto&) { return JobOutcome::Done(); };
  std::atomic<int> runs{0};
  std::atomic<int> attempts{0};
  std::atomic<int> given_up{0};
};

class JobsTest : public ::testing::Test {
 protected:
  std::unique_ptr<JobRunner> Runner(const std::string& node = "one", int most_crashes = 50) {
    auto runner = std::make_unique<JobRunner>(
        *database_, clock_, JobRunnerOptions{.node = node, .threads = 2, .poll = 10ms, .most_crashes = most_crashes});
    runner->Handle("work", handler_);
    return runner;
  }

  void Request(const std::string& key = "a", const std::string& kind = "work") {
    std::function<Task<Result<>>(Connection&)> request = [&](Connection& connection) {
      return RequestJob(connection, kind, key, clock_.Now());
    };
    ASSERT_TRUE(BlockOn(database_->WriteWith(std::move(request))));
  }

  std::int64_t Jobs() { return (*BlockOn(database_->First("SELECT count(*) FROM jobs")))->Int(0); }

  static bool Until(const std::function<bool()>& done) {
    for (int i = 0; i < 1000; ++i) {
      if (done()) return true;
      std::this_thread::sleep_for(10ms);
    }
    return false;
  }

  testing::TestDatabase database_;
  testing::FakeClock clock_;
  Scripted handler_;
};

TEST_F(JobsTest, RunsAJobOnceAndForgetsIt) {
  Request();
  Request();
  const auto runner = Runner();
  runner->Start();
  EXPECT_TRUE(Until([&] { return Jobs() == 0; }));
  EXPECT_EQ(handler_.runs, 1);
}

TEST_F(JobsTest, RunsAgainWhenItsTimeHasCome) {
  handler_.script = [](int run, const auto&) { return run == 1 ? JobOutcome::Again(5s) : JobOutcome::Done(); };
  Request();
  const auto runner = Runner();
  runner->Start();
  EXPECT_TRUE(Until([&] { return handler_.runs == 1; }));
  std::this_thread::sleep_for(100ms);
  EXPECT_EQ(handler_.runs, 1);
  clock_.Advance(5s);
  EXPECT_TRUE(Until([&] { return Jobs() == 0; }));
  EXPECT_EQ(handler_.attempts, 2);
}

TEST_F(JobsTest, RunsOnceMoreWhenAskedForWhileItRuns) {
  std::atomic<bool> may_end = false;
  handler_.script = [&](int run, const auto&) {
    while (run == 1 && !may_end) std::this_thread::sleep_for(1ms);
    return JobOutcome::Done();
  };
  Request();
  const auto runner = Runner();
  runner->Start();
  EXPECT_TRUE(Until([&] { return handler_.runs == 1; }));
  Request();
  may_end = true;
  EXPECT_TRUE(Until([&] { return Jobs() == 0; }));
  EXPECT_EQ(handler_.runs, 2);
}

TEST_F(JobsTest, RunsAsManyAtOnceAsItHasThreadsAndLooksOnAfterwards) {
  std::atomic<int> under_way = 0, most = 0;
  handler_.script = [&](int, const std::stop_token& stop) {
    const int now = ++under_way;
    if (now > most) most = now;
    // The first waits for company, which comes when another thread looks for work.
    for (int waited = 0; most < 2 && waited < 5000 && !stop.stop_requested(); ++waited)
      std::this_thread::sleep_for(1ms);
    --under_way;
    return JobOutcome::Done();
  };
  for (const char* key : {"a", "b", "c", "d", "e", "f"}) Request(key);
  const auto runner = Runner();
  runner->Start();
  EXPECT_TRUE(Until([&] { return Jobs() == 0; }));
  EXPECT_EQ(handler_.runs, 6);
  EXPECT_EQ(most, 2);
  Request("g");
  EXPECT_TRUE(Until([&] { return Jobs() == 0; }));
  EXPECT_EQ(handler_.runs, 7);
}

TEST_F(JobsTest, LeavesThreadsToOthersWhenAKindHasAsManyAsItMay) {
  std::atomic<bool> may_end = false;
  std::atomic<int> under_way = 0, most = 0;
  Scripted slow;
  slow.script = [&](int, const std::stop_token& stop) {
    most = std::max<int>(most, ++under_way);
    while (!may_end && !stop.stop_requested()) std::this_thread::sleep_for(1ms);
    --under_way;
    return JobOutcome::Done();
  };
  JobRunner runner(*database_, clock_, {.node = "one", .threads = 2, .poll = 10ms});
  runner.Handle("work", handler_);
  runner.Handle("slow", slow, 1);
  for (const char* key : {"a", "b", "c"}) Request(key, "slow");
  Request("quick");
  runner.Start();
  EXPECT_TRUE(Until([&] { return handler_.runs == 1 && slow.runs == 1; }));
  may_end = true;
  EXPECT_TRUE(Until([&] { return Jobs() == 0; }));
  EXPECT_EQ(slow.runs, 3);
  EXPECT_EQ(most, 1);
}

TEST_F(JobsTest, LeavesToANewerProgramWhatOnlyThatKnows) {
  JobRunner runner(*database_, clock_, {.node = "one", .threads = 1, .poll = 10ms});
  runner.Handle("work", handler_);
  Request("later", "unheard-of");
  Request("known");
  runner.Start();
  EXPECT_TRUE(Until([&] { return handler_.runs == 1 && Jobs() == 1; }));
  const auto row = BlockOn(database_->First("SELECT attempts, crashes FROM jobs WHERE kind = 'unheard-of'", {}));
  ASSERT_TRUE(row && *row);
  EXPECT_EQ((*row)->Int(0) + (*row)->Int(1), 0);
}

TEST(BackOff, DoublesUpToTheLongest) {
  constexpr BackOff kPauses{.first = 5s, .longest = 5min};
  EXPECT_EQ(kPauses.After(0), 5s);
  EXPECT_EQ(kPauses.After(1), 5s);
  EXPECT_EQ(kPauses.After(3), 20s);
  EXPECT_EQ(kPauses.After(7), 5min);
  EXPECT_EQ(kPauses.After(1'000'000), 5min);
}

TEST_F(JobsTest, EndsAJobWhoseEndTheDatabaseRefusedForAWhileAsOnAFullDisk) {
  if (database_->dialect() != Dialect::kSqlite) GTEST_SKIP() << "refused here by a trigger of SQLite";
  const auto execute = [&](const char* sql) { ASSERT_TRUE(BlockOn(database_->Execute(sql))); };
  execute(
      "CREATE TRIGGER refuse BEFORE UPDATE ON jobs WHEN new.lease_node IS NULL BEGIN SELECT RAISE(ABORT, 'x'); END");
  handler_.script = [](int run, const auto&) { return run == 1 ? JobOutcome::Again(0ms) : JobOutcome::Done(); };
  Request();
  const auto runner = Runner();
  runner->Start();
  EXPECT_TRUE(Until([&] { return handler_.runs == 1; }));
  std::this_thread::sleep_for(100ms);
  EXPECT_EQ(handler_.runs, 1);
  execute("DROP TRIGGER refuse");
  EXPECT_TRUE(Until([&] { return Jobs() == 0; }));
  EXPECT_EQ(handler_.runs, 2);
}

TEST_F(JobsTest, IsTakenOverWhenItsProcessDied) {
  Request();
  // As a process leaves it that was killed in the middle.
  ASSERT_TRUE(BlockOn(database_->Execute("UPDATE jobs SET lease_node = 'one', lease_until = run_at + 60000000")));
  const auto other = Runner("two");
  other->Start();
  std::this_thread::sleep_for(100ms);
  EXPECT_EQ(handler_.runs, 0) << "another node waits for the lease to end";
  clock_.Advance(61s);
  EXPECT_TRUE(Until([&] { return handler_.runs == 1 && Jobs() == 0; }));
}

TEST_F(JobsTest, IsTakenOverAtOnceAfterARestartOfTheSameNode) {
  Request();
  ASSERT_TRUE(BlockOn(database_->Execute("UPDATE jobs SET lease_node = 'one', lease_until = run_at + 60000000")));
  const auto runner = Runner("one");
  runner->Start();
  EXPECT_TRUE(Until([&] { return Jobs() == 0; }));
}

// Whoever ends the process again and again must not use up the job's runs in a minute: it waits ever longer between
// them.
TEST_F(JobsTest, WaitsLongerAfterEachSuddenEndBeyondAFewHoweverOftenTheProcessStarts) {
  Request();
  ASSERT_TRUE(
      BlockOn(database_->Execute("UPDATE jobs SET lease_node = 'one', lease_until = run_at + 60000000, crashes = 8")));
  const auto start = [&] {
    EXPECT_TRUE(BlockOn(HurryJobs(*database_, "work", clock_.Now())));
    auto runner = Runner();
    runner->Start();
    std::this_thread::sleep_for(100ms);
    return runner;
  };
  start();
  start();
  EXPECT_EQ(handler_.runs, 0);
  clock_.Advance(14s);
  start();
  EXPECT_EQ(handler_.runs, 0) << "three sudden ends beyond five: fifteen seconds";
  clock_.Advance(1s);
  const auto runner = start();
  EXPECT_TRUE(Until([&] { return handler_.runs == 1; }));
}

TEST_F(JobsTest, AreHurriedWhereTheyWaitForSomethingElse) {
  handler_.script = [](int run, const auto&) { return run == 1 ? JobOutcome::Again(300s) : JobOutcome::Done(); };
  Request();
  const auto runner = Runner();
  runner->Start();
  ASSERT_TRUE(Until([&] { return handler_.runs == 1; }));
  ASSERT_TRUE(Until([&] {
    EXPECT_TRUE(BlockOn(HurryJobs(*database_, "work", clock_.Now())));
    runner->Wake();
    return handler_.runs == 2;
  }));
}

TEST_F(JobsTest, RunsOnOneNodeOnly) {
  for (int i = 0; i < 20; ++i) Request(std::to_string(i));
  const auto one = Runner("one");
  const auto two = Runner("two");
  one->Start();
  two->Start();
  EXPECT_TRUE(Until([&] { return Jobs() == 0; }));
  EXPECT_EQ(handler_.runs, 20);
}

TEST_F(JobsTest, SurvivesAnExceptionAndGivesUpAfterMany) {
  handler_.script = [](int, const auto&) -> JobOutcome { throw std::runtime_error("broken"); };
  Request();
  const auto runner = Runner("one", 2);
  runner->Start();
  EXPECT_TRUE(Until([&] {
    clock_.Advance(1s);
    return handler_.given_up == 1 && Jobs() == 0;
  }));
  EXPECT_EQ(handler_.runs, 2);
}

TEST_F(JobsTest, StopsRunningJobsAndKeepsThem) {
  handler_.script = [](int, const std::stop_token& stop) {
    while (!stop.stop_requested()) std::this_thread::sleep_for(1ms);
    return JobOutcome::Again(0ms);
  };
  Request();
  const auto runner = Runner();
  runner->Start();
  EXPECT_TRUE(Until([&] { return handler_.runs == 1; }));
  runner->Stop();
  EXPECT_EQ(Jobs(), 1);
}

TEST_F(JobsTest, InterruptsOneJob) {
  handler_.script = [](int run, const std::stop_token& stop) {
    while (run == 1 && !stop.stop_requested()) std::this_thread::sleep_for(1ms);
    return run == 1 ? JobOutcome::Again(0ms) : JobOutcome::Done();
  };
  Request();
  const auto runner = Runner();
  runner->Start();
  EXPECT_TRUE(Until([&] { return handler_.runs == 1; }));
  runner->Interrupt("work", "a");
  EXPECT_TRUE(Until([&] { return Jobs() == 0; }));
  EXPECT_EQ(handler_.runs, 2);
}

/// A job that runs until it is told to end.
JobOutcome UntilStopped(int /*run*/, const std::stop_token& stop) {
  while (!stop.stop_requested()) std::this_thread::sleep_for(1ms);
  return JobOutcome::Done();
}

TEST_F(JobsTest, RenewsNoLeaseThatNobodyWorksUnder) {
  handler_.script = UntilStopped;
  Request("running");
  JobRunner runner(*database_, clock_, {.node = "one", .threads = 1, .lease = 90ms, .poll = 10ms});
  runner.Handle("work", handler_);
  runner.Start();
  ASSERT_TRUE(Until([&] { return handler_.runs == 1; }));
  Request("left");
  ASSERT_TRUE(BlockOn(database_->Execute("UPDATE jobs SET lease_node = 'one', lease_until = 1 WHERE key = 'left'")));
  clock_.Advance(10s);
  const auto until = [this](const char* key) {
    return (*BlockOn(database_->First("SELECT lease_until FROM jobs WHERE key = $1", {std::string(key)})))->Int(0);
  };
  EXPECT_TRUE(Until([&] { return until("running") > ToMicroseconds(clock_.Now()); }));
  EXPECT_EQ(until("left"), 1);
}

TEST_F(JobsTest, LivesThroughADatabaseThatFailsWhileLeasesAreRenewed) {
  handler_.script = UntilStopped;
  Request("running");
  JobRunner runner(*database_, clock_, {.node = "one", .threads = 1, .lease = 30ms, .poll = 10ms});
  runner.Handle("work", handler_);
  runner.Start();
  ASSERT_TRUE(Until([&] { return handler_.runs == 1; }));
  ASSERT_TRUE(BlockOn(database_->Execute("ALTER TABLE jobs RENAME TO jobs_gone")));
  std::this_thread::sleep_for(100ms);
  ASSERT_TRUE(BlockOn(database_->Execute("ALTER TABLE jobs_gone RENAME TO jobs")));
  clock_.Advance(10s);
  EXPECT_TRUE(Until([&] {
    return (*BlockOn(database_->First("SELECT max(lease_until) FROM jobs")))->Int(0) > ToMicroseconds(clock_.Now());
  }));
}

}  // namespace
}  // namespace scriba::platform
