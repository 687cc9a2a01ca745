// Who comes next where places are few: posts to an engine, processors for decoding. What goes on now comes before what
// can wait, and within each the owners take turns, so that one with an hour of work does not hold up one with a minute.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <stop_token>
#include <string>
#include <utility>

#include "platform/result.h"
#include "platform/turn_line.h"

namespace scriba::platform {

/// Of what goes on while somebody is at it, and of what was handed over.
enum class Priority { kLive, kLater };

/// For whom something is done.
struct Turn {
  /// Opaque: owners take turns.
  std::string owner;
  Priority priority = Priority::kLater;
};

/// Thread-safe. Outlives its places.
class TurnQueue {
 public:
  /// The right to one post, or one stretch of work; given back when destroyed.
  class Place {
   public:
    explicit Place(TurnQueue& queue) : queue_(&queue) {}
    Place(Place&& other) noexcept : queue_(std::exchange(other.queue_, nullptr)) {}
    Place& operator=(Place&&) = delete;
    ~Place() {
      if (queue_) queue_->GiveBack();
    }

   private:
    TurnQueue* queue_;
  };

  explicit TurnQueue(std::size_t places) : free_(places) {}

  /// Waits for a place. Errors: kBusy when `stop` is requested first.
  Result<Place> Enter(const Turn& turn, const std::stop_token& stop);

  /// How many wait for a place now.
  std::size_t waiting() const;

 private:
  struct Waiting {
    bool is_called = false;
    std::condition_variable_any called;
  };
  using Line = TurnLine<Waiting*>;

  Line& LineOf(Priority priority) { return priority == Priority::kLive ? live_ : later_; }
  void GiveBack();
  void CallNext();

  mutable std::mutex mutex_;
  std::size_t free_;  // guarded by mutex_, as all below
  Line live_, later_;
};

}  // namespace scriba::platform
