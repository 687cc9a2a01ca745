#include "realtime/unnamed_sockets.h"

namespace scriba::realtime {

std::shared_ptr<void> UnnamedSockets::Enter(const std::string& address) {
  const std::lock_guard lock(counts_->mutex);
  std::size_t& count = counts_->of_address[address];
  if (count >= kMostOfAnAddress) return nullptr;
  ++count;
  const auto leave = [counts = counts_, address](void*) {
    const std::lock_guard guard(counts->mutex);
    const auto found = counts->of_address.find(address);
    if (--found->second == 0) counts->of_address.erase(found);
  };
  return {counts_.get(), leave};
}

}  // namespace scriba::realtime
