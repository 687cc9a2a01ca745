// How requests went since the start: numbers for the operator, never what was asked.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>

#include "platform/times.h"

namespace scriba::platform {

/// Safe on every thread.
class Traffic {
 public:
  static constexpr std::size_t kClasses = 5;  ///< 1xx to 5xx

  void Count(int status, std::chrono::steady_clock::duration took);

  /// Answers whose status begins with that digit.
  std::uint64_t OfClass(std::size_t digit) const { return classes_.at(digit - 1); }
  const Times& times() const { return times_; }

 private:
  std::array<std::atomic<std::uint64_t>, kClasses> classes_{};
  Times times_;
};

}  // namespace scriba::platform
