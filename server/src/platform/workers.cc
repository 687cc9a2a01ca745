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

void WorkerPool::Post(std::function<void()> work) {
  {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(work));
  }
  posted_.notify_one();
}

void WorkerPool::Loop(const std::stop_token& stop) {
  while (true) {
    std::function<void()> work;
    {
      std::unique_lock lock(mutex_);
      if (!posted_.wait(lock, stop, [this] { return !waiting_.empty(); }) || stop.stop_requested()) return;
      work = std::move(waiting_.front());
      waiting_.pop_front();
    }
    work();
  }
}

}  // namespace scriba::platform
