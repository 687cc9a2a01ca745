// WebSocket (RFC 6455) as the rooms see it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "platform/http/message.h"

namespace scriba::platform {

/// Codes of RFC 6455 section 7.4.1 with which a socket is closed.
enum class CloseCode : std::uint16_t { kGoingAway = 1001, kPolicyViolation = 1008, kMessageTooBig = 1009 };

/// The largest message that a session is given. A larger one closes its socket with kMessageTooBig.
inline constexpr std::size_t kLargestMessage = 1U << 20;

/// What may wait for a peer that does not read. Beyond, its socket is closed with kPolicyViolation.
inline constexpr std::size_t kMostUnreadBytes = 8U << 20;

/// The other end of an open socket. Safe to use from any thread.
class WebSocketPeer {
 public:
  virtual ~WebSocketPeer() = default;
  /// Never waits for the other end; what it does not read piles up to kMostUnreadBytes.
  virtual void SendText(std::string text) = 0;
  /// Says why (at most 123 bytes) and ends the connection; the other end has five seconds to take leave.
  virtual void Close(CloseCode code, std::string reason) = 0;
  /// Ends a socket whose message under way is larger than kLargestMessage already. About once a second, on the socket's
  /// network loop.
  virtual void LookAtUnfinished() = 0;
};

/// What happens on one open socket. Calls come from the socket's own network loop, one at a time.
class WebSocketSession {
 public:
  virtual ~WebSocketSession() = default;
  virtual void OnText(std::string_view text) = 0;
  virtual void OnBinary(std::string_view bytes) = 0;
  virtual void OnClose() = 0;
};

/// Decides about a handshake: a session, or the answer that refuses it.
using WebSocketAcceptor =
    std::function<Result<std::shared_ptr<WebSocketSession>>(const Request&, std::shared_ptr<WebSocketPeer>)>;

}  // namespace scriba::platform
