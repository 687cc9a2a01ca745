#include "speech/turn_queue.h"

#include <algorithm>

namespace scriba::speech {

using platform::Code;
using platform::Fail;
using platform::Result;

Result<TurnQueue::Place> TurnQueue::Enter(const Turn& turn, const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  Waiting waiting;
  Join(LineOf(turn.priority), turn.owner, waiting);
  CallNext();
  if (waiting.called.wait(lock, stop, [&waiting] { return waiting.is_called; })) return Place(*this);
  Leave(LineOf(turn.priority), turn.owner, waiting);
  return Fail(Code::kBusy, "The work was stopped");
}

std::size_t TurnQueue::waiting() const {
  const std::lock_guard lock(mutex_);
  std::size_t count = 0;
  for (const Line* line : {&live_, &upload_}) {
    for (const Owner& owner : *line) count += owner.waiting.size();
  }
  return count;
}

void TurnQueue::GiveBack() {
  const std::lock_guard lock(mutex_);
  ++free_;
  CallNext();
}

void TurnQueue::CallNext() {
  while (free_ > 0 && !(live_.empty() && upload_.empty())) {
    Waiting& next = TakeNext(live_.empty() ? upload_ : live_);
    --free_;
    next.is_called = true;
    next.called.notify_one();
  }
}

void TurnQueue::Join(Line& line, const std::string& owner, Waiting& waiting) {
  auto found = std::ranges::find(line, owner, &Owner::name);
  if (found == line.end()) found = line.insert(line.end(), Owner{owner, {}});
  found->waiting.push_back(&waiting);
}

void TurnQueue::Leave(Line& line, const std::string& owner, const Waiting& waiting) {
  const auto found = std::ranges::find(line, owner, &Owner::name);
  if (found == line.end()) return;
  std::erase(found->waiting, &waiting);
  if (found->waiting.empty()) line.erase(found);
}

TurnQueue::Waiting& TurnQueue::TakeNext(Line& line) {
  Owner& owner = line.front();
  Waiting& next = *owner.waiting.front();
  owner.waiting.pop_front();
  if (owner.waiting.empty()) {
    line.pop_front();
  } else {
    line.splice(line.end(), line, line.begin());
  }
  return next;
}

}  // namespace scriba::speech
