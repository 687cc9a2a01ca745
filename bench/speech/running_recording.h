// A recording that began now: of a file of known length, as many bytes are there as time has gone by.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstring>
#include <string>
#include <thread>

#include "speech/byte_source.h"

namespace scriba::bench {

class RunningRecording final : public speech::ByteSource {
 public:
  using Clock = std::chrono::steady_clock;

  /// `end` is when the doctor stops. The bytes outlive the recording.
  RunningRecording(const std::string& bytes, double seconds, Clock::time_point end)
      : bytes_(bytes), bytes_per_second_(static_cast<double>(bytes.size()) / seconds), end_(end) {}

  std::optional<std::uint64_t> Size() override { return std::nullopt; }

  platform::Result<std::size_t> ReadAt(std::uint64_t offset, std::span<std::byte> into, std::stop_token) override {
    for (;; std::this_thread::sleep_for(std::chrono::milliseconds(200))) {
      const std::size_t there = BytesThere();
      if (offset < there) {
        const std::size_t count = std::min(into.size(), there - static_cast<std::size_t>(offset));
        std::memcpy(into.data(), bytes_.data() + offset, count);
        return count;
      }
      if (Clock::now() >= end_) return std::size_t{0};
    }
  }

 private:
  std::size_t BytesThere() const {
    const double elapsed = std::chrono::duration<double>(std::min(Clock::now(), end_) - begin_).count();
    return std::min(bytes_.size(), static_cast<std::size_t>(elapsed * bytes_per_second_));
  }

  const std::string& bytes_;
  const double bytes_per_second_;
  const Clock::time_point begin_ = Clock::now(), end_;
};

}  // namespace scriba::bench
