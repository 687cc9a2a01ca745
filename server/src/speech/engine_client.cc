#include "speech/engine_client.h"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <cstdio>
#include <mutex>

#include "platform/log.h"
#include "speech/wave.h"

namespace scriba::speech {
namespace {

using platform::Code;
using platform::Error;
using platform::Fail;
using platform::Failure;
using platform::Forward;
using platform::IncomingAnswer;
using platform::OutgoingRequest;
using platform::Result;

constexpr int kOk = 200, kBadRequest = 400, kRequestTimeout = 408, kUnprocessable = 422, kTooManyRequests = 429,
              kServerError = 500;

bool IsWorthAnotherPost(const Error& error) {
  return error.code == Code::kSpeechEngineUnreachable || error.code == Code::kSpeechTimeout ||
         error.code == Code::kTranscriptInvalid;
}

Failure Unreachable(std::string cause) {
  return Fail(Code::kSpeechEngineUnreachable, "The speech engine does not answer", std::move(cause));
}

Failure FailureOfStatus(int status) {
  const std::string cause = "status " + std::to_string(status);
  if (status >= kServerError || status == kTooManyRequests || status == kRequestTimeout) return Unreachable(cause);
  return Fail(Code::kSpeechEngineRefused, "The speech engine refused the audio", cause);
}

Failure FailureOfWay(Error error, const std::stop_token& stop) {
  if (stop.stop_requested()) return Fail(Code::kBusy, "The work was stopped");
  if (error.code == Code::kDeadlineExceeded) {
    return Fail(Code::kSpeechTimeout, "The speech engine did not answer in time", std::move(error.internal));
  }
  return Unreachable(std::move(error.internal));
}

std::string Decimal(double number) {
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "%.1f", number);
  return text.data();
}

}  // namespace

EngineClient::EngineClient(EngineSettings settings, Address address, Fetch fetch, Pause pause)
    : settings_(std::move(settings)),
      address_(std::move(address)),
      fetch_(std::move(fetch)),
      pause_(std::move(pause)),
      queue_(settings_.concurrency) {}

Result<HeardText> EngineClient::Transcribe(const Piece& piece, const PostOptions& options, const platform::Turn& turn,
                                           const std::stop_token& stop) {
  for (int attempt = 1;; ++attempt) {
    Result<HeardText> heard = [&]() -> Result<HeardText> {
      Result<platform::TurnQueue::Place> place = queue_.Enter(turn, stop);
      if (!place) return Forward(place);
      return PostOnce(piece, options, stop);
    }();
    if (heard) return heard;
    const bool is_worth_another = IsWorthAnotherPost(heard.error());
    // The status of a refusal (a wrong key, an unknown model) is known only here.
    if (is_worth_another || heard.error().code == Code::kSpeechEngineRefused) {
      platform::LogWarning("speech_post_failed", {{"attempt", std::int64_t{attempt}},
                                                  {"code", platform::WireCode(heard.error().code)},
                                                  {"cause", heard.error().internal}});
    }
    if (!is_worth_another || attempt >= settings_.attempts) return heard;
    const auto step = std::min(static_cast<std::size_t>(attempt), settings_.back_off.size());
    const auto wait = step == 0 ? std::chrono::milliseconds{0} : settings_.back_off[step - 1];
    if (!pause_(wait, stop)) return Fail(Code::kBusy, "The work was stopped");
  }
}

Result<HeardText> EngineClient::PostOnce(const Piece& piece, const PostOptions& options, const std::stop_token& stop) {
  Result<std::string> address = address_();
  if (!address) {
    is_reachable_ = false;
    return Forward(address);
  }
  const bool sent_own_fields = sends_own_fields_;
  Result<IncomingAnswer> answer = fetch_(MakeRequest(*address, piece, options), stop);
  if (answer && sent_own_fields && (answer->status == kBadRequest || answer->status == kUnprocessable)) {
    sends_own_fields_ = false;
    answer = fetch_(MakeRequest(*address, piece, options), stop);
    // It was not the fields: the engine refuses the piece.
    if (answer && answer->status != kOk) sends_own_fields_ = true;
  }
  if (!answer) {
    Failure failure = FailureOfWay(std::move(answer.error()), stop);
    if (failure.value().code != Code::kBusy) is_reachable_ = false;
    return failure;
  }
  is_reachable_ = answer->status < kServerError;
  if (answer->status != kOk) return FailureOfStatus(answer->status);
  return ParseEngineAnswer(answer->content_type, answer->body, ToSeconds(piece.place.span.Length()));
}

OutgoingRequest EngineClient::MakeRequest(const std::string& address, const Piece& piece,
                                          const PostOptions& options) const {
  OutgoingRequest request;
  request.url = address + "/v1/audio/transcriptions";
  request.deadline = settings_.post_deadline;
  if (!settings_.key.empty()) request.headers.emplace_back("Authorization", "Bearer " + settings_.key);
  const auto add = [&request](std::string name, std::string value) {
    request.parts.push_back({.name = std::move(name), .bytes = std::move(value), .filename = {}, .content_type = {}});
  };
  add("model", settings_.model);
  add("language", settings_.language);
  if (!options.prompt.empty()) add("prompt", options.prompt);
  add("temperature", Decimal(options.temperature));
  add("response_format", "verbose_json");
  if (sends_own_fields_) {
    // Without the first, lines break inside words every 60 characters; the second saves a pass of the encoder.
    add("token_timestamps", "false");
    add("no_language_probabilities", "true");
  }
  request.parts.push_back(
      {.name = "file", .bytes = WaveFile(piece.samples), .filename = "piece.wav", .content_type = "audio/wav"});
  return request;
}

bool EngineClient::PauseForReal(std::chrono::milliseconds duration, const std::stop_token& stop) {
  std::mutex mutex;
  std::unique_lock lock(mutex);
  std::condition_variable_any never;
  never.wait_for(lock, stop, duration, [] { return false; });
  return !stop.stop_requested();
}

}  // namespace scriba::speech
