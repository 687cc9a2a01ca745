// How many sockets of one address have not said yet whose they are.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

namespace scriba::realtime {

/// Everybody behind one address shares its number, but an application names its doctor with its first message: only
/// strangers stay. Safe on every thread.
class UnnamedSockets {
 public:
  static constexpr std::size_t kMostOfAnAddress = 100;

  /// Counts one socket for as long as it is kept; null when the address has as many as it may.
  std::shared_ptr<void> Enter(const std::string& address);

 private:
  struct Counts {
    std::mutex mutex;
    std::unordered_map<std::string, std::size_t> of_address;  // guarded by mutex; no zeros
  };

  const std::shared_ptr<Counts> counts_ = std::make_shared<Counts>();
};

}  // namespace scriba::realtime
