// Which sessions and accounts still stand, as far as this node knows.
#pragma once

#include <chrono>
#include <optional>
#include <shared_mutex>
#include <span>
#include <string>
#include <unordered_map>

#include "platform/clock.h"

namespace scriba::auth {

/// What a node knows of a session or an account.
struct Standing {
  bool stands = false;
  /// The account has a verified second factor: a token of the first level opens no data.
  bool needs_second_factor = false;
};

/// Answers for a few seconds without asking the database: what another node ended is refused within that time, what
/// this node ended at once. Sessions and accounts go by their ids, which are never the same. Safe on every thread.
class Standings {
 public:
  explicit Standings(const platform::Clock& clock) : clock_(clock) {}

  /// Nothing when the database must be asked.
  std::optional<Standing> Known(const std::string& id) const;

  /// To be read before the database is asked, and handed to Remember() with its answer: an answer that a sign-out
  /// overtook is dropped.
  std::uint64_t Era() const;
  void Remember(const std::string& id, Standing standing, std::uint64_t era);

  /// These have ended, or stand otherwise than before: the next question about them goes to the database.
  void Forget(std::span<const std::string> ids);

 private:
  struct Entry {
    Standing standing;
    platform::Instant asked_at{};
  };

  const platform::Clock& clock_;
  mutable std::shared_mutex mutex_;
  std::unordered_map<std::string, Entry> entries_;  // guarded by mutex_
  std::uint64_t era_ = 0;                           // guarded by mutex_; counts the times that something was forgotten
};

}  // namespace scriba::auth
