// How many sockets one client may have open.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

namespace scriba::realtime {

/// Counts sockets by whom they belong to. Safe on every thread.
class SocketPlaces {
 public:
  explicit SocketPlaces(std::size_t most_of_one) : most_of_one_(most_of_one) {}

  /// Counts one socket for as long as it is kept; null when its owner has as many as they may.
  std::shared_ptr<void> Enter(const std::string& owner);

 private:
  struct Counts {
    std::mutex mutex;
    std::unordered_map<std::string, std::size_t> of_owner;  // guarded by mutex; no zeros
  };

  const std::size_t most_of_one_;
  const std::shared_ptr<Counts> counts_ = std::make_shared<Counts>();
};

}  // namespace scriba::realtime
