#include "speech/decode_process.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "speech/audio_decoder.h"
#include "speech/decode_channel.h"

namespace scriba::speech {
namespace {

using platform::Code;
using platform::Fail;
using platform::Failure;
using platform::Forward;
using platform::Result;

Failure Refusal(DecodeOutcome outcome) {
  switch (outcome) {
    case DecodeOutcome::kEmpty: return Fail(Code::kEmptyFile, "The file is empty");
    case DecodeOutcome::kVideo:
      return Fail(Code::kVideoNotAccepted, "The file is a video: send its sound alone (mp3, m4a, wav, ogg or webm)");
    case DecodeOutcome::kNotAudio:
      return Fail(Code::kNotAudio, "The file is not audio in a known format (mp3, m4a, wav, ogg or webm)");
    case DecodeOutcome::kTooLong: return Fail(Code::kAudioTooLong, "The audio is longer than this server accepts");
    default: return Fail(Code::kAudioUnreadable, "The audio is damaged and nothing in it can be played");
  }
}

// More than comes of one read of a usual recording; keeps a file of hours in a few bytes out of memory.
constexpr std::size_t kMostSamplesHeld = std::size_t{kSampleRate} * 30;

// The conversation with one child, from kOpen to kReport.
class Conversation {
 public:
  Conversation(ByteSource& source, DecoderPool& decoders, DecodeChannel& channel, const platform::Turn& turn,
               const std::function<Result<>(std::span<const Sample>)>& receive, std::stop_token stop)
      : source_(source),
        decoders_(decoders),
        channel_(channel),
        turn_(turn),
        receive_(receive),
        stop_(std::move(stop)) {}

  Result<DecodedAudio> Run(double max_seconds) {
    const std::array limit{ToSampleCount(max_seconds)};
    const std::uint64_t size = source_.Size().value_or(kSizeUnknown);
    bool goes_on = channel_.Send(DecodeMessageType::kOpen, size, std::as_bytes(std::span(limit)));
    while (goes_on) {
      const auto message = channel_.Receive();
      if (!message) break;
      if (message->type == DecodeMessageType::kReport) return Conclude(*message);
      goes_on = Answer(*message);
    }
    if (failure_) return *failure_;
    if (stop_.stop_requested()) return Fail(Code::kBusy, "The work was stopped");
    return Fail(Code::kAudioUnreadable, "The audio is damaged and nothing in it can be played",
                "the decoding process ended early");
  }

 private:
  bool Answer(const DecodeMessage& message) {
    if (message.type == DecodeMessageType::kRead) return Deliver() && AnswerRead(message);
    if (message.type != DecodeMessageType::kSound || message.payload.size() % sizeof(Sample) != 0) return false;
    const std::size_t held = sound_.size(), count = message.payload.size() / sizeof(Sample);
    sound_.resize(held + count);
    std::memcpy(sound_.data() + held, message.payload.data(), message.payload.size());
    samples_ += static_cast<std::int64_t>(count);
    return sound_.size() < kMostSamplesHeld || (Deliver() && TakeTurn());
  }

  // The receiver may wait for the engine, and a read for the doctor: neither takes a processor.
  bool Deliver() {
    place_.reset();
    if (sound_.empty()) return true;
    Result<> received = receive_(sound_);
    if (!received) failure_ = Forward(received);
    sound_.clear();
    return !failure_;
  }

  bool AnswerRead(const DecodeMessage& message) {
    std::uint32_t wanted = 0;
    if (message.payload.size() != sizeof wanted) return false;
    std::memcpy(&wanted, message.payload.data(), sizeof wanted);
    std::vector<std::byte> bytes(std::min<std::size_t>(wanted, kMaxPayloadBytes));
    Result<std::size_t> count = source_.ReadAt(message.number, bytes, stop_);
    if (!count) {
      failure_ = Forward(count);
      return false;
    }
    return TakeTurn() && channel_.Send(DecodeMessageType::kBytes, 0, std::span(bytes).first(*count));
  }

  bool TakeTurn() {
    auto place = decoders_.turns().Enter(turn_, stop_);
    if (place) place_.emplace(std::move(*place));
    return place.has_value();
  }

  Result<DecodedAudio> Conclude(const DecodeMessage& message) {
    if (!Deliver()) return *failure_;
    DecodeReport report;
    if (message.payload.size() != sizeof report) return Refusal(DecodeOutcome::kUnreadable);
    std::memcpy(&report, message.payload.data(), sizeof report);
    if (report.outcome != DecodeOutcome::kDecoded) return Refusal(report.outcome);
    return DecodedAudio{samples_, report.is_cut_off};
  }

  ByteSource& source_;
  DecoderPool& decoders_;
  DecodeChannel& channel_;
  const platform::Turn& turn_;
  const std::function<Result<>(std::span<const Sample>)>& receive_;
  std::stop_token stop_;
  std::optional<platform::TurnQueue::Place> place_;  // while the child computes
  Samples sound_;                                    // decoded, not yet handed on
  std::int64_t samples_ = 0;
  std::optional<Failure> failure_;
};

}  // namespace

Result<DecodedAudio> DecodeInChild(ByteSource& source, const DecodeRequest& request, DecoderPool& decoders,
                                   const std::function<Result<>(std::span<const Sample>)>& receive,
                                   std::stop_token stop) {
  auto child = decoders.Start();
  if (!child) return Forward(child);
  DecodeChannel& channel = (*child)->channel();
  const std::stop_callback interrupt(stop, [&channel] { channel.Interrupt(); });
  return Conversation(source, decoders, channel, request.turn, receive, stop).Run(request.max_seconds);
}

}  // namespace scriba::speech
