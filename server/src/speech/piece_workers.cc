#include "speech/piece_workers.h"

#include <exception>
#include <utility>

namespace scriba::speech {

using platform::Code;
using platform::Result;

PieceWorkers::PieceWorkers(std::size_t limit, std::function<bool()> is_crowded, Work work, const std::stop_token& stop)
    : limit_(limit),
      is_crowded_(std::move(is_crowded)),
      work_(std::move(work)),
      forward_stop_(stop, [this] { stop_.request_stop(); }) {}

PieceWorkers::~PieceWorkers() { stop_.request_stop(); }

Result<> PieceWorkers::Add(Piece piece) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, stop_.get_token(), [this] { return HasRoom() || failure_; });
  if (failure_ || stop_.stop_requested()) return Outcome();
  waiting_.push_back(std::move(piece));
  if (waiting_.size() > idle_ && threads_.size() < limit_) threads_.emplace_back([this] { Loop(); });
  changed_.notify_all();
  return {};
}

Result<> PieceWorkers::Finish() {
  {
    const std::lock_guard lock(mutex_);
    is_closed_ = true;
    changed_.notify_all();
  }
  for (std::jthread& thread : threads_) thread.join();
  threads_.clear();
  return Outcome();
}

bool PieceWorkers::HasRoom() const {
  const std::size_t held = waiting_.size() + under_way_;
  return held == 0 || (held < limit_ && !is_crowded_());
}

void PieceWorkers::Loop() {
  std::unique_lock lock(mutex_);
  for (;;) {
    ++idle_;
    changed_.wait(lock, stop_.get_token(), [this] { return !waiting_.empty() || is_closed_; });
    --idle_;
    if (waiting_.empty() || stop_.stop_requested()) return;
    const Piece piece = std::move(waiting_.front());
    waiting_.pop_front();
    ++under_way_;
    lock.unlock();
    Result<> done = Run(piece);
    lock.lock();
    --under_way_;
    changed_.notify_all();
    if (!done) {
      Fail(std::move(done.error()));
      return;
    }
  }
}

// An exception must not end the server from a thread that nobody catches it on.
Result<> PieceWorkers::Run(const Piece& piece) const {
  try {
    return work_(piece, stop_.get_token());
  } catch (const std::exception& failure) {
    return platform::Fail(Code::kInternal, "The piece could not be worked on", failure.what());
  }
}

void PieceWorkers::Fail(platform::Error error) {
  if (!failure_) failure_ = std::move(error);
  stop_.request_stop();
  changed_.notify_all();
}

Result<> PieceWorkers::Outcome() const {
  if (failure_) return platform::Failure(*failure_);
  if (stop_.stop_requested()) return platform::Fail(Code::kBusy, "The work was stopped");
  return {};
}

}  // namespace scriba::speech
