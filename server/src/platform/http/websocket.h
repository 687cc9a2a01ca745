// WebSocket (RFC 6455) as the rooms see it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "platform/http/message.h"

namespace scriba::platform {

/// The other end of an open socket. Safe to use from any thread.
class WebSocketPeer {
 public:
  virtual ~WebSocketPeer() = default;
  virtual void SendText(std::string text) = 0;
  /// Closes with a code of RFC 6455 section 7.4 and a reason.
  virtual void Close(std::uint16_t code, std::string reason) = 0;
  /// Bytes handed to SendText that the network has not taken yet.
  virtual std::size_t PendingBytes() const = 0;
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
