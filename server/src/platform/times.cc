#include "platform/times.h"

#include <algorithm>

namespace scriba::platform {

void Times::Count(std::chrono::steady_clock::duration took) {
  const double seconds = std::chrono::duration<double>(took).count();
  const auto bound = std::ranges::lower_bound(kBounds, seconds) - kBounds.begin();
  ++counts_.at(static_cast<std::size_t>(bound));
  microseconds_ += static_cast<std::uint64_t>(std::chrono::floor<std::chrono::microseconds>(took).count());
}

std::uint64_t Times::Within(std::size_t bound) const {
  std::uint64_t count = 0;
  for (std::size_t time = 0; time <= bound; ++time) count += counts_.at(time);
  return count;
}

double Times::Seconds() const { return static_cast<double>(microseconds_) / 1e6; }

}  // namespace scriba::platform
