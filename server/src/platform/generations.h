// What was worked out before, kept in memory as long as somebody asks for it.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <unordered_map>

namespace scriba::platform {

/// Values by a text. Two generations of at most `most` each: when the younger is full it becomes the older, and what
/// the older held is forgotten. `Hash` is transparent. Safe on every thread.
template <typename Value, typename Hash>
class Generations {
 public:
  explicit Generations(std::size_t most) : most_(most) {}

  /// Null when the text is not known.
  std::shared_ptr<const Value> Find(std::string_view text) const {
    const std::shared_lock lock(mutex_);
    if (const auto found = younger_.find(text); found != younger_.end()) return found->second;
    const auto found = older_.find(text);
    return found == older_.end() ? nullptr : found->second;
  }

  void Remember(std::string text, std::shared_ptr<const Value> value) {
    const std::unique_lock lock(mutex_);
    if (younger_.size() >= most_) {
      older_ = std::move(younger_);
      younger_ = {};
    }
    younger_.insert_or_assign(std::move(text), std::move(value));
  }

 private:
  using Known = std::unordered_map<std::string, std::shared_ptr<const Value>, Hash, std::equal_to<>>;

  const std::size_t most_;
  mutable std::shared_mutex mutex_;
  Known younger_;  // guarded by mutex_
  Known older_;    // guarded by mutex_
};

}  // namespace scriba::platform
