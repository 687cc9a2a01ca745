// The decoding children of a server, seen from the server (decode_worker.h), and whose turn it is to compute.
#pragma once

#include <memory>
#include <mutex>
#include <optional>

#include "platform/file_handle.h"
#include "platform/result.h"
#include "platform/turn_queue.h"
#include "speech/child_process.h"
#include "speech/decode_channel.h"
#include "speech/settings.h"

namespace scriba::speech {

/// A child and the socket to talk to it. Destroying it kills the child.
class DecoderChild {
 public:
  /// `process` names the process (pidfd_open(2)).
  DecoderChild(std::unique_ptr<DecodeChannel> channel, platform::FileHandle process)
      : channel_(std::move(channel)), process_(std::move(process)) {}
  ~DecoderChild();
  DecoderChild(const DecoderChild&) = delete;
  DecoderChild& operator=(const DecoderChild&) = delete;

  DecodeChannel& channel() { return *channel_; }

 private:
  const std::unique_ptr<DecodeChannel> channel_;
  const platform::FileHandle process_;
};

/// Thread-safe. Outlives its children. A child that waits for bytes costs a megabyte and no processor, so there may be
/// hundreds; the turns bound how many compute.
class DecoderPool {
 public:
  explicit DecoderPool(DecoderSettings settings);

  /// A new child for one recording. Errors: kInternal.
  platform::Result<std::unique_ptr<DecoderChild>> Start();

  /// To be entered for each stretch of decoding.
  platform::TurnQueue& turns() { return turns_; }

 private:
  /// The process that forks the children, and the socket by which it is asked to.
  struct Parent {
    ChildProcess process;
    platform::FileHandle control;
  };

  platform::Result<> StartParent();
  std::unique_ptr<DecoderChild> Fork();

  const DecoderSettings settings_;
  platform::TurnQueue turns_;
  std::mutex mutex_;
  std::optional<Parent> parent_;  // guarded by mutex_
};

}  // namespace scriba::speech
