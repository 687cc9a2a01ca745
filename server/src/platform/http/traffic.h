// How requests went since the start: numbers for the operator, never what was asked.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace scriba::platform {

/// Safe on every thread.
class Traffic {
 public:
  /// Upper ends of the times that are told apart, in seconds; above the last lies the rest.
  static constexpr auto kBounds =
      std::to_array<double>({0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120});
  static constexpr std::size_t kClasses = 5;  ///< 1xx to 5xx

  void Count(int status, std::chrono::steady_clock::duration took);

  /// Answers whose status begins with that digit.
  std::uint64_t OfClass(std::size_t digit) const { return classes_.at(digit - 1); }
  /// Answers that took no longer than that bound (all, for the one behind the last).
  std::uint64_t Within(std::size_t bound) const;
  /// The times of all together.
  double Seconds() const;

 private:
  std::array<std::atomic<std::uint64_t>, kClasses> classes_{};
  std::array<std::atomic<std::uint64_t>, kBounds.size() + 1> times_{};
  std::atomic<std::uint64_t> microseconds_{0};
};

}  // namespace scriba::platform
