#include "speech/decode_process.h"

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "speech/audio_decoder.h"
#include "speech/child_process.h"
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

// The conversation with one child, from kOpen to kReport.
class Conversation {
 public:
  Conversation(ByteSource& source, DecodeChannel& channel,
               const std::function<Result<>(std::span<const Sample>)>& receive, std::stop_token stop)
      : source_(source), channel_(channel), receive_(receive), stop_(std::move(stop)) {}

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
    if (message.type == DecodeMessageType::kRead) return AnswerRead(message);
    if (message.type != DecodeMessageType::kSound || message.payload.size() % sizeof(Sample) != 0) return false;
    sound_.resize(message.payload.size() / sizeof(Sample));
    std::memcpy(sound_.data(), message.payload.data(), message.payload.size());
    samples_ += static_cast<std::int64_t>(sound_.size());
    Result<> received = receive_(sound_);
    if (!received) failure_ = Forward(received);
    return !failure_;
  }

  bool AnswerRead(const DecodeMessage& message) {
    std::uint32_t wanted = 0;
    if (message.payload.size() != sizeof wanted) return false;
    std::memcpy(&wanted, message.payload.data(), sizeof wanted);
    bytes_.resize(std::min<std::size_t>(wanted, kMaxPayloadBytes));
    Result<std::size_t> count = source_.ReadAt(message.number, bytes_, stop_);
    if (!count) {
      failure_ = Forward(count);
      return false;
    }
    return channel_.Send(DecodeMessageType::kBytes, 0, std::span(bytes_).first(*count));
  }

  Result<DecodedAudio> Conclude(const DecodeMessage& message) const {
    DecodeReport report;
    if (message.payload.size() != sizeof report) return Refusal(DecodeOutcome::kUnreadable);
    std::memcpy(&report, message.payload.data(), sizeof report);
    if (report.outcome != DecodeOutcome::kDecoded) return Refusal(report.outcome);
    return DecodedAudio{samples_, report.is_cut_off};
  }

  ByteSource& source_;
  DecodeChannel& channel_;
  const std::function<Result<>(std::span<const Sample>)>& receive_;
  std::stop_token stop_;
  std::vector<std::byte> bytes_;
  Samples sound_;
  std::int64_t samples_ = 0;
  std::optional<Failure> failure_;
};

}  // namespace

Result<DecodedAudio> DecodeInChild(ByteSource& source, double max_seconds, const DecoderSettings& settings,
                                   const std::function<Result<>(std::span<const Sample>)>& receive,
                                   std::stop_token stop) {
  std::array<int, 2> sockets{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets.data()) != 0) {
    return Fail(Code::kInternal, "A helper process could not be started", std::strerror(errno));
  }
  DecodeChannel channel(sockets[0]);
  ChildCommand command{
      .arguments = settings.worker_command, .environment = {}, .descriptor_3 = sockets[1], .is_silent = false};
  command.arguments.push_back(std::to_string(settings.cpu_seconds));
  command.arguments.push_back(std::to_string(settings.address_space_bytes));
  auto child = ChildProcess::Start(command);
  ::close(sockets[1]);
  if (!child) return Forward(child);

  const std::stop_callback interrupt(stop, [&channel] { channel.Interrupt(); });
  return Conversation(source, channel, receive, stop).Run(max_seconds);
}

}  // namespace scriba::speech
