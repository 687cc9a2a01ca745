#include "storage/file_growth.h"

#include <algorithm>

namespace scriba::storage {

void FileGrowth::Announce(std::uint64_t durable) {
  {
    const std::lock_guard lock(mutex_);
    durable_ = std::max(durable_, durable);
  }
  changed_.notify_all();
}

void FileGrowth::AnnounceEnd() {
  {
    const std::lock_guard lock(mutex_);
    has_ended_ = true;
  }
  changed_.notify_all();
}

std::optional<std::uint64_t> FileGrowth::WaitForMore(std::uint64_t offset, const std::stop_token& stop,
                                                     std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  const bool is_told = changed_.wait_for(lock, stop, patience, [&] { return durable_ > offset || has_ended_; });
  if (!is_told) return std::nullopt;
  return durable_;
}

}  // namespace scriba::storage
