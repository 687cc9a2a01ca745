#include "platform/group_queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <thread>

#include "platform/task.h"

namespace scriba::platform {
namespace {

struct Order : GroupEntry<Order, int> {
  Order(GroupQueue<Order>& queue, int asked) : GroupEntry(queue), number(asked) {}
  int number;
};

Task<Result<int>> Ask(GroupQueue<Order>& queue, int number) {
  Order order(queue, number);
  co_return co_await order;
}

/// Answers every order with its number; what it took, in order and in its groups.
std::vector<std::vector<int>> Serve(GroupQueue<Order>& queue, const std::stop_token& stop, std::size_t most) {
  std::vector<std::vector<int>> groups;
  for (auto group = queue.Take(stop, most); !group.empty(); group = queue.Take(stop, most)) {
    groups.emplace_back();
    for (Order* order : group) {
      groups.back().push_back(order->number);
      order->result = order->number;
    }
    Order::FinishAll(group);
  }
  return groups;
}

TEST(GroupQueueTest, ServesInTheOrderOfArrivalInGroupsOfALimitedSizeAlsoAfterAStop) {
  GroupQueue<Order> queue;
  std::vector<std::unique_ptr<Order>> orders;
  for (int number = 0; number < 5; ++number) {
    orders.push_back(std::make_unique<Order>(queue, number));
    orders.back()->await_suspend(std::noop_coroutine());
  }
  std::stop_source stopped;
  stopped.request_stop();
  EXPECT_EQ(Serve(queue, stopped.get_token(), 2), (std::vector<std::vector<int>>{{0, 1}, {2, 3}, {4}}));
}

TEST(GroupQueueTest, ThoseWhoWaitOnOneLoopGoOnTogether) {
  GroupQueue<Order> queue;
  LocalExecutor loop;
  int answered = 0;
  for (int number = 0; number < 5; ++number) {
    Detach([](GroupQueue<Order>& asked, int mine, int& count) -> Task<> {
      const auto answer = co_await Ask(asked, mine);
      if (answer && *answer == mine) ++count;
    }(queue, number, answered));
  }
  std::stop_source stopped;
  stopped.request_stop();
  Serve(queue, stopped.get_token(), 64);
  std::vector<int> answered_after_each_wake;
  loop.RunUntil([&] {
    answered_after_each_wake.push_back(answered);
    return answered == 5;
  });
  EXPECT_THAT(answered_after_each_wake, ::testing::Each(::testing::AnyOf(0, 5)));
}

/// A loop in the middle of its turn: what is posted to it runs at the end.
struct Turn final : Executor {
  void Post(std::function<void()> work) override { posted.push_back(std::move(work)); }
  std::vector<std::function<void()>> posted;
};

TEST(GroupQueueTest, ALoopWakesTheWorkingThreadOnceForWhatItAddsInATurn) {
  GroupQueue<Order> queue;
  const auto turn = std::make_shared<Turn>();
  Order first(queue, 0), second(queue, 1), third(queue, 2);
  queue.Add(first, turn);
  queue.Add(second, turn);
  ASSERT_EQ(turn->posted.size(), 1U);
  turn->posted.front()();
  queue.Add(third, turn);
  EXPECT_EQ(turn->posted.size(), 2U);
  std::stop_source stopped;
  stopped.request_stop();
  EXPECT_EQ(queue.Take(stopped.get_token(), 64), (std::vector<Order*>{&first, &second, &third}));
}

// Under AddressSanitizer this finds a touch of an order whose coroutine is over before its waiting began to rest.
TEST(GroupQueueTest, AnOrderDoneAtOnceIsNotTouchedAgain) {
  GroupQueue<Order> queue;
  std::jthread server([&queue](const std::stop_token& stop) { Serve(queue, stop, 64); });
  std::vector<std::jthread> askers;
  for (int asker = 0; asker < 4; ++asker) {
    askers.emplace_back([&queue, asker] {
      for (int turn = 0; turn < 500; ++turn) {
        const int number = asker * 1000 + turn;
        auto answer = BlockOn(Ask(queue, number));
        ASSERT_TRUE(answer);
        EXPECT_EQ(*answer, number);
      }
    });
  }
}

TEST(GroupQueueTest, WhatTheWorkThrewReachesTheOneWhoWaits) {
  GroupQueue<Order> queue;
  std::jthread server([&queue](const std::stop_token& stop) {
    const auto group = queue.Take(stop, 1);
    group.front()->failure = std::make_exception_ptr(std::runtime_error("disk on fire"));
    Order::FinishAll(group);
  });
  EXPECT_THROW(static_cast<void>(BlockOn(Ask(queue, 1))), std::runtime_error);
}

}  // namespace
}  // namespace scriba::platform
