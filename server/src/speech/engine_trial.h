// Lets an operator hear what an engine hears: `scriba check --speech FILE` and `scriba evaluate-speech FOLDER`.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "platform/result.h"
#include "speech/speech_service.h"
#include "speech/word_errors.h"

namespace scriba::speech {

struct EngineTrial {
  std::string host;  // which engine answered
  double audio_seconds = 0;
  double taken_seconds = 0;  // from the first byte to the last word
  std::string text;
  std::vector<Mark> marks;

  /// Below 1: faster than speech.
  double RealTimeFactor() const { return audio_seconds > 0 ? taken_seconds / audio_seconds : 0; }
};

/// Sends one audio file through the whole room, as a consultation would go. Waits up to a minute for an engine of our
/// own that still loads its model. Errors: kNotFound (the file), those of SpeechService::Transcribe.
platform::Result<EngineTrial> TryEngine(SpeechService& service, const std::filesystem::path& file);

struct Evaluation {
  std::filesystem::path file;
  EngineTrial trial;
  WordErrors errors;
};

/// Tries every audio file of `folder` that has a text of the same name beside it (visita.mp3, visita.txt) and compares.
/// `report` gets each as it is done; the sum of all is returned. Errors: kNotFound (no such pair), those of TryEngine.
platform::Result<WordErrors> EvaluateSpeech(SpeechService& service, const std::filesystem::path& folder,
                                            const std::function<void(const Evaluation&)>& report);

}  // namespace scriba::speech
