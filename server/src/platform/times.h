// How long something took, time after time since the start: numbers for the operator.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace scriba::platform {

/// Safe on every thread.
class Times {
 public:
  /// Upper ends of the times that are told apart, in seconds; above the last lies the rest.
  static constexpr auto kBounds =
      std::to_array<double>({0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120});

  void Count(std::chrono::steady_clock::duration took);

  /// Those that took no longer than that bound (all, for the one behind the last).
  std::uint64_t Within(std::size_t bound) const;
  std::uint64_t All() const { return Within(kBounds.size()); }
  /// All of them together.
  double Seconds() const;

 private:
  std::array<std::atomic<std::uint64_t>, kBounds.size() + 1> counts_{};
  std::atomic<std::uint64_t> microseconds_{0};
};

}  // namespace scriba::platform
