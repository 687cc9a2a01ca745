// The words between the server and its decoding child, over a stream socket. The child asks for bytes and gives sound;
// the server answers. Both run on one machine, so numbers stand in its own byte order.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "platform/file_handle.h"

namespace scriba::speech {

enum class DecodeMessageType : std::uint32_t {
  kOpen = 1,    // to the child: number = bytes in all or kSizeUnknown; payload = int64 samples at most
  kRead,        // to the server: number = offset; payload = uint32 bytes at most
  kBytes,       // to the child: payload = the bytes, empty at the end
  kReadFailed,  // to the child
  kSound,       // to the server: payload = samples
  kReport,      // to the server, the last word: payload = DecodeReport
  kReady,       // to the server, the first word: number = process id of the child, its rights given up
};

inline constexpr std::uint64_t kSizeUnknown = ~std::uint64_t{0};
inline constexpr std::size_t kMaxPayloadBytes = 1 << 20;

struct DecodeMessage {
  DecodeMessageType type{};
  std::uint64_t number = 0;
  std::vector<std::byte> payload;
};

/// One end of the socket. Not thread-safe, but for Interrupt.
class DecodeChannel {
 public:
  explicit DecodeChannel(platform::FileHandle socket) : socket_(std::move(socket)) {}
  DecodeChannel(const DecodeChannel&) = delete;
  DecodeChannel& operator=(const DecodeChannel&) = delete;

  /// False when the other side is gone.
  bool Send(DecodeMessageType type, std::uint64_t number, std::span<const std::byte> payload = {});

  /// Waits. Nothing when the other side is gone or speaks nonsense.
  std::optional<DecodeMessage> Receive();

  /// Whether Receive would return at once, waiting up to `patience` for that.
  bool HasNews(std::chrono::milliseconds patience) const;

  /// Makes waiting calls on both sides return. From any thread.
  void Interrupt();

 private:
  bool SendAll(std::span<const std::byte> bytes);
  bool ReceiveAll(std::span<std::byte> bytes);

  platform::FileHandle socket_;
};

}  // namespace scriba::speech
