// What the operator decides about speech. Filled from the configuration by the composition root.
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace scriba::speech {

/// How to reach an engine that speaks the OpenAI-compatible protocol.
struct EngineSettings {
  /// The base address, to which /v1/audio/transcriptions is appended. Empty: no outside engine.
  std::string url;
  /// Sent as a bearer token when not empty.
  std::string key;
  std::string model = "whisper-1";
  std::string language = "it";
  /// Style only. Never names of drugs: engines "hear" the words of their prompt in silence.
  std::string prompt;
  /// Posts under way at once. A whisper-server answers one after the other; the second one waits there.
  std::size_t concurrency = 2;
  /// For one post. A loop in the engine costs four to five times a good piece, so it must end.
  std::chrono::milliseconds post_deadline{180'000};
  /// Attempts per piece, and the waits between them (SPEC section 9: 2 s, 4 s, at most 8 s).
  int attempts = 3;
  std::vector<std::chrono::milliseconds> back_off{std::chrono::seconds{2}, std::chrono::seconds{4},
                                                  std::chrono::seconds{8}};
};

/// A whisper-server of our own on this machine. Used when both files exist and no outside engine is configured.
struct LocalEngineSettings {
  /// Runs whisper-server with the arguments it is given, by exec: the process that we start must be the one that ends.
  std::filesystem::path launcher;
  /// A ggml model.
  std::filesystem::path model_file;
  /// 0: half of the machine's cores. More threads than free cores make the engine ten times slower.
  unsigned threads = 0;
};

struct DecoderSettings {
  /// Program and first arguments of the decoding children's parent. It must call RunDecodeWorker with what follows.
  std::vector<std::string> worker_command{"/proc/self/exe", "decode-worker"};
  /// Children that compute at once, however many there are; 0: one per core.
  std::size_t at_once = 0;
  /// Processor seconds and address space a child may use.
  unsigned cpu_seconds = 600;
  std::size_t address_space_bytes = std::size_t{1} << 30;
};

struct SpeechSettings {
  EngineSettings engine;
  LocalEngineSettings local_engine;
  DecoderSettings decoder;
};

}  // namespace scriba::speech
