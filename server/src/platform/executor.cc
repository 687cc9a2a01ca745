#include "platform/executor.h"

#include <trantor/net/EventLoop.h>

#include <utility>

namespace scriba::platform {
namespace {

thread_local std::shared_ptr<Executor> local_executor;

class LoopExecutor final : public Executor {
 public:
  explicit LoopExecutor(trantor::EventLoop* loop) : loop_(loop) {}
  void Post(std::function<void()> work) override { loop_->queueInLoop(std::move(work)); }

 private:
  trantor::EventLoop* loop_;
};

}  // namespace

std::shared_ptr<Executor> Executor::Current() {
  if (local_executor) return local_executor;
  auto* loop = trantor::EventLoop::getEventLoopOfCurrentThread();
  if (loop == nullptr) return nullptr;
  thread_local std::shared_ptr<Executor> of_loop = std::make_shared<LoopExecutor>(loop);
  return of_loop;
}

class LocalExecutor::Queue final : public Executor {
 public:
  void Post(std::function<void()> work) override {
    {
      const std::lock_guard lock(mutex_);
      if (is_closed_) return;
      waiting_.push_back(std::move(work));
    }
    posted_.notify_one();
  }

  /// Lets go of what nobody will run: work that holds this queue would otherwise keep itself alive.
  void Close() {
    std::deque<std::function<void()>> left;
    const std::lock_guard lock(mutex_);
    is_closed_ = true;
    left.swap(waiting_);
  }

  std::function<void()> Take() {
    std::unique_lock lock(mutex_);
    posted_.wait(lock, [this] { return !waiting_.empty(); });
    auto work = std::move(waiting_.front());
    waiting_.pop_front();
    return work;
  }

 private:
  std::mutex mutex_;
  std::condition_variable posted_;
  std::deque<std::function<void()>> waiting_;  // guarded by mutex_
  bool is_closed_ = false;                     // guarded by mutex_
};

LocalExecutor::LocalExecutor() : queue_(std::make_shared<Queue>()), outer_(std::exchange(local_executor, queue_)) {}

LocalExecutor::~LocalExecutor() {
  queue_->Close();
  local_executor = outer_;
}

void LocalExecutor::RunUntil(const std::function<bool()>& done) {
  while (!done()) queue_->Take()();
}

}  // namespace scriba::platform
