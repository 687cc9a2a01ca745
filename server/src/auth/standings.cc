#include "auth/standings.h"

#include <mutex>

namespace scriba::auth {
namespace {

constexpr std::chrono::seconds kFresh{3};
constexpr std::size_t kMostEntries = 20'000;

}  // namespace

std::optional<Standing> Standings::Known(const std::string& id) const {
  const std::shared_lock lock(mutex_);
  const auto found = entries_.find(id);
  if (found == entries_.end() || clock_.Now() >= found->second.asked_at + kFresh) return std::nullopt;
  return found->second.standing;
}

std::uint64_t Standings::Era() const {
  const std::shared_lock lock(mutex_);
  return era_;
}

void Standings::Remember(const std::string& id, Standing standing, std::uint64_t era) {
  const std::unique_lock lock(mutex_);
  if (era != era_) return;
  const platform::Instant now = clock_.Now();
  if (entries_.size() >= kMostEntries) {
    std::erase_if(entries_, [&](const auto& entry) { return now >= entry.second.asked_at + kFresh; });
  }
  entries_.insert_or_assign(id, Entry{.standing = standing, .asked_at = now});
}

void Standings::Forget(std::span<const std::string> ids) {
  const std::unique_lock lock(mutex_);
  ++era_;
  for (const std::string& id : ids) entries_.erase(id);
}

}  // namespace scriba::auth
