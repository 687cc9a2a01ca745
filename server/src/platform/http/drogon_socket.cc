#include "platform/http/drogon_socket.h"

#include <utility>

namespace scriba::platform {

void DrogonPeer::SendText(std::string text) {
  const std::lock_guard lock(mutex_);
  if (!bound_) {
    early_.push_back(std::move(text));
  } else if (const auto connection = connection_.lock()) {
    connection->send(text, drogon::WebSocketMessageType::Text);
  }
}

void DrogonPeer::Close(std::uint16_t code, std::string reason) {
  const std::lock_guard lock(mutex_);
  if (const auto connection = connection_.lock()) {
    connection->shutdown(static_cast<drogon::CloseCode>(code), reason);
  }
}

std::size_t DrogonPeer::PendingBytes() const { return 0; }

void DrogonPeer::Bind(const drogon::WebSocketConnectionPtr& connection) {
  const std::lock_guard lock(mutex_);
  connection_ = connection;
  bound_ = true;
  for (const auto& text : std::exchange(early_, {})) connection->send(text, drogon::WebSocketMessageType::Text);
}

void SocketController::handleNewConnection(const drogon::HttpRequestPtr& request,
                                           const drogon::WebSocketConnectionPtr& connection) {
  const auto accepted = request->attributes()->get<std::shared_ptr<AcceptedSocket>>(kAttribute);
  if (!accepted) {
    connection->forceClose();
    return;
  }
  connection->setContext(accepted);
  accepted->peer->Bind(connection);
}

void SocketController::handleNewMessage(const drogon::WebSocketConnectionPtr& connection, std::string&& message,
                                        const drogon::WebSocketMessageType& type) {
  const auto accepted = connection->getContext<AcceptedSocket>();
  if (!accepted) return;
  if (type == drogon::WebSocketMessageType::Text) accepted->session->OnText(message);
  if (type == drogon::WebSocketMessageType::Binary) accepted->session->OnBinary(message);
}

void SocketController::handleConnectionClosed(const drogon::WebSocketConnectionPtr& connection) {
  if (const auto accepted = connection->getContext<AcceptedSocket>()) accepted->session->OnClose();
}

}  // namespace scriba::platform
