// The room's front door: change feeds over WebSocket, /realtime/v1/websocket.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "platform/config.h"
#include "platform/http/server.h"
#include "realtime/conversation.h"
#include "realtime/hub.h"
#include "realtime/socket_places.h"

namespace scriba::realtime {

/// One per process; the references must outlive it.
class Service {
 public:
  Service(platform::Database& database, platform::KeyRing& keys, auth::Authenticator& authenticator,
          const platform::Config& config, const platform::Clock& clock);

  /// The handshake: key and origin are checked, the version is read from `vsn`. Errors: kNoApiKey, kInvalidApiKey,
  /// kForbidden, kOverRequestRateLimit (too many sockets of this address have not named a user).
  platform::Result<std::shared_ptr<platform::WebSocketSession>> Accept(const platform::Request& request,
                                                                       std::shared_ptr<platform::WebSocketPeer> peer);

  void AddTo(platform::Server& server);

  std::size_t OpenSockets() { return Alive().size(); }
  Hub::Load LoadOfChanges() const { return hub_.LoadNow(); }

 private:
  bool IsOurOrigin(const platform::Request& request) const;
  void Tick();
  void SendAllAway();
  std::vector<std::shared_ptr<Conversation>> Alive();

  auth::Authenticator& authenticator_;
  platform::Database& database_;
  const platform::Config& config_;
  const platform::Clock& clock_;
  // Everybody behind one address shares its number, but an application names its doctor with its first message: only
  // strangers stay. Of an account there is a socket for each open page.
  SocketPlaces of_addresses_{100};
  SocketPlaces of_accounts_{100};

  std::mutex mutex_;
  std::vector<std::weak_ptr<Conversation>> conversations_;  // guarded by mutex_

  Hub hub_;  // last: its thread calls Tick() and SendAllAway()
};

}  // namespace scriba::realtime
