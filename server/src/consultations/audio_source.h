// The sealed sound of a recording as the speech room reads it: whole, or while it is still being made.
#pragma once

#include <chrono>
#include <functional>
#include <memory>

#include "speech/byte_source.h"
#include "storage/file_store.h"

namespace scriba::consultations {

/// A file that no longer changes.
class WholeAudio final : public speech::ByteSource {
 public:
  WholeAudio(storage::SealedFileReader reader, std::uint64_t bytes) : reader_(std::move(reader)), bytes_(bytes) {}

  std::optional<std::uint64_t> Size() override { return bytes_; }
  platform::Result<std::size_t> ReadAt(std::uint64_t offset, std::span<std::byte> into, std::stop_token stop) override;

 private:
  storage::SealedFileReader reader_;
  const std::uint64_t bytes_;
};

/// A file that grows, in this program or in another: reading waits for what is to come. Nothing is read that its writer
/// could still take back.
class GrowingAudio final : public speech::ByteSource {
 public:
  /// `durable` is asked for after `growth` was taken. When nothing comes for `patience`, reading ends with kBusy: the
  /// browser is gone or paused, and the thread is wanted elsewhere. `has_ended` says whether all has arrived, also by
  /// another program; it is asked when nothing was heard for a second.
  GrowingAudio(storage::SealedFileReader reader, std::shared_ptr<storage::FileGrowth> growth, std::uint64_t durable,
               std::chrono::milliseconds patience, std::function<bool()> has_ended)
      : reader_(std::move(reader)),
        growth_(std::move(growth)),
        durable_(durable),
        patience_(patience),
        has_ended_(std::move(has_ended)) {}

  std::optional<std::uint64_t> Size() override { return std::nullopt; }
  /// How far the file has grown, as far as this reader was told.
  std::uint64_t durable() const { return durable_; }
  platform::Result<std::size_t> ReadAt(std::uint64_t offset, std::span<std::byte> into, std::stop_token stop) override;

 private:
  platform::Result<> WaitForMore(std::uint64_t offset, const std::stop_token& stop);

  storage::SealedFileReader reader_;
  const std::shared_ptr<storage::FileGrowth> growth_;
  std::uint64_t durable_;
  const std::chrono::milliseconds patience_;
  const std::function<bool()> has_ended_;
};

}  // namespace scriba::consultations
