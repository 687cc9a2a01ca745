// The memory that the bodies of requests may take, all connections together.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace scriba::platform {

/// Whoever sends may fill a quarter of it, for a crowd of strangers leaves the rest to those whom the server knows; of
/// these each may fill a third. Safe on every thread.
class BodyBudget {
 public:
  explicit BodyBudget(std::size_t bytes) : most_(bytes), most_of_strangers_(bytes / 4), most_of_one_(bytes / 3) {}

 private:
  friend class BodyHold;

  using Owner = std::optional<std::string>;

  bool Take(std::size_t bytes, bool is_known, const Owner& owner);
  void GiveBack(std::size_t bytes, bool is_known, const Owner& owner);
  void Recognise(std::size_t bytes);
  bool Assign(std::size_t bytes, const std::string& owner);
  bool TakeShare(const std::string& owner, std::size_t bytes);  // the caller holds mutex_

  const std::size_t most_;
  const std::size_t most_of_strangers_;
  const std::size_t most_of_one_;
  std::mutex mutex_;
  std::size_t taken_ = 0;                         // guarded by mutex_
  std::size_t of_strangers_ = 0;                  // guarded by mutex_; part of taken_
  std::map<std::string, std::size_t> of_owners_;  // guarded by mutex_; parts of taken_
};

/// What one body takes of the budget; given back at the end of its life. Used by one thread at a time.
class BodyHold {
 public:
  /// So much is taken of nobody: it is what a connection costs anyway, and a sign-in must fit when strangers crowd.
  static constexpr std::size_t kUncountedBytes = 16U << 10;

  BodyHold() = default;
  explicit BodyHold(std::shared_ptr<BodyBudget> budget) : budget_(std::move(budget)) {}
  BodyHold(BodyHold&& other) noexcept { Swap(other); }
  BodyHold& operator=(BodyHold&& other) noexcept {
    BodyHold(std::move(other)).Swap(*this);
    return *this;
  }
  ~BodyHold();

  /// Takes what is missing to `bytes` in all. False when there is no room; nothing has changed then.
  bool Reach(std::size_t bytes);

  /// The sender is no stranger.
  void Recognise();

  /// Recognises the sender as this account. False when its share has no room for what is held.
  bool BelongTo(const std::string& owner);

 private:
  void Swap(BodyHold& other) noexcept;

  std::shared_ptr<BodyBudget> budget_;
  std::size_t held_ = 0;
  bool is_known_ = false;
  BodyBudget::Owner owner_;
};

}  // namespace scriba::platform
