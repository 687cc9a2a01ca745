#include "auth/standing_sessions.h"

#include <mutex>

namespace scriba::auth {
namespace {

constexpr std::chrono::seconds kFresh{3};
constexpr std::size_t kMostEntries = 20'000;

}  // namespace

std::optional<Standing> StandingSessions::Known(const std::string& session_id) const {
  const std::shared_lock lock(mutex_);
  const auto found = entries_.find(session_id);
  if (found == entries_.end() || clock_.Now() >= found->second.asked_at + kFresh) return std::nullopt;
  return found->second.standing;
}

std::uint64_t StandingSessions::Era() const {
  const std::shared_lock lock(mutex_);
  return era_;
}

void StandingSessions::Remember(const std::string& session_id, Standing standing, std::uint64_t era) {
  const std::unique_lock lock(mutex_);
  if (era != era_) return;
  const platform::Instant now = clock_.Now();
  if (entries_.size() >= kMostEntries) {
    std::erase_if(entries_, [&](const auto& entry) { return now >= entry.second.asked_at + kFresh; });
  }
  entries_.insert_or_assign(session_id, Entry{.standing = standing, .asked_at = now});
}

void StandingSessions::Forget(std::span<const std::string> session_ids) {
  const std::unique_lock lock(mutex_);
  ++era_;
  for (const std::string& id : session_ids) entries_.erase(id);
}

}  // namespace scriba::auth
