// A language model behind POST /v1/chat/completions: any server of that shape (llama.cpp, Ollama, vLLM, a vendor).
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <stop_token>
#include <string>

#include "platform/http/client.h"
#include "platform/turn_queue.h"

namespace scriba::consultations {

struct LanguageModelSettings {
  /// Base address, to which /v1/chat/completions is appended. Empty: the built-in analyser writes alone.
  std::string url;
  /// Sent as a bearer token when not empty.
  std::string key;
  std::string model;
  /// For one report, the wait for a place included. The built-in report stands when it has passed.
  std::chrono::milliseconds deadline{120'000};
  /// Reports written at once. A server on one machine slows every one of them down when there are more.
  std::size_t concurrency = 2;
};

/// Thread-safe; blocks, for worker threads only.
class LanguageModel {
 public:
  using Fetch = std::function<platform::Result<platform::IncomingAnswer>(const platform::OutgoingRequest&,
                                                                         const std::stop_token&)>;

  explicit LanguageModel(LanguageModelSettings settings, Fetch fetch = platform::Fetch);

  bool IsConfigured() const { return !settings_.url.empty(); }
  /// As the operator named it, and the machine it is asked on: what the doctor is told.
  const std::string& name() const { return settings_.model; }
  std::string host() const;

  /// The content of the model's message. Errors: kLanguageModelFailed, with the reason in `details`: "unreachable",
  /// "timeout", "http_error", "refused", "truncated" or "malformed"; kBusy when stopped.
  platform::Result<std::string> Ask(const nlohmann::json& messages, const nlohmann::json& schema,
                                    const std::string& owner, const std::stop_token& stop);

 private:
  platform::Result<std::string> Post(const nlohmann::json& messages, const nlohmann::json& schema,
                                     std::chrono::milliseconds deadline, const std::stop_token& stop);

  const LanguageModelSettings settings_;
  const Fetch fetch_;
  platform::TurnQueue queue_;
  /// Servers that do not know schemas or temperatures refuse them, and then get them no more.
  std::atomic<bool> sends_schema_ = true;
};

/// A refusal of the model with its reason.
platform::Failure ModelFailed(std::string reason, std::string cause = {});

}  // namespace scriba::consultations
