#include "realtime/conversation.h"

#include <algorithm>
#include <utility>

#include "platform/log.h"

namespace scriba::realtime {
namespace {

using Json = nlohmann::json;
using platform::CloseCode;
using platform::Code;
using platform::Fail;
using platform::Forward;
using platform::Result;
using platform::Task;

constexpr std::string_view kTopicPrefix = "realtime:";
constexpr std::size_t kMostChannels = 100;
constexpr std::size_t kLongestTopic = 1024;  // bytes; of a reference too
constexpr std::size_t kMostWaitingFrames = 1000;
constexpr std::size_t kMostWaitingBytes = 4U << 20;
constexpr std::chrono::seconds kSilence{60};
constexpr int kTicksPerSessionCheck = 5;
// Rights that are taken away are looked after as often as sessions; that somebody gets more may take longer.
constexpr int kTicksPerPromotion = 10;

/// The token of a join or renewal; empty when there is none that names a user ("sb_" keys and null are not tokens).
std::string TokenIn(const Json& payload) {
  const auto found = payload.find("access_token");
  if (found == payload.end() || !found->is_string()) return {};
  auto token = found->get<std::string>();
  return token.starts_with("sb_") ? std::string() : token;
}

data::Role RoleNamed(std::string_view name) {
  if (name == "admin") return data::Role::kAdmin;
  return name == "superadmin" ? data::Role::kSuperadmin : data::Role::kDoctor;
}

/// A failure that says nothing about the token: what stood goes on, until its own token ends.
bool IsOurs(const platform::Error& error) {
  return error.code == Code::kBusy || error.code == Code::kInternal || error.code == Code::kDeadlineExceeded ||
         error.code == Code::kOverRequestRateLimit;
}

/// Why a channel is not joined, in the words that clients know.
std::string ReasonOf(const platform::Error& error) {
  if (error.code == Code::kOverRequestRateLimit) return "ConnectionRateLimitReached: " + error.message;
  return (IsOurs(error) ? "InternalError: " : "InvalidJWTToken: ") + error.message;
}

}  // namespace

Conversation::Conversation(Parts parts, std::shared_ptr<platform::WebSocketPeer> peer, WireVersion version,
                           std::string key, std::shared_ptr<void> unnamed)
    : parts_(parts),
      peer_(std::move(peer)),
      version_(version),
      key_(std::move(key)),
      loop_(platform::Executor::Current()),
      place_(std::move(unnamed)),
      last_heard_(parts.clock.Now()) {}

Conversation::~Conversation() = default;

void Conversation::OnText(std::string_view text) { Receive(ParseFrame(text, version_), text.size()); }

void Conversation::OnBinary(std::string_view bytes) { Receive(ParseBroadcast(bytes), bytes.size()); }

/// What is no frame is dropped.
void Conversation::Receive(std::optional<Frame> frame, std::size_t bytes) {
  last_heard_ = parts_.clock.Now();
  if (!frame) return;
  if (queue_.size() >= kMostWaitingFrames || waiting_bytes_ + bytes > kMostWaitingBytes) {
    peer_->Close(CloseCode::kPolicyViolation, "too many messages");
    return;
  }
  Enqueue({.frame = std::move(frame), .bytes = bytes});
}

void Conversation::OnClose() {
  is_closed_ = true;
  place_.reset();
  for (const auto& [topic, channel] : channels_) parts_.hub.Remove(channel.subscription);
  channels_.clear();
}

void Conversation::Tick() {
  loop_->Post([self = shared_from_this()] {
    if (!self->is_closed_) self->Enqueue({});
  });
}

void Conversation::Enqueue(Waiting waiting) {
  waiting_bytes_ += waiting.bytes;
  queue_.push_back(std::move(waiting));
  if (!std::exchange(is_working_, true)) platform::Detach(Work(shared_from_this()));
}

/// Frames are handled in their order, each to its end: a join waits for its token to be checked.
Task<> Conversation::Work(std::shared_ptr<Conversation> self) {
  while (!self->queue_.empty() && !self->is_closed_) {
    const Waiting next = std::move(self->queue_.front());
    self->queue_.pop_front();
    self->waiting_bytes_ -= next.bytes;
    try {
      if (next.frame) {
        co_await self->Handle(*next.frame);
      } else {
        co_await self->LookAround();
      }
    } catch (const std::exception& exception) {
      platform::LogError("socket_frame_failed", {{"cause", exception.what()}});
    }
  }
  self->is_working_ = false;
}

Task<> Conversation::Handle(const Frame& frame) {
  if (frame.topic == "phoenix") {
    const bool is_heartbeat = frame.event == "heartbeat";
    Reply(frame, is_heartbeat ? "ok" : "error", is_heartbeat ? Json::object() : Json{{"reason", "unmatched topic"}});
    co_return;
  }
  if (frame.event == "phx_join") {
    co_await Join(frame);
    co_return;
  }
  const auto channel = channels_.find(frame.topic);
  if (channel == channels_.end()) {
    Reply(frame, "error", {{"reason", "unmatched topic"}});
  } else if (frame.event == "access_token") {
    co_await RenewToken(frame);
  } else if (frame.event == "phx_leave") {
    Reply(frame, "ok", Json::object());
    CloseChannel(channel, "");
  } else if (frame.ref) {
    // "ok" would say that somebody heard it.
    const bool is_known = frame.event == "broadcast" || frame.event == "presence";
    Reply(frame, "error", {{"reason", is_known ? frame.event + " is not served" : "unknown event"}});
  }
}

Task<> Conversation::Join(const Frame& frame) {
  if (!frame.topic.starts_with(kTopicPrefix) || frame.topic.size() == kTopicPrefix.size()) {
    Reply(frame, "error", {{"reason", "unmatched topic"}});
    co_return;
  }
  if (channels_.size() >= kMostChannels && !channels_.contains(frame.topic)) {
    Reply(frame, "error", {{"reason", "ChannelRateLimitReached: too many channels"}});
    co_return;
  }
  if (std::max(frame.topic.size(), frame.join_ref.value_or("").size()) > kLongestTopic) {
    Reply(frame, "error", {{"reason", "the topic is too long"}});
    co_return;
  }
  RequestedBindings requested = ReadBindings(frame.payload);
  if (requested.are_too_many) {
    Reply(frame, "error", {{"reason", "too many bindings in one channel"}});
    co_return;
  }
  auto subscription = co_await Subscribe(TokenIn(frame.payload), frame.topic);
  if (is_closed_) co_return;
  if (!subscription) {
    Reply(frame, "error", {{"reason", ReasonOf(subscription.error())}});
    co_return;
  }
  // A second join replaces the first.
  if (const auto former = channels_.find(frame.topic); former != channels_.end()) {
    parts_.hub.Remove(former->second.subscription);
    channels_.erase(former);
  }
  (*subscription)->bindings = requested.bindings;
  const Channel& channel = channels_.emplace(frame.topic, Channel{frame.join_ref, *subscription}).first->second;
  if (channel.subscription->caller.role != auth::TokenRole::kAnon) parts_.hub.Add(channel.subscription);
  const bool asked = !requested.echo.empty();
  Reply(frame, "ok", {{"postgres_changes", std::move(requested.echo)}});
  if (!requested.refusal.empty()) {
    SendSystem(frame.topic, channel, "error", requested.refusal);
  } else if (asked) {
    SendSystem(frame.topic, channel, "ok", "Subscribed to PostgreSQL");
  }
}

Task<> Conversation::RenewToken(const Frame& frame) {
  const std::string token = TokenIn(frame.payload);
  if (token.empty() || parts_.authenticator.IsApiKey(token)) co_return;
  auto subscription = co_await Subscribe(token, frame.topic);
  const auto channel = channels_.find(frame.topic);
  if (is_closed_ || channel == channels_.end()) co_return;
  if (!subscription && IsOurs(subscription.error())) co_return;
  if (!subscription) {
    CloseChannel(channel, subscription.error().message);
    co_return;
  }
  (*subscription)->bindings = channel->second.subscription->bindings;
  parts_.hub.Replace(channel->second.subscription, *subscription);
  channel->second.subscription = std::move(*subscription);
}

/// A tick: has the client gone silent, has a token run out, was a session ended elsewhere?
Task<> Conversation::LookAround() {
  peer_->LookAtUnfinished();
  const auto now = parts_.clock.Now();
  if (now - last_heard_ > kSilence) {
    peer_->Close(CloseCode::kGoingAway, "no heartbeat");
    co_return;
  }
  const bool ask_sessions = ++ticks_ % kTicksPerSessionCheck == 0;
  const bool ask_promotions = ticks_ % kTicksPerPromotion == 0;
  KnownRoles roles;
  std::vector<std::string> topics;
  for (const auto& [topic, channel] : channels_) topics.push_back(topic);
  for (const std::string& topic : topics) {
    auto channel = channels_.find(topic);
    if (channel == channels_.end() || !channel->second.subscription->caller.IsUser()) continue;
    const auth::Caller caller = channel->second.subscription->caller;
    if (caller.expires_at <= now) {
      CloseChannel(channel, "Token has expired");
      continue;
    }
    if (!ask_sessions) continue;
    const auto stands = co_await parts_.authenticator.SessionStands(caller.session_id);
    channel = channels_.find(topic);
    if (stands && !*stands && channel != channels_.end()) CloseChannel(channel, "The session has ended");
    co_await RenewRights(topic, roles, ask_promotions);
  }
}

/// Rights that were taken away or given go for open channels too.
Task<> Conversation::RenewRights(std::string topic, KnownRoles& roles, bool also_of_doctors) {
  auto channel = channels_.find(topic);
  if (channel == channels_.end()) co_return;
  const auto former = channel->second.subscription;
  if (former->actor.role == data::Role::kDoctor && !also_of_doctors) co_return;
  auto known = roles.find(former->actor.user_id);
  if (known == roles.end()) {
    const auto role = co_await RoleOf(former->actor.user_id);
    if (!role) co_return;
    known = roles.emplace(former->actor.user_id, *role).first;
  }
  channel = channels_.find(topic);
  if (known->second == former->actor.role || channel == channels_.end() || channel->second.subscription != former) {
    co_return;
  }
  auto renewed = std::make_shared<Subscription>(*former);
  renewed->actor.role = known->second;
  parts_.hub.Replace(former, renewed);
  channel->second.subscription = std::move(renewed);
}

Task<Result<std::shared_ptr<Subscription>>> Conversation::Subscribe(std::string token, std::string topic) {
  auto subscription = std::make_shared<Subscription>();
  subscription->topic = std::move(topic);
  subscription->version = version_;
  subscription->peer = peer_;
  if (token.empty() || parts_.authenticator.IsApiKey(token)) {
    platform::Request with_key;
    with_key.headers.emplace("apikey", key_);
    auto caller = co_await parts_.authenticator.Identify(with_key);
    if (!caller) co_return Forward(caller);
    subscription->caller = std::move(*caller);
    if (subscription->caller.role == auth::TokenRole::kService) subscription->actor.role = data::Role::kSuperadmin;
  } else {
    auto caller = co_await parts_.authenticator.IdentifyToken(std::move(token));
    if (!caller) co_return Forward(caller);
    subscription->caller = std::move(*caller);
    if (subscription->caller.IsUser()) {
      if (auto place = BelongTo(subscription->caller.user_id); !place) co_return Forward(place);
      subscription->actor.user_id = subscription->caller.user_id;
      auto role = co_await RoleOf(subscription->caller.user_id);
      if (!role) co_return Forward(role);
      subscription->actor.role = *role;
    }
  }
  co_return subscription;
}

/// The first account that is named answers for the socket.
Result<> Conversation::BelongTo(const std::string& user_id) {
  if (is_named_) return {};
  if (parts_.of_accounts != nullptr) {
    auto place = parts_.of_accounts->Enter(user_id);
    if (!place) return Fail(Code::kOverRequestRateLimit, "too many sockets of this account");
    place_ = std::move(place);
  }
  is_named_ = true;
  return {};
}

Task<Result<data::Role>> Conversation::RoleOf(std::string user_id) {
  std::vector<platform::Value> values{std::move(user_id)};
  auto row = co_await parts_.database.First("SELECT role FROM users WHERE id = $1", std::move(values));
  if (!row) co_return Forward(row);
  co_return row->has_value() ? RoleNamed((*row)->Text(0)) : data::Role::kDoctor;
}

void Conversation::Send(Frame frame) { peer_->SendText(WriteFrame(frame, version_)); }

void Conversation::Reply(const Frame& to, std::string_view status, Json response) {
  Send({.join_ref = to.join_ref,
        .ref = to.ref,
        .topic = to.topic,
        .event = "phx_reply",
        .payload = {{"status", status}, {"response", std::move(response)}}});
}

void Conversation::SendSystem(const std::string& topic, const Channel& channel, std::string_view status,
                              const std::string& message) {
  Send({.join_ref = channel.join_ref,
        .topic = topic,
        .event = "system",
        .payload = {{"extension", "postgres_changes"},
                    {"status", status},
                    {"message", message},
                    {"channel", topic.substr(kTopicPrefix.size())}}});
}

/// Ends one channel; with a reason the client is told first.
void Conversation::CloseChannel(Channels::iterator channel, const std::string& reason) {
  const std::string topic = channel->first;
  parts_.hub.Remove(channel->second.subscription);
  if (!reason.empty()) {
    Send({.join_ref = channel->second.join_ref,
          .topic = topic,
          .event = "system",
          .payload = {{"extension", "system"},
                      {"status", "error"},
                      {"message", reason},
                      {"channel", topic.substr(kTopicPrefix.size())}}});
  }
  Send({.join_ref = channel->second.join_ref, .topic = topic, .event = "phx_close", .payload = Json::object()});
  channels_.erase(channel);
}

}  // namespace scriba::realtime
