// One socket's conversation: heartbeats, joins, tokens and leaves, one frame at a time.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "auth/caller.h"
#include "platform/clock.h"
#include "platform/db/database.h"
#include "platform/http/websocket.h"
#include "platform/task.h"
#include "realtime/hub.h"
#include "realtime/socket_places.h"

namespace scriba::realtime {

/// What every conversation works with; outlives them all.
struct Parts {
  Hub& hub;
  auth::Authenticator& authenticator;
  platform::Database& database;
  const platform::Clock& clock;
  SocketPlaces* of_accounts;  ///< null without limits of rates
};

/// Lives as long as its socket. All its work runs on the socket's network loop.
class Conversation final : public platform::WebSocketSession, public std::enable_shared_from_this<Conversation> {
 public:
  /// `key`, of the handshake, is in whose name a channel is joined without a token. `unnamed`, the socket's place among
  /// those of an address, is given up for one of the account that a token names.
  Conversation(Parts parts, std::shared_ptr<platform::WebSocketPeer> peer, WireVersion version, std::string key,
               std::shared_ptr<void> unnamed);
  ~Conversation() override;

  void OnText(std::string_view text) override;
  void OnBinary(std::string_view bytes) override;
  void OnClose() override;

  /// Looks after silence and tokens that ended. From any thread, about once a second.
  void Tick();

  /// Changes were missed: the client is to connect and join again. From any thread.
  void SendAway() { peer_->Close(platform::CloseCode::kGoingAway, "changes were missed, join again"); }

 private:
  struct Channel {
    std::optional<std::string> join_ref;
    std::shared_ptr<const Subscription> subscription;
  };
  using Channels = std::map<std::string, Channel>;
  using KnownRoles = std::map<std::string, data::Role>;  ///< by account

  /// A frame on its way, or, without one, a tick.
  struct Waiting {
    std::optional<Frame> frame;
    std::size_t bytes = 0;
  };

  void Receive(std::optional<Frame> frame, std::size_t bytes);
  void Enqueue(Waiting waiting);
  static platform::Task<> Work(std::shared_ptr<Conversation> self);
  platform::Task<> Handle(const Frame& frame);
  platform::Task<> Join(const Frame& frame);
  platform::Task<> RenewToken(const Frame& frame);
  platform::Task<> LookAround();
  platform::Task<> RenewRights(std::string topic, KnownRoles& roles, bool also_of_doctors);

  platform::Task<platform::Result<std::shared_ptr<Subscription>>> Subscribe(std::string token, std::string topic);
  platform::Result<> BelongTo(const std::string& user_id);
  platform::Task<platform::Result<data::Role>> RoleOf(std::string user_id);

  void Send(Frame frame);
  void Reply(const Frame& to, std::string_view status, nlohmann::json response);
  void SendSystem(const std::string& topic, const Channel& channel, std::string_view status,
                  const std::string& message);
  void CloseChannel(Channels::iterator channel, const std::string& reason);

  // fixed after construction
  const Parts parts_;
  const std::shared_ptr<platform::WebSocketPeer> peer_;
  const WireVersion version_;
  const std::string key_;
  const std::shared_ptr<platform::Executor> loop_;

  // used on the socket's loop only
  std::shared_ptr<void> place_;
  bool is_named_ = false;
  Channels channels_;
  std::deque<Waiting> queue_;
  std::size_t waiting_bytes_ = 0;
  bool is_working_ = false;
  bool is_closed_ = false;
  platform::Instant last_heard_;
  int ticks_ = 0;
};

}  // namespace scriba::realtime
