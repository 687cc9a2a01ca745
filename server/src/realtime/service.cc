#include "realtime/service.h"

#include <algorithm>

#include "auth/rate_limits.h"

namespace scriba::realtime {
namespace {

using platform::Code;
using platform::Fail;
using platform::Request;
using platform::Result;

constexpr std::string_view kPath = "/realtime/v1/websocket";

}  // namespace

Service::Service(platform::Database& database, platform::KeyRing& keys, auth::Authenticator& authenticator,
                 const platform::Config& config, const platform::Clock& clock)
    : authenticator_(authenticator), database_(database), config_(config), clock_(clock), hub_(database, keys) {
  hub_.OnTick([this] { Tick(); });
  hub_.OnMissed([this] { SendAllAway(); });
}

Result<std::shared_ptr<platform::WebSocketSession>> Service::Accept(const Request& request,
                                                                    std::shared_ptr<platform::WebSocketPeer> peer) {
  const auto key = request.QueryValue("apikey");
  if (!key || key->empty()) return Fail(Code::kNoApiKey, "No API key found in request");
  if (!authenticator_.IsApiKey(*key)) return Fail(Code::kInvalidApiKey, "Invalid API key");
  if (!IsOurOrigin(request)) return Fail(Code::kForbidden, "this origin may not connect");
  // Without limits of rates many clients connect from one machine at once.
  auto unnamed =
      config_.rate_limits ? of_addresses_.Enter(auth::AddressKey("socket", request.client_address)) : nullptr;
  if (config_.rate_limits && !unnamed) {
    return Fail(Code::kOverRequestRateLimit, "Too many sockets of this address have not signed in");
  }
  const auto version = request.QueryValue("vsn") == "1.0.0" ? WireVersion::kObjects : WireVersion::kArrays;
  auto conversation = std::make_shared<Conversation>(
      Parts{hub_, authenticator_, database_, clock_, config_.rate_limits ? &of_accounts_ : nullptr}, std::move(peer),
      version, *key, std::move(unnamed));
  const std::lock_guard lock(mutex_);
  conversations_.push_back(conversation);
  return std::static_pointer_cast<platform::WebSocketSession>(conversation);
}

void Service::AddTo(platform::Server& server) {
  server.AddWebSocket(std::string(kPath),
                      [this](const Request& request, std::shared_ptr<platform::WebSocketPeer> peer) {
                        return Accept(request, std::move(peer));
                      });
}

/// Browsers send their page's origin and cannot lie about it; other clients send none.
bool Service::IsOurOrigin(const Request& request) const {
  const std::string_view origin = request.Header("origin");
  if (origin.empty() || origin == config_.public_url) return true;
  const std::string host(request.Header("host"));
  if (origin == "http://" + host || origin == "https://" + host) return true;
  return std::ranges::find(config_.cors_origins, origin) != config_.cors_origins.end();
}

void Service::Tick() {
  for (const auto& conversation : Alive()) conversation->Tick();
}

void Service::SendAllAway() {
  for (const auto& conversation : Alive()) conversation->SendAway();
}

std::vector<std::shared_ptr<Conversation>> Service::Alive() {
  std::vector<std::shared_ptr<Conversation>> alive;
  const std::lock_guard lock(mutex_);
  std::erase_if(conversations_, [](const auto& conversation) { return conversation.expired(); });
  for (const auto& conversation : conversations_) {
    if (auto strong = conversation.lock()) alive.push_back(std::move(strong));
  }
  return alive;
}

}  // namespace scriba::realtime
