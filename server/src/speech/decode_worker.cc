#include "speech/decode_worker.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>

#include "speech/audio_decoder.h"
#include "speech/decode_channel.h"
#include "speech/sandbox.h"

namespace scriba::speech {
namespace {

constexpr int kBadUse = 64, kServerGone = 69, kNoSandbox = 71;  // as in sysexits.h

// The server's bytes, asked for over the socket.
class RemoteInput final : public DecoderInput {
 public:
  RemoteInput(DecodeChannel& channel, std::uint64_t size) : channel_(channel), size_(size) {}

  std::optional<std::uint64_t> Size() const override {
    return size_ == kSizeUnknown ? std::nullopt : std::optional(size_);
  }

  std::optional<std::size_t> Read(std::uint64_t offset, std::span<std::byte> into) override {
    const std::array wanted{static_cast<std::uint32_t>(std::min(into.size(), kMaxPayloadBytes))};
    if (!channel_.Send(DecodeMessageType::kRead, offset, std::as_bytes(std::span(wanted)))) return std::nullopt;
    const auto answer = channel_.Receive();
    if (!answer || answer->type != DecodeMessageType::kBytes || answer->payload.size() > into.size()) {
      return std::nullopt;
    }
    std::ranges::copy(answer->payload, into.begin());
    return answer->payload.size();
  }

 private:
  DecodeChannel& channel_;
  std::uint64_t size_;
};

}  // namespace

int RunDecodeWorker(int argc, char** argv) {
  if (argc != 2) return kBadUse;
  if (!EnterSandbox({.cpu_seconds = std::strtoul(argv[0], nullptr, 10),
                     .address_space_bytes = std::strtoul(argv[1], nullptr, 10),
                     .keep_descriptors_below = kDecodeWorkerSocket + 1})) {
    return kNoSandbox;
  }
  DecodeChannel channel(kDecodeWorkerSocket);
  const auto open = channel.Receive();
  std::int64_t max_samples = 0;
  if (!open || open->type != DecodeMessageType::kOpen || open->payload.size() != sizeof max_samples) return kBadUse;
  std::memcpy(&max_samples, open->payload.data(), sizeof max_samples);

  RemoteInput input(channel, open->number);
  const DecodeReport report = DecodeAudio(input, max_samples, [&channel](std::span<const Sample> samples) {
    constexpr std::size_t kPortion = kMaxPayloadBytes / sizeof(Sample);
    for (; !samples.empty(); samples = samples.subspan(std::min(kPortion, samples.size()))) {
      const auto portion = samples.first(std::min(kPortion, samples.size()));
      if (!channel.Send(DecodeMessageType::kSound, 0, std::as_bytes(portion))) return false;
    }
    return true;
  });
  return channel.Send(DecodeMessageType::kReport, 0, std::as_bytes(std::span(&report, 1))) ? EXIT_SUCCESS : kServerGone;
}

}  // namespace scriba::speech
