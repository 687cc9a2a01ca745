// What waits where places are few, so that one who brings much does not hold up one who brings little.
#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <list>
#include <string>
#include <utility>

namespace scriba::platform {

/// Owners stand in the order of their turns, each with what it waits for in order of arrival. Not thread-safe.
template <typename T>
class TurnLine {
 public:
  bool empty() const { return owners_.empty(); }

  std::size_t size() const {
    std::size_t count = 0;
    for (const Owner& owner : owners_) count += owner.waiting.size();
    return count;
  }

  /// How much of one owner's waits.
  std::size_t CountOf(const std::string& owner) const {
    const auto found = std::ranges::find(owners_, owner, &Owner::name);
    return found == owners_.end() ? 0 : found->waiting.size();
  }

  void Join(const std::string& owner, T item) {
    auto found = std::ranges::find(owners_, owner, &Owner::name);
    if (found == owners_.end()) found = owners_.insert(owners_.end(), Owner{owner, {}});
    found->waiting.push_back(std::move(item));
  }

  /// Nothing happens to what is not in the line.
  void Leave(const std::string& owner, const T& item) {
    const auto found = std::ranges::find(owners_, owner, &Owner::name);
    if (found == owners_.end()) return;
    std::erase(found->waiting, item);
    if (found->waiting.empty()) owners_.erase(found);
  }

  /// The first of whose turn it is, who then stands last. The line is not empty.
  T TakeNext() {
    Owner& owner = owners_.front();
    T next = std::move(owner.waiting.front());
    owner.waiting.pop_front();
    if (owner.waiting.empty()) {
      owners_.pop_front();
    } else {
      owners_.splice(owners_.end(), owners_, owners_.begin());
    }
    return next;
  }

 private:
  struct Owner {
    std::string name;
    std::deque<T> waiting;
  };

  std::list<Owner> owners_;
};

}  // namespace scriba::platform
