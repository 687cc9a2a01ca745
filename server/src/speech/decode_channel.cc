#include "speech/decode_channel.h"

#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>

namespace scriba::speech {
namespace {

struct Header {
  DecodeMessageType type;
  std::uint32_t payload_bytes;
  std::uint64_t number;
};

}  // namespace

bool DecodeChannel::Send(DecodeMessageType type, std::uint64_t number, std::span<const std::byte> payload) {
  const std::array header{Header{type, static_cast<std::uint32_t>(payload.size()), number}};
  return SendAll(std::as_bytes(std::span(header))) && SendAll(payload);
}

std::optional<DecodeMessage> DecodeChannel::Receive() {
  std::array<Header, 1> header{};
  if (!ReceiveAll(std::as_writable_bytes(std::span(header)))) return std::nullopt;
  if (header[0].payload_bytes > kMaxPayloadBytes) return std::nullopt;
  DecodeMessage message{header[0].type, header[0].number, std::vector<std::byte>(header[0].payload_bytes)};
  if (!ReceiveAll(message.payload)) return std::nullopt;
  return message;
}

bool DecodeChannel::HasNews(std::chrono::milliseconds patience) const {
  pollfd news{.fd = socket_.get(), .events = POLLIN, .revents = 0};
  return ::poll(&news, 1, static_cast<int>(patience.count())) == 1;
}

void DecodeChannel::Interrupt() { ::shutdown(socket_.get(), SHUT_RDWR); }

bool DecodeChannel::SendAll(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(sent));
  }
  return true;
}

bool DecodeChannel::ReceiveAll(std::span<std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t received = ::recv(socket_.get(), bytes.data(), bytes.size(), 0);
    if (received < 0 && errno == EINTR) continue;
    if (received <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(received));
  }
  return true;
}

}  // namespace scriba::speech
