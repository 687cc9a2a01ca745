// One WebSocket between the network library and a room's session.
#pragma once

#include <drogon/WebSocketController.h>
#include <trantor/net/TcpConnection.h>

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "platform/http/websocket.h"

namespace scriba::platform {

/// The peer that a session holds. It exists before the handshake is answered; what is sent before then waits.
class DrogonPeer final : public WebSocketPeer, public std::enable_shared_from_this<DrogonPeer> {
 public:
  void SendText(std::string text) override;
  void Close(CloseCode code, std::string reason) override;
  void LookAtUnfinished() override;

  /// The handshake is done. `line` is what the socket's bytes travel on; called on its network loop.
  void Bind(const drogon::WebSocketConnectionPtr& connection, const trantor::TcpConnectionPtr& line);

  /// A whole message has come; called on the network loop. False when it was too large.
  bool Take(const std::string& message);

 private:
  enum class State : std::uint8_t { kEarly, kOpen, kClosing };

  void CloseUnread(std::size_t unread_bytes);
  trantor::TcpConnectionPtr Line();
  void CloseTooBig(const trantor::TcpConnectionPtr& line);

  std::mutex mutex_;
  std::weak_ptr<drogon::WebSocketConnection> connection_;  // guarded by mutex_
  std::weak_ptr<trantor::TcpConnection> line_;             // guarded by mutex_
  State state_ = State::kEarly;                            // guarded by mutex_
  std::vector<std::string> early_;                         // guarded by mutex_
  std::size_t taken_bytes_ = 0;                            // used on the network loop only
};

/// A socket whose handshake was accepted, on its way from the handshake to the open connection.
struct AcceptedSocket {
  std::shared_ptr<DrogonPeer> peer;
  std::shared_ptr<WebSocketSession> session;
};

/// Hands messages of open sockets to their sessions.
class SocketController final : public drogon::WebSocketController<SocketController, false> {
 public:
  /// The attribute of the request under which the AcceptedSocket travels.
  static constexpr const char* kAttribute = "scriba.socket";

  void handleNewMessage(const drogon::WebSocketConnectionPtr& connection, std::string&& message,
                        const drogon::WebSocketMessageType& type) override;
  void handleNewConnection(const drogon::HttpRequestPtr& request,
                           const drogon::WebSocketConnectionPtr& connection) override;
  void handleConnectionClosed(const drogon::WebSocketConnectionPtr& connection) override;

  WS_PATH_LIST_BEGIN
  WS_PATH_LIST_END
};

}  // namespace scriba::platform
