// What a reader knows about a file that still grows.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <stop_token>

namespace scriba::storage {

/// Shared by the writer and those who follow. Safe on every thread.
class FileGrowth {
 public:
  /// The file has this much durable content now.
  void Announce(std::uint64_t durable);
  /// The file grows no more.
  void AnnounceEnd();

  /// Blocks until more than `offset` bytes are durable or the file has ended, and answers how many are durable.
  /// Nothing when `stop` was requested or `patience` ran out first.
  std::optional<std::uint64_t> WaitForMore(std::uint64_t offset, const std::stop_token& stop,
                                           std::chrono::milliseconds patience);

 private:
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::uint64_t durable_ = 0;  // guarded by mutex_
  bool has_ended_ = false;     // guarded by mutex_
};

}  // namespace scriba::storage
