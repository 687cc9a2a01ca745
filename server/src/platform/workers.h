// Threads for work that would hold up a network loop: hashing passwords, decoding audio, waiting for an engine.
#pragma once

#include <condition_variable>
#include <coroutine>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "platform/task.h"
#include "platform/turn_line.h"

namespace scriba::platform {

/// A fixed number of threads over one queue, in which owners take turns: who brings much delays another by no more than
/// one piece of work. Destruction finishes what was started and drops what was not.
class WorkerPool {
 public:
  /// `name` shows in the list of threads (at most 15 characters).
  WorkerPool(std::string name, std::size_t threads);
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  /// Work of nobody in particular has one turn among the owners'.
  void Post(std::function<void()> work) { PostFor({}, std::move(work)); }
  void PostFor(const std::string& owner, std::function<void()> work);

  /// How much of an owner's work waits for a worker now.
  std::size_t WaitingOf(const std::string& owner) const;

  /// Runs `work` on a worker; the awaiting coroutine goes on where it was.
  template <typename F>
  Task<std::invoke_result_t<F>> Run(F work) {
    return RunFor({}, std::move(work));
  }

  template <typename F, typename T = std::invoke_result_t<F>>
  Task<T> RunFor(std::string owner, F work) {
    struct Awaiter {
      WorkerPool& pool;
      const std::string& owner;
      F& work;
      std::optional<T> value = std::nullopt;
      std::exception_ptr failure = nullptr;

      bool await_ready() const noexcept { return false; }
      void await_suspend(std::coroutine_handle<> waiting) {
        pool.PostFor(owner, [this, waiting, back = Executor::Current()] {
          try {
            value.emplace(work());
          } catch (...) {
            failure = std::current_exception();
          }
          if (back) {
            back->Post([waiting] { waiting.resume(); });
          } else {
            waiting.resume();
          }
        });
      }
      T await_resume() {
        if (failure) std::rethrow_exception(failure);
        return std::move(*value);
      }
    };
    Awaiter awaiter{*this, owner, work};
    co_return co_await awaiter;
  }

 private:
  void Loop(const std::stop_token& stop);

  mutable std::mutex mutex_;
  std::condition_variable_any posted_;
  TurnLine<std::function<void()>> waiting_;  // guarded by mutex_
  std::vector<std::jthread> threads_;
};

}  // namespace scriba::platform
