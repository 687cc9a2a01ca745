#include "platform/workers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>
#include <optional>

namespace scriba::platform {
namespace {

using ::testing::ElementsAre;

// One worker that is held up until everything waits, so that the order of turns is known.
class WorkerPoolTest : public ::testing::Test {
 protected:
  WorkerPoolTest() {
    pool_->Post([held = released_.get_future().share()] { held.wait(); });
  }

  void Bring(const std::string& owner, const std::string& name) {
    pool_->PostFor(owner, [this, name] { order_.push_back(name); });
  }

  std::vector<std::string> OrderOfWork() {
    released_.set_value();
    while (pool_->WaitingOf("a") + pool_->WaitingOf("b") > 0) std::this_thread::yield();
    pool_.reset();
    return order_;
  }

  std::vector<std::string> order_;
  std::promise<void> released_;
  std::optional<WorkerPool> pool_{std::in_place, "turns", 1};
};

TEST_F(WorkerPoolTest, WhoBringsMuchDelaysAnotherByOnePieceOfWork) {
  for (const char* name : {"a1", "a2", "a3"}) Bring("a", name);
  Bring("b", "b1");
  EXPECT_THAT(OrderOfWork(), ElementsAre("a1", "b1", "a2", "a3"));
}

TEST_F(WorkerPoolTest, CountsWhatWaitsOfEach) {
  Bring("a", "a1");
  Bring("a", "a2");
  EXPECT_EQ(pool_->WaitingOf("a"), 2U);
  EXPECT_EQ(pool_->WaitingOf("b"), 0U);
  EXPECT_THAT(OrderOfWork(), ElementsAre("a1", "a2"));
}

}  // namespace
}  // namespace scriba::platform
