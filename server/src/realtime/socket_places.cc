#include "realtime/socket_places.h"

namespace scriba::realtime {

std::shared_ptr<void> SocketPlaces::Enter(const std::string& owner) {
  const std::lock_guard lock(counts_->mutex);
  const auto found = counts_->of_owner.find(owner);
  if (found != counts_->of_owner.end() && found->second >= most_of_one_) return nullptr;
  ++counts_->of_owner[owner];
  const auto leave = [counts = counts_, owner](void*) {
    const std::lock_guard guard(counts->mutex);
    const auto place = counts->of_owner.find(owner);
    if (--place->second == 0) counts->of_owner.erase(place);
  };
  return {counts_.get(), leave};
}

}  // namespace scriba::realtime
