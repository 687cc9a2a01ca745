// A whisper-server of our own, on this machine: started, watched, started again when it dies, ended with us.
//
// What it needs to be safe (whisper.cpp 1.9.5): it has no authentication and answers every origin, so each start gets a
// secret path; on loopback only; its voice detector takes four threads whatever -t says, so OMP_THREAD_LIMIT is set; a
// second server on the same port starts without complaint, so the port is one that was free a moment ago.
#pragma once

#include <chrono>
#include <mutex>
#include <string>
#include <thread>

#include "platform/result.h"
#include "speech/settings.h"

namespace scriba::speech {

/// Thread-safe. Destroying it ends the engine.
class LocalEngine {
 public:
  /// Whether the launcher and the model are there.
  static bool IsInstalled(const LocalEngineSettings& settings);

  /// Starts at once, on a thread of its own; `language` is the engine's default.
  LocalEngine(LocalEngineSettings settings, std::string language);
  LocalEngine(const LocalEngine&) = delete;
  LocalEngine& operator=(const LocalEngine&) = delete;

  /// The base address while the engine answers. Errors: kSpeechEngineUnreachable while it starts.
  platform::Result<std::string> Address() const;

  bool is_ready() const;

 private:
  void Supervise(const std::stop_token& stop);
  /// Starts the engine and stays until it has ended or must be ended. Whether it had ever answered.
  bool RunOnce(const std::stop_token& stop);
  void SetAddress(std::string address);

  const LocalEngineSettings settings_;
  const std::string language_;
  mutable std::mutex mutex_;
  std::string address_;      // guarded by mutex_; empty while the engine does not answer
  std::jthread supervisor_;  // last: ends before what it uses
};

}  // namespace scriba::speech
