#include "platform/http/drogon_socket.h"

#include <utility>

#include "platform/log.h"

namespace scriba::platform {
namespace {

constexpr double kLeaveSeconds = 5.0;
// What the heads of a message's pieces may add to it.
constexpr std::size_t kMostFraming = 64U << 10;

}  // namespace

void DrogonPeer::SendText(std::string text) {
  const std::lock_guard lock(mutex_);
  if (state_ == State::kEarly) {
    early_.push_back(std::move(text));
    return;
  }
  if (state_ != State::kOpen) return;
  if (const auto connection = connection_.lock()) connection->send(text, drogon::WebSocketMessageType::Text);
}

void DrogonPeer::Close(CloseCode code, std::string reason) {
  const std::lock_guard lock(mutex_);
  if (state_ != State::kOpen) return;
  state_ = State::kClosing;
  const auto connection = connection_.lock();
  const auto line = line_.lock();
  if (!connection || !line) return;
  connection->shutdown(static_cast<drogon::CloseCode>(code), reason);
  // The library waits for the client to take what lies in the buffer; one that never does would keep it for ever.
  line->getLoop()->runAfter(kLeaveSeconds, [line = line_] {
    if (const auto open = line.lock()) open->forceClose();
  });
}

void DrogonPeer::Bind(const drogon::WebSocketConnectionPtr& connection, const trantor::TcpConnectionPtr& line) {
  const auto tell = [weak = weak_from_this()](const trantor::TcpConnectionPtr&, std::size_t unread_bytes) {
    if (const auto peer = weak.lock()) peer->CloseUnread(unread_bytes);
  };
  line->setHighWaterMarkCallback(tell, kMostUnreadBytes);
  const std::lock_guard lock(mutex_);
  connection_ = connection;
  line_ = line;
  taken_bytes_ = line->bytesReceived();
  state_ = State::kOpen;
  for (const auto& text : std::exchange(early_, {})) connection->send(text, drogon::WebSocketMessageType::Text);
}

/// Called from within a send, which may hold the lock: the decision waits for the loop's next turn.
void DrogonPeer::CloseUnread(std::size_t unread_bytes) {
  auto* loop = trantor::EventLoop::getEventLoopOfCurrentThread();
  loop->queueInLoop([self = shared_from_this(), unread_bytes] {
    {
      const std::lock_guard lock(self->mutex_);
      if (self->state_ != State::kOpen) return;
    }
    LogWarning("socket_not_read", {{"unread_bytes", static_cast<std::int64_t>(unread_bytes)}});
    self->Close(CloseCode::kPolicyViolation, "too much news is unread");
  });
}

bool DrogonPeer::Take(const std::string& message) {
  const auto line = Line();
  if (!line) return false;
  taken_bytes_ = line->bytesReceived();
  if (message.size() <= kLargestMessage) return true;
  CloseTooBig(line);
  return false;
}

/// The library collects the pieces of a message, and a piece as large as it calls itself, for as long as they come.
void DrogonPeer::LookAtUnfinished() {
  const auto line = Line();
  if (line && line->bytesReceived() - taken_bytes_ > kLargestMessage + kMostFraming) CloseTooBig(line);
}

void DrogonPeer::CloseTooBig(const trantor::TcpConnectionPtr& line) {
  Close(CloseCode::kMessageTooBig, "a message has at most 1 MiB");
  // Not from within the callback that is replaced.
  line->getLoop()->queueInLoop([line] {
    line->setRecvMsgCallback([](const trantor::TcpConnectionPtr&, trantor::MsgBuffer* rest) { rest->retrieveAll(); });
  });
}

trantor::TcpConnectionPtr DrogonPeer::Line() {
  const std::lock_guard lock(mutex_);
  return line_.lock();
}

void SocketController::handleNewConnection(const drogon::HttpRequestPtr& request,
                                           const drogon::WebSocketConnectionPtr& connection) {
  const auto accepted = request->attributes()->get<std::shared_ptr<AcceptedSocket>>(kAttribute);
  const auto line = request->getConnectionPtr().lock();
  if (!accepted || !line) {
    connection->forceClose();
    return;
  }
  connection->setContext(accepted);
  accepted->peer->Bind(connection, line);
}

void SocketController::handleNewMessage(const drogon::WebSocketConnectionPtr& connection, std::string&& message,
                                        const drogon::WebSocketMessageType& type) {
  const auto accepted = connection->getContext<AcceptedSocket>();
  if (!accepted || !accepted->peer->Take(message)) return;
  if (type == drogon::WebSocketMessageType::Text) accepted->session->OnText(message);
  if (type == drogon::WebSocketMessageType::Binary) accepted->session->OnBinary(message);
}

void SocketController::handleConnectionClosed(const drogon::WebSocketConnectionPtr& connection) {
  if (const auto accepted = connection->getContext<AcceptedSocket>()) accepted->session->OnClose();
}

}  // namespace scriba::platform
