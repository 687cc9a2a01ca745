// Coroutines for what waits. `Task<Result<T>>` is the usual return type of a room's function that reads or writes.
#pragma once

#include <drogon/utils/coroutine.h>

#include <exception>
#include <optional>
#include <type_traits>
#include <utility>

#include "platform/executor.h"

namespace scriba::platform {

/// Lazy: nothing runs until it is awaited.
template <typename T = void>
using Task = drogon::Task<T>;

/// Runs a task to its end on the calling thread, which must not be a network loop. What the task awaits resumes here.
template <typename T>
T BlockOn(Task<T> task) {
  LocalExecutor executor;
  std::exception_ptr failure;
  if constexpr (std::is_void_v<T>) {
    bool done = false;
    [](Task<T> inner, bool& finished, std::exception_ptr& error) -> drogon::AsyncTask {
      try {
        co_await inner;
      } catch (...) {
        error = std::current_exception();
      }
      finished = true;
    }(std::move(task), done, failure);
    executor.RunUntil([&done] { return done; });
    if (failure) std::rethrow_exception(failure);
  } else {
    std::optional<T> value;
    [](Task<T> inner, std::optional<T>& result, std::exception_ptr& error) -> drogon::AsyncTask {
      try {
        result.emplace(co_await inner);
      } catch (...) {
        error = std::current_exception();
      }
    }(std::move(task), value, failure);
    executor.RunUntil([&] { return value.has_value() || failure; });
    if (failure) std::rethrow_exception(failure);
    return std::move(*value);
  }
}

/// Starts a task and does not wait for it. The task must handle its own failures.
inline void Detach(Task<void> task) {
  [](Task<void> inner) -> drogon::AsyncTask { co_await inner; }(std::move(task));
}

}  // namespace scriba::platform
