#include "platform/http/traffic.h"

#include <algorithm>

namespace scriba::platform {

void Traffic::Count(int status, std::chrono::steady_clock::duration took) {
  const int digit = std::clamp(status / 100, 1, static_cast<int>(kClasses));
  ++classes_.at(static_cast<std::size_t>(digit - 1));
  times_.Count(took);
}

}  // namespace scriba::platform
