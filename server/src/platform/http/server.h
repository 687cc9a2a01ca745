// The network side of the program: one listener over Drogon, handing every request to the router.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "platform/http/router.h"
#include "platform/http/traffic.h"
#include "platform/http/websocket.h"

namespace scriba::platform {

struct ServerOptions {
  std::string host;
  std::uint16_t port = 0;
  std::size_t threads = 0;  ///< 0: one per core
  std::uint64_t max_body_bytes = 0;
  /// Other limits by the beginning of the path, the longest first: a path takes no more than it has use for.
  std::vector<std::pair<std::string, std::uint64_t>> body_limits;
  /// What the bodies of all connections may take together; beyond it a request is told to come back.
  std::uint64_t body_budget_bytes = 0;
  std::vector<std::string> trusted_proxies;
  std::vector<std::string> cors_origins;
  /// Added to every answer that does not set them itself (security headers).
  std::vector<std::pair<std::string, std::string>> default_headers;
  /// Where the library makes folders for bodies that it keeps in files (none are: ReadBody takes them all).
  std::string scratch_folder;
  /// How long a stop waits for answers in progress.
  std::chrono::seconds drain_limit{10};
};

/// There is one per process: Drogon's application object is.
class Server {
 public:
  Server(ServerOptions options, const Router& router);
  ~Server();

  /// Sockets at `path` go to `acceptor`; its refusals are written as the router writes them there. Before Run().
  void AddWebSocket(std::string path, WebSocketAcceptor acceptor);

  /// Called on the main loop once the port is open. Before Run().
  void OnStarted(std::function<void()> call) { on_started_ = std::move(call); }
  /// Called when a stop was asked for, before answers in progress are awaited. Before Run().
  void OnStopping(std::function<void()> call) { on_stopping_ = std::move(call); }

  /// Every answer is counted there. Before Run(); outlives it.
  void CountIn(Traffic& traffic);

  /// Serves until SIGTERM or SIGINT, then finishes what is in flight and returns. Throws when the port is taken.
  void Run();

 private:
  struct Shared;

  void RegisterAdvice();
  void Stop();

  std::shared_ptr<Shared> shared_;
  std::function<void()> on_started_;
  std::function<void()> on_stopping_;
};

}  // namespace scriba::platform
