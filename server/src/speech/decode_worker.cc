#include "speech/decode_worker.h"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "speech/audio_decoder.h"
#include "speech/decode_channel.h"
#include "speech/sandbox.h"
#include "speech/sockets.h"

namespace scriba::speech {
namespace {

using platform::FileHandle;

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

// The life of a child.
int DecodeOne(const SandboxLimits& limits) {
  if (!EnterSandbox(limits)) return kNoSandbox;
  DecodeChannel channel{FileHandle(kDecodeWorkerSocket)};
  if (!channel.Send(DecodeMessageType::kReady, static_cast<std::uint64_t>(::getpid()))) return kServerGone;
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

void Wake(int /*signal*/) {}

/// Lets the end of a child interrupt the wait for the next socket and nothing else. Answers the mask of that wait.
sigset_t HoldChildSignals() {
  struct sigaction action {};
  action.sa_handler = &Wake;
  ::sigaction(SIGCHLD, &action, nullptr);
  sigset_t held, usual;
  sigemptyset(&held);
  sigaddset(&held, SIGCHLD);
  ::sigprocmask(SIG_BLOCK, &held, &usual);
  return usual;
}

void ReapChildren() {
  while (::waitpid(-1, nullptr, WNOHANG) > 0) {
  }
}

/// The next recording's socket; closed when the server is gone.
FileHandle NextSocket(const sigset_t& mask) {
  for (;;) {
    ReapChildren();
    pollfd control{.fd = kDecodeWorkerSocket, .events = POLLIN, .revents = 0};
    if (::ppoll(&control, 1, nullptr, &mask) >= 0) return ReceiveOver(kDecodeWorkerSocket);
    if (errno != EINTR) return {};
  }
}

}  // namespace

int RunDecodeWorker(int argc, char** argv) {
  if (argc != 2) return kBadUse;
  const SandboxLimits limits{.cpu_seconds = std::strtoul(argv[0], nullptr, 10),
                             .address_space_bytes = std::strtoul(argv[1], nullptr, 10),
                             .keep_descriptors_below = kDecodeWorkerSocket + 1};
  const sigset_t usual = HoldChildSignals();
  for (;;) {
    const FileHandle socket = NextSocket(usual);
    if (!socket.IsOpen()) return EXIT_SUCCESS;
    if (::fork() != 0) continue;
    ::sigprocmask(SIG_SETMASK, &usual, nullptr);
    return ::dup2(socket.get(), kDecodeWorkerSocket) < 0 ? kBadUse : DecodeOne(limits);
  }
}

}  // namespace scriba::speech
