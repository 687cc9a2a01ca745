// Where a coroutine goes on after it waited: on the network loop it came from, or on the thread that blocks on it.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>

namespace scriba::platform {

/// A place that runs functions one after the other. Safe to post to from any thread.
class Executor {
 public:
  virtual ~Executor() = default;
  virtual void Post(std::function<void()> work) = 0;

  /// The executor of the calling thread: its network loop or the LocalExecutor it runs; null on a bare thread.
  static std::shared_ptr<Executor> Current();
};

/// An executor that the creating thread drains itself; current on that thread for as long as it lives.
class LocalExecutor {
 public:
  LocalExecutor();
  ~LocalExecutor();
  LocalExecutor(const LocalExecutor&) = delete;
  LocalExecutor& operator=(const LocalExecutor&) = delete;

  /// Runs what is posted until `done` says true.
  void RunUntil(const std::function<bool()>& done);

 private:
  class Queue;
  std::shared_ptr<Queue> queue_;
  std::shared_ptr<Executor> outer_;
};

}  // namespace scriba::platform
