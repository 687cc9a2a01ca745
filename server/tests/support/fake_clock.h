// A clock that tests move by hand.
#pragma once

#include <atomic>
#include <chrono>

#include "platform/clock.h"

namespace scriba::testing {

/// Stands still until moved. Safe on every thread.
class FakeClock final : public platform::Clock {
 public:
  FakeClock()
      : FakeClock(platform::Instant(std::chrono::sys_days(std::chrono::year{2026} / 9 / 14) + std::chrono::hours(9))) {}
  explicit FakeClock(platform::Instant start) : micros_(start.time_since_epoch().count()) {}

  platform::Instant Now() const override { return platform::Instant(std::chrono::microseconds(micros_.load())); }

  void Advance(std::chrono::microseconds by) { micros_.fetch_add(by.count()); }
  void Set(platform::Instant instant) { micros_.store(instant.time_since_epoch().count()); }

 private:
  std::atomic<std::int64_t> micros_;
};

}  // namespace scriba::testing
