#include "platform/workers.h"

#include <pthread.h>

namespace scriba::platform {

WorkerPool::WorkerPool(std::string name, std::size_t threads) {
  name.resize(std::min<std::size_t>(name.size(), 15));
  for (std::size_t i = 0; i < threads; ++i) {
    threads_.emplace_back([this](const std::stop_token& stop) { Loop(stop); });
    pthread_setname_np(threads_.back().native_handle(), name.c_str());
  }
}

WorkerPool::~WorkerPool() {
  for (auto& thread : threads_) thread.request_stop();
}

void WorkerPool::PostFor(const std::string& owner, std::function<void()> work) {
  {
    const std::lock_guard lock(mutex_);
    waiting_.Join(owner, std::move(work));
  }
  posted_.notify_one();
}

std::size_t WorkerPool::WaitingOf(const std::string& owner) const {
  const std::lock_guard lock(mutex_);
  return waiting_.CountOf(owner);
}

void WorkerPool::Loop(const std::stop_token& stop) {
  while (true) {
    std::function<void()> work;
    {
      std::unique_lock lock(mutex_);
      if (!posted_.wait(lock, stop, [this] { return !waiting_.empty(); }) || stop.stop_requested()) return;
      work = waiting_.TakeNext();
    }
    work();
  }
}

}  // namespace scriba::platform
