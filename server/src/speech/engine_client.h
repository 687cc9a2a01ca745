// Posts pieces to an engine over the OpenAI-compatible protocol, POST /v1/audio/transcriptions, and tries again when
// the way or the engine fails.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <stop_token>
#include <string>

#include "platform/http/client.h"
#include "platform/result.h"
#include "platform/turn_queue.h"
#include "speech/cutter.h"
#include "speech/engine_answer.h"
#include "speech/settings.h"

namespace scriba::speech {

/// What may differ from one post of a piece to the next.
struct PostOptions {
  std::string prompt;
  double temperature = 0;
};

/// Thread-safe.
class EngineClient {
 public:
  /// The engine's base address at this moment: our own engine gets another one with each start.
  using Address = std::function<platform::Result<std::string>()>;
  using Fetch = std::function<platform::Result<platform::IncomingAnswer>(const platform::OutgoingRequest&,
                                                                         const std::stop_token&)>;
  /// Waits; false when stopped meanwhile.
  using Pause = std::function<bool(std::chrono::milliseconds, const std::stop_token&)>;

  EngineClient(EngineSettings settings, Address address, Fetch fetch = platform::Fetch, Pause pause = PauseForReal);

  /// Posts until there is an answer, at most as often as the settings say; waits its turn before each post and leaves
  /// the place to others while it backs off. Errors: kSpeechEngineUnreachable (no connection, 5xx, 429),
  /// kSpeechTimeout, kTranscriptInvalid, kSpeechEngineRefused (other statuses, at once), kBusy (stopped), and those of
  /// the address.
  platform::Result<HeardText> Transcribe(const Piece& piece, const PostOptions& options, const platform::Turn& turn,
                                         const std::stop_token& stop);

  /// Whether somebody waits for a place at the engine.
  bool is_crowded() const { return queue_.waiting() > 0; }

  /// Whether the last post that ended found an engine.
  bool is_reachable() const { return is_reachable_; }

  static bool PauseForReal(std::chrono::milliseconds duration, const std::stop_token& stop);

 private:
  platform::Result<HeardText> PostOnce(const Piece& piece, const PostOptions& options, const std::stop_token& stop);
  platform::OutgoingRequest MakeRequest(const std::string& address, const Piece& piece,
                                        const PostOptions& options) const;

  const EngineSettings settings_;
  const Address address_;
  const Fetch fetch_;
  const Pause pause_;
  platform::TurnQueue queue_;
  std::atomic<bool> is_reachable_ = true;
  /// Fields that only whisper-server knows. Strict engines refuse unknown ones, and then get them no more.
  std::atomic<bool> sends_own_fields_ = true;
};

}  // namespace scriba::speech
