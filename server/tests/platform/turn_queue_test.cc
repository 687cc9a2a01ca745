#include "platform/turn_queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <optional>
#include <thread>
#include <vector>

namespace scriba::platform {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;

// Posts that wait in a queue with one place, which is taken; then let in one after the other.
class TurnQueueTest : public ::testing::Test {
 protected:
  // Returns once the post waits, so that the order of arrival is known.
  void Arrive(const std::string& name, const std::string& owner, Priority priority) {
    posts_.emplace_back([this, name, owner, priority] {
      const auto place = queue_.Enter({owner, priority}, {});
      const std::lock_guard lock(mutex_);
      order_.push_back(name);
    });
    while (queue_.waiting() < posts_.size()) std::this_thread::sleep_for(1ms);
  }

  std::vector<std::string> OrderOfTurns() {
    taken_.reset();
    posts_.clear();
    return order_;
  }

  TurnQueue queue_{1};
  std::optional<Result<TurnQueue::Place>> taken_{queue_.Enter({"somebody", Priority::kLater}, {})};
  std::mutex mutex_;
  std::vector<std::string> order_;
  std::vector<std::jthread> posts_;
};

TEST_F(TurnQueueTest, OwnersTakeTurns) {
  Arrive("a1", "a", Priority::kLater);
  Arrive("a2", "a", Priority::kLater);
  Arrive("a3", "a", Priority::kLater);
  Arrive("b1", "b", Priority::kLater);
  Arrive("b2", "b", Priority::kLater);
  EXPECT_THAT(OrderOfTurns(), ElementsAre("a1", "b1", "a2", "b2", "a3"));
}

TEST_F(TurnQueueTest, WhatIsLiveComesBeforeWhatCanWait) {
  Arrive("later a", "a", Priority::kLater);
  Arrive("later b", "b", Priority::kLater);
  Arrive("live c", "c", Priority::kLive);
  Arrive("live a", "a", Priority::kLive);
  EXPECT_THAT(OrderOfTurns(), ElementsAre("live c", "live a", "later a", "later b"));
}

TEST(TurnQueue, AdmitsNoMoreThanItHasPlaces) {
  TurnQueue queue(2);
  std::atomic<int> inside = 0, most = 0;
  {
    std::vector<std::jthread> posts;
    for (int i = 0; i < 12; ++i) {
      posts.emplace_back([&, i] {
        const auto place = queue.Enter({std::to_string(i % 3), Priority::kLive}, {});
        const int now = ++inside;
        for (int seen = most; now > seen && !most.compare_exchange_weak(seen, now);) {
        }
        std::this_thread::sleep_for(5ms);
        --inside;
      });
    }
  }
  EXPECT_EQ(most, 2);
}

TEST(TurnQueue, AStopEndsTheWaitAndTheNextIsStillServed) {
  TurnQueue queue(1);
  std::stop_source stop;
  auto taken = std::optional(queue.Enter({"a", Priority::kLive}, {}));
  std::jthread waiting([&] {
    const auto place = queue.Enter({"b", Priority::kLive}, stop.get_token());
    ASSERT_FALSE(place.has_value());
    EXPECT_EQ(place.error().code, Code::kBusy);
  });
  while (queue.waiting() == 0) std::this_thread::sleep_for(1ms);
  stop.request_stop();
  waiting.join();
  taken.reset();
  EXPECT_TRUE(queue.Enter({"c", Priority::kLater}, {}).has_value());
}

}  // namespace
}  // namespace scriba::platform
