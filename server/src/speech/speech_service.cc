#include "speech/speech_service.h"

#include <atomic>
#include <functional>
#include <mutex>
#include <optional>
#include <string_view>

#include "platform/log.h"
#include "speech/cutter.h"
#include "speech/decode_process.h"
#include "speech/engine_client.h"
#include "speech/local_engine.h"
#include "speech/piece_transcriber.h"
#include "speech/piece_workers.h"

namespace scriba::speech {
namespace {

using platform::Code;
using platform::Fail;
using platform::Forward;
using platform::Result;

// "https://speech.example:9000/base" → "speech.example:9000"
std::string HostOf(std::string_view url) {
  if (const auto scheme = url.find("://"); scheme != std::string_view::npos) url.remove_prefix(scheme + 3);
  url = url.substr(0, url.find('/'));
  if (const auto user = url.rfind('@'); user != std::string_view::npos) url.remove_prefix(user + 1);
  return std::string(url);
}

bool IsThisMachine(std::string_view host) {
  return host.starts_with("127.") || host.starts_with("localhost") || host.starts_with("[::1]");
}

SpeechSettings Tidied(SpeechSettings settings) {
  while (settings.engine.url.ends_with('/')) settings.engine.url.pop_back();
  return settings;
}

/// Decodes a source into pieces; `take` gets each in order.
Result<AudioSummary> DecodeAndCut(ByteSource& source, const DecodeRequest& request, DecoderPool& decoders,
                                  const std::function<Result<>(Piece)>& take, const std::stop_token& stop) {
  Cutter cutter;
  AudioSummary summary;
  const auto take_ready = [&]() -> Result<> {
    while (auto piece = cutter.Take()) {
      ++summary.pieces;
      if (piece->evidence != Evidence::kNone) ++summary.pieces_with_speech;
      if (Result<> taken = take(std::move(*piece)); !taken) return taken;
    }
    return {};
  };
  const auto receive = [&](std::span<const Sample> samples) {
    cutter.Push(samples);
    return take_ready();
  };
  Result<DecodedAudio> audio = DecodeInChild(source, request, decoders, receive, stop);
  if (!audio) return Forward(audio);
  cutter.Finish();
  if (Result<> taken = take_ready(); !taken) return Forward(taken);
  summary.duration_seconds = ToSeconds(audio->samples);
  summary.is_cut_off = audio->is_cut_off;
  return summary;
}

}  // namespace

class SpeechService::Impl {
 public:
  explicit Impl(SpeechSettings settings) : settings_(Tidied(std::move(settings))), decoders_(settings_.decoder) {
    const bool is_local = settings_.engine.url.empty() && LocalEngine::IsInstalled(settings_.local_engine);
    if (is_local) local_.emplace(settings_.local_engine, settings_.engine.language);
    is_present_ = is_local || !settings_.engine.url.empty();
    engine_.emplace(settings_.engine, [this]() -> Result<std::string> {
      return local_ ? local_->Address() : Result<std::string>(settings_.engine.url);
    });
    transcriber_.emplace(*engine_, settings_.engine.prompt);
  }

  Result<AudioSummary> Measure(ByteSource& source, const DecodeRequest& request, const std::stop_token& stop) {
    return DecodeAndCut(
        source, request, decoders_, [](const Piece&) -> Result<> { return {}; }, stop);
  }

  Result<AudioSummary> Transcribe(ByteSource& source, const TranscribeRequest& request, PieceSink& sink,
                                  const std::stop_token& stop) {
    if (!is_present_) return Fail(Code::kSpeechEngineMissing, "No speech engine is configured on this server");
    std::mutex at_the_sink;
    std::atomic<int> holes_left = request.holes;
    PieceWorkers workers(
        settings_.engine.concurrency, [this] { return engine_->is_crowded(); },
        [&](const Piece& piece, const std::stop_token& stop_piece) {
          return TranscribePiece(piece, request.turn, holes_left, sink, at_the_sink, stop_piece);
        },
        stop);
    const auto take = [&](Piece piece) -> Result<> {
      {
        const std::lock_guard lock(at_the_sink);
        if (sink.IsStored(piece.place)) return {};
        if (piece.evidence == Evidence::kNone) return sink.Store({.piece = piece.place});
      }
      return workers.Add(std::move(piece));
    };
    Result<AudioSummary> summary =
        DecodeAndCut(source, {request.max_seconds, request.turn}, decoders_, take, workers.stop_token());
    // Pieces handed over before the source failed are still worth storing.
    Result<> finished = workers.Finish();
    if (!finished) return Forward(finished);
    return summary;
  }

  EngineStatus Status() const {
    if (!is_present_) return {};
    if (local_) {
      return {.state = local_->is_ready() ? EngineState::kReady : EngineState::kStarting,
              .is_remote = false,
              .host = "localhost"};
    }
    const std::string host = HostOf(settings_.engine.url);
    return {.state = engine_->is_reachable() ? EngineState::kReady : EngineState::kUnreachable,
            .is_remote = !IsThisMachine(host),
            .host = host};
  }

 private:
  Result<> TranscribePiece(const Piece& piece, const platform::Turn& turn, std::atomic<int>& holes_left,
                           PieceSink& sink, std::mutex& at_the_sink, const std::stop_token& stop) {
    Result<PieceTranscript> transcript = transcriber_->Transcribe(piece, turn, stop);
    if (!transcript) {
      const bool may_be_the_piece =
          transcript.error().code == Code::kSpeechEngineRefused || transcript.error().code == Code::kTranscriptInvalid;
      if (!may_be_the_piece || stop.stop_requested() || --holes_left < 0) return Forward(transcript);
      platform::LogWarning("speech_piece_given_up", {{"code", platform::WireCode(transcript.error().code)}});
      transcript =
          PieceTranscript{.piece = piece.place, .has_speech = true, .segments = {}, .marks = {Mark::kNotTranscribed}};
    }
    const std::lock_guard lock(at_the_sink);
    return sink.Store(*transcript);
  }

  const SpeechSettings settings_;
  DecoderPool decoders_;
  bool is_present_ = false;
  std::optional<LocalEngine> local_;
  std::optional<EngineClient> engine_;
  std::optional<PieceTranscriber> transcriber_;
};

SpeechService::SpeechService(SpeechSettings settings) : impl_(std::make_unique<Impl>(std::move(settings))) {}

SpeechService::~SpeechService() = default;

Result<AudioSummary> SpeechService::Measure(ByteSource& source, const DecodeRequest& request, std::stop_token stop) {
  return impl_->Measure(source, request, stop);
}

Result<AudioSummary> SpeechService::Transcribe(ByteSource& source, const TranscribeRequest& request, PieceSink& sink,
                                               std::stop_token stop) {
  return impl_->Transcribe(source, request, sink, stop);
}

EngineStatus SpeechService::Status() const { return impl_->Status(); }

}  // namespace scriba::speech
