#include "speech/decoder_pool.h"

#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>
#include <utility>

#include "speech/sockets.h"

namespace scriba::speech {
namespace {

using platform::Code;
using platform::Fail;
using platform::FileHandle;
using platform::Forward;
using platform::Result;

// The first child waits until the codecs are loaded.
constexpr std::chrono::seconds kStartPatience{20};

std::size_t Processors(std::size_t wanted) {
  return wanted > 0 ? wanted : std::max<std::size_t>(1, std::thread::hardware_concurrency());
}

}  // namespace

DecoderChild::~DecoderChild() {
  // A stranger's file may keep it computing: it must not go on until its processor time is used up.
  if (process_.IsOpen()) ::syscall(SYS_pidfd_send_signal, process_.get(), SIGKILL, nullptr, 0);
}

DecoderPool::DecoderPool(DecoderSettings settings)
    : settings_(std::move(settings)), turns_(Processors(settings_.at_once)) {}

Result<std::unique_ptr<DecoderChild>> DecoderPool::Start() {
  const std::lock_guard lock(mutex_);
  // Tried again when the parent dies at this very moment.
  for (int tries = 0; tries < 2; ++tries) {
    if (!parent_ || parent_->process.HasEnded()) {
      if (Result<> started = StartParent(); !started) return Forward(started);
    }
    if (auto child = Fork()) return child;
  }
  return Fail(Code::kInternal, "A helper process could not be started", "the decoders' parent forks no child");
}

Result<> DecoderPool::StartParent() {
  parent_.reset();
  auto sockets = ConnectedSockets();
  if (!sockets) return Fail(Code::kInternal, "A helper process could not be started", "no sockets");
  // Bound at once, what the linker resolves is shared by all children.
  ChildCommand command{.arguments = settings_.worker_command,
                       .environment = {"LD_BIND_NOW=1"},
                       .descriptor_3 = sockets->second.get(),
                       .is_silent = false};
  command.arguments.push_back(std::to_string(settings_.cpu_seconds));
  command.arguments.push_back(std::to_string(settings_.address_space_bytes));
  auto process = ChildProcess::Start(command);
  if (!process) return Forward(process);
  parent_.emplace(Parent{std::move(*process), std::move(sockets->first)});
  return {};
}

/// Nothing when the parent is gone.
std::unique_ptr<DecoderChild> DecoderPool::Fork() {
  auto sockets = ConnectedSockets();
  if (!sockets || !Send(parent_->control, sockets->second)) return nullptr;
  sockets->second = FileHandle();
  auto channel = std::make_unique<DecodeChannel>(std::move(sockets->first));
  if (!channel->HasNews(kStartPatience)) return nullptr;
  const auto ready = channel->Receive();
  if (!ready || ready->type != DecodeMessageType::kReady) return nullptr;
  // It waits for us now, so the number is its own. A kernel without such names leaves it to its limits.
  FileHandle process(static_cast<int>(::syscall(SYS_pidfd_open, static_cast<pid_t>(ready->number), 0)));
  return std::make_unique<DecoderChild>(std::move(channel), std::move(process));
}

}  // namespace scriba::speech
