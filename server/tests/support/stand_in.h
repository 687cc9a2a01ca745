// Starts one of the servers of this folder, written for Node, for the length of one test.
#pragma once

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>

#include "platform/http/client.h"
#include "speech/child_process.h"

namespace scriba::testing {

/// A server that does what a test tells it to, over the protocol of a real one. The program must link the speech room.
class StandIn {
 public:
  /// `script`: name of a file of this folder.
  explicit StandIn(const std::string& script)
      : script_(SCRIBA_SOURCE_DIR "/server/tests/support/" + script), port_(FreePort()) {
    Start();
  }

  /// The base address, for SCRIBA_SPEECH_URL or SCRIBA_LLM_URL.
  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }

  /// Changes the behaviour: the fields of POST /control.
  void Control(const nlohmann::json& fields) const { Call("POST", "/control", fields.dump()); }

  /// What was posted so far, oldest first.
  nlohmann::json Requests() const { return Call("GET", "/requests")["requests"]; }
  std::size_t MostUnderWay() const { return Call("GET", "/requests")["most_under_way"].get<std::size_t>(); }

  /// Ends the process, as a crash would; Start brings it back on the same port.
  void Kill() { process_.reset(); }

  void Start() {
    const char* path = std::getenv("PATH");
    auto started =
        speech::ChildProcess::Start({.arguments = {"/usr/bin/env", "node", script_, "--port", std::to_string(port_)},
                                     .environment = {std::string("PATH=") + (path ? path : "/usr/bin")},
                                     .descriptor_3 = -1,
                                     .is_silent = true});
    if (!started) throw std::runtime_error(started.error().internal);
    process_.emplace(std::move(*started));
    for (int i = 0; i < 200; ++i) {
      const auto answer = platform::Fetch({.method = "GET", .url = url() + "/health"});
      if (answer && answer->status == 200) return;
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    throw std::runtime_error(script_ + " does not answer");
  }

 private:
  static int FreePort() {
    const int probe = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof address;
    ::bind(probe, reinterpret_cast<sockaddr*>(&address), length);
    ::getsockname(probe, reinterpret_cast<sockaddr*>(&address), &length);
    ::close(probe);
    return ntohs(address.sin_port);
  }

  nlohmann::json Call(const std::string& method, const std::string& path, std::string body = {}) const {
    const auto answer = platform::Fetch({.method = method, .url = url() + path, .body = std::move(body)});
    if (!answer || answer->status != 200) throw std::runtime_error(script_ + " failed at " + path);
    return nlohmann::json::parse(answer->body);
  }

  const std::string script_;
  const int port_;
  std::optional<speech::ChildProcess> process_;
};

}  // namespace scriba::testing
