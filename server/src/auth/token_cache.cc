#include "auth/token_cache.h"

namespace scriba::auth {

std::shared_ptr<const Caller> TokenCache::Find(std::string_view token) const {
  const std::shared_lock lock(mutex_);
  if (const auto found = younger_.find(token); found != younger_.end()) return found->second;
  const auto found = older_.find(token);
  return found == older_.end() ? nullptr : found->second;
}

void TokenCache::Remember(std::string token, std::shared_ptr<const Caller> caller) {
  const std::unique_lock lock(mutex_);
  if (younger_.size() >= kGeneration) {
    older_ = std::move(younger_);
    younger_ = {};
  }
  younger_.insert_or_assign(std::move(token), std::move(caller));
}

}  // namespace scriba::auth
