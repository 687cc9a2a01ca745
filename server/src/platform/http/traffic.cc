#include "platform/http/traffic.h"

#include <algorithm>

namespace scriba::platform {

void Traffic::Count(int status, std::chrono::steady_clock::duration took) {
  const int digit = std::clamp(status / 100, 1, static_cast<int>(kClasses));
  ++classes_.at(static_cast<std::size_t>(digit - 1));
  const double seconds = std::chrono::duration<double>(took).count();
  const auto bound = std::ranges::lower_bound(kBounds, seconds) - kBounds.begin();
  ++times_.at(static_cast<std::size_t>(bound));
  microseconds_ += static_cast<std::uint64_t>(std::chrono::floor<std::chrono::microseconds>(took).count());
}

std::uint64_t Traffic::Within(std::size_t bound) const {
  std::uint64_t count = 0;
  for (std::size_t time = 0; time <= bound; ++time) count += times_.at(time);
  return count;
}

double Traffic::Seconds() const { return static_cast<double>(microseconds_) / 1e6; }

}  // namespace scriba::platform
