// Group commit: what many coroutines wait for, taken by one thread in groups, so that a group costs one sync.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <coroutine>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <stop_token>
#include <utility>
#include <vector>

#include "platform/executor.h"
#include "platform/result.h"

namespace scriba::platform {

/// Entries on their way to one working thread, in the order in which they came. Owns none: each lives in the coroutine
/// that awaits it.
template <typename Entry>
class GroupQueue {
 public:
  /// `from` is the executor that the caller runs on, null on a bare thread. The working thread is woken when the
  /// executor comes to it: a network loop first adds the writes of all requests that it has read, and they become one
  /// group.
  void Add(Entry& entry, const std::shared_ptr<Executor>& from) {
    {
      const std::lock_guard lock(mutex_);
      // Posted before the entry can be taken: an executor may end as soon as the entry is done.
      if (from) WakeFrom(*from);
      entries_.push_back(&entry);
    }
    if (!from) added_.notify_one();
  }

  /// Waits for entries and takes at most `most`. Empty when a stop was asked for and nothing is left.
  std::vector<Entry*> Take(const std::stop_token& stop, std::size_t most) {
    std::unique_lock lock(mutex_);
    added_.wait(lock, stop, [this] { return !entries_.empty(); });
    std::vector<Entry*> group;
    while (!entries_.empty() && group.size() < most) {
      group.push_back(entries_.front());
      entries_.pop_front();
    }
    return group;
  }

 private:
  void WakeFrom(Executor& executor) {
    if (std::ranges::find(waking_, &executor) != waking_.end()) return;
    waking_.push_back(&executor);
    executor.Post([this, by = &executor] {
      {
        const std::lock_guard lock(mutex_);
        std::erase(waking_, by);
      }
      added_.notify_one();
    });
  }

  std::mutex mutex_;
  std::condition_variable_any added_;
  std::deque<Entry*> entries_;           // guarded by mutex_
  std::vector<const Executor*> waking_;  // guarded by mutex_: those that are going to wake the working thread
};

/// What a GroupQueue<Entry> carries. Awaiting it queues it; its coroutine goes on where it was once the working thread
/// has called FinishAll(), with `result` or, where set, with the exception in `failure`.
template <typename Entry, typename T>
class GroupEntry {
 public:
  explicit GroupEntry(GroupQueue<Entry>& queue) : queue_(queue) {}

  Result<T> result;
  std::exception_ptr failure;

  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<> waiting) {
    waiting_ = waiting;
    back_ = Executor::Current();
    // The entry may be done, and gone with its coroutine, before Add returns.
    GroupQueue<Entry>& queue = queue_;
    const std::shared_ptr<Executor> from = back_;
    queue.Add(static_cast<Entry&>(*this), from);
  }
  Result<T> await_resume() {
    if (failure) std::rethrow_exception(failure);
    return std::move(result);
  }

  /// On the working thread. A loop is woken once for all of a group that wait on it: waking it costs as much as a small
  /// write. An entry is gone as soon as its coroutine runs.
  static void FinishAll(const std::vector<Entry*>& group) {
    std::vector<std::pair<std::shared_ptr<Executor>, std::vector<std::coroutine_handle<>>>> waiting;
    for (const Entry* entry : group) {
      const GroupEntry& done = *entry;
      const auto same = [&done](const auto& one) { return one.first == done.back_; };
      auto found = std::ranges::find_if(waiting, same);
      if (found == waiting.end()) found = waiting.insert(found, {done.back_, {}});
      found->second.push_back(done.waiting_);
    }
    for (auto& [back, handles] : waiting) {
      auto resume = [resumed = std::move(handles)] {
        for (const auto handle : resumed) handle.resume();
      };
      if (back) {
        back->Post(std::move(resume));
      } else {
        resume();
      }
    }
  }

 private:
  GroupQueue<Entry>& queue_;
  std::coroutine_handle<> waiting_;
  std::shared_ptr<Executor> back_;
};

}  // namespace scriba::platform
