// Sockets of the change feed without a network: what is said goes to the real conversation, what is sent is kept.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <mutex>
#include <optional>

#include "realtime/service.h"
#include "support/data/practice.h"

namespace scriba::testing {

/// The end of a socket at which a client would sit. Wakes the test's loop with everything that arrives.
class KeptPeer final : public platform::WebSocketPeer {
 public:
  explicit KeptPeer(std::shared_ptr<platform::Executor> loop) : loop_(std::move(loop)) {}

  void SendText(std::string text) override {
    {
      const std::lock_guard lock(mutex_);
      frames_.push_back(nlohmann::json::parse(text));
    }
    loop_->Post([] {});
  }

  void Close(platform::CloseCode code, std::string reason) override {
    {
      const std::lock_guard lock(mutex_);
      closed_.emplace(code, std::move(reason));
    }
    loop_->Post([] {});
  }

  void LookAtUnfinished() override {}

  std::vector<nlohmann::json> Frames() const {
    const std::lock_guard lock(mutex_);
    return frames_;
  }

  std::optional<std::pair<platform::CloseCode, std::string>> Closed() const {
    const std::lock_guard lock(mutex_);
    return closed_;
  }

 private:
  const std::shared_ptr<platform::Executor> loop_;
  mutable std::mutex mutex_;
  std::vector<nlohmann::json> frames_;                                 // guarded by mutex_
  std::optional<std::pair<platform::CloseCode, std::string>> closed_;  // guarded by mutex_
};

/// A client on one socket. Frames are [join_ref, ref, topic, event, payload].
class Socket {
 public:
  /// `key` is the public one unless it is given.
  Socket(realtime::Service& service, DataApp& app, platform::Headers headers = {}, const std::string& more = {},
         const std::string& key = {})
      : peer_(std::make_shared<KeptPeer>(platform::Executor::Current())) {
    platform::Request request;
    request.raw_path = "/realtime/v1/websocket";
    request.raw_query = "apikey=" + (key.empty() ? app.auth().service().public_key() : key) + more;
    request.headers = std::move(headers);
    auto session = service.Accept(request, peer_);
    if (!session) throw std::runtime_error(session.error().message);
    session_ = std::move(*session);
  }
  ~Socket() { session_->OnClose(); }
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;

  const KeptPeer& peer() const { return *peer_; }
  void SayText(std::string_view text) { session_->OnText(text); }
  void SayBinary(std::string_view bytes) { session_->OnBinary(bytes); }

  void Say(const std::string& topic, const std::string& event, const nlohmann::json& payload) {
    const nlohmann::json frame{"1", std::to_string(++reference_), topic, event, payload};
    SayText(frame.dump());
  }

  /// Joins with the bindings given; `token` may be empty.
  void Join(const std::string& topic, const nlohmann::json& bindings, const std::string& token) {
    nlohmann::json payload{{"config", {{"postgres_changes", bindings}}}};
    if (!token.empty()) payload["access_token"] = token;
    Say("realtime:" + topic, "phx_join", payload);
  }

  /// The payloads of an event that arrived so far.
  std::vector<nlohmann::json> Heard(const std::string& event) const {
    std::vector<nlohmann::json> payloads;
    for (const auto& frame : peer_->Frames()) {
      if (frame.at(3) == event) payloads.push_back(frame.at(4));
    }
    return payloads;
  }

  /// The changes announced so far: "UPDATE patients".
  std::vector<std::string> Changes() const {
    std::vector<std::string> changes;
    for (const auto& payload : Heard("postgres_changes")) {
      const auto& data = payload.at("data");
      changes.push_back(data.at("type").get<std::string>() + " " + data.at("table").get<std::string>());
    }
    return changes;
  }

 private:
  std::shared_ptr<KeptPeer> peer_;
  std::shared_ptr<platform::WebSocketSession> session_;
  int reference_ = 0;
};

/// The practice with its change feed. The test's thread is the sockets' network loop.
class RealtimeTest : public ::testing::Test {
 protected:
  /// Works on until `done` says true; false when that takes more than ten seconds.
  bool Await(const std::function<bool()>& done) {
    const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    bool is_done = false;
    // The feed's tick, once a second, wakes the loop when nothing else does.
    loop_.RunUntil([&] { return (is_done = done()) || std::chrono::steady_clock::now() > limit; });
    return is_done;
  }

  bool AwaitReplies(const Socket& socket, std::size_t count) {
    return Await([&] { return socket.Heard("phx_reply").size() >= count; });
  }

  std::string TokenOf(const std::string& name) { return name == "anon" ? "" : app_.User(name).access_token; }

  void Run(const std::string& sql, std::vector<platform::Value> values = {}) {
    const auto done = platform::BlockOn(app_.database().Execute(sql, std::move(values)));
    if (!done) throw std::runtime_error(done.error().message + " " + done.error().internal);
  }

  platform::LocalExecutor loop_;
  Practice practice_;
  DataApp& app_ = practice_.app();
  realtime::Service service_{app_.database(), app_.keys(), app_.auth().service(), app_.auth().config(), app_.clock()};
};

}  // namespace scriba::testing
