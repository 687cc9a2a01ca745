#include "platform/turn_queue.h"

namespace scriba::platform {

Result<TurnQueue::Place> TurnQueue::Enter(const Turn& turn, const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  Waiting waiting;
  LineOf(turn.priority).Join(turn.owner, &waiting);
  CallNext();
  if (waiting.called.wait(lock, stop, [&waiting] { return waiting.is_called; })) return Place(*this);
  LineOf(turn.priority).Leave(turn.owner, &waiting);
  return Fail(Code::kBusy, "The work was stopped");
}

std::size_t TurnQueue::waiting() const {
  const std::lock_guard lock(mutex_);
  return live_.size() + later_.size();
}

void TurnQueue::GiveBack() {
  const std::lock_guard lock(mutex_);
  ++free_;
  CallNext();
}

void TurnQueue::CallNext() {
  while (free_ > 0 && !(live_.empty() && later_.empty())) {
    Waiting& next = *(live_.empty() ? later_ : live_).TakeNext();
    --free_;
    next.is_called = true;
    next.called.notify_one();
  }
}

}  // namespace scriba::platform
