// Where the bytes of a recording come from. The caller implements it over a sealed file, or over one that still grows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>

#include "platform/result.h"

namespace scriba::speech {

/// Bytes by offset. Used by one thread at a time.
class ByteSource {
 public:
  virtual ~ByteSource() = default;

  /// The number of bytes once it is final; nothing while the recording goes on. Asked once, when reading begins: a
  /// source without a size is read front to back (an m4a with its index at the end needs the size).
  virtual std::optional<std::uint64_t> Size() = 0;

  /// Fills the front of `into` with the bytes at `offset` and returns how many: at least one, or 0 at the end. A
  /// growing source waits here until there are bytes or the recording has ended, and returns kBusy soon after `stop` is
  /// requested.
  virtual platform::Result<std::size_t> ReadAt(std::uint64_t offset, std::span<std::byte> into,
                                               std::stop_token stop) = 0;
};

/// Bytes that are in memory already.
class MemoryByteSource final : public ByteSource {
 public:
  explicit MemoryByteSource(std::string bytes) : bytes_(std::move(bytes)) {}
  std::optional<std::uint64_t> Size() override { return bytes_.size(); }
  platform::Result<std::size_t> ReadAt(std::uint64_t offset, std::span<std::byte> into, std::stop_token stop) override;

 private:
  std::string bytes_;
};

}  // namespace scriba::speech
