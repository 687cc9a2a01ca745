#include "auth/rate_limits.h"

#include <arpa/inet.h>

#include <array>
#include <cstring>

#include "platform/crypto/encoding.h"

namespace scriba::auth {

bool RateLimits::Take(const std::string& key, const RateRule& rule) {
  if (!is_on_) return true;
  const std::lock_guard lock(mutex_);
  Entry& entry = Touch(key);
  DropOld(entry, rule);
  if (entry.events.size() >= rule.allowed) return false;
  entry.events.push_back(clock_.Now());
  return true;
}

bool RateLimits::IsUsedUp(const std::string& key, const RateRule& rule) {
  if (!is_on_) return false;
  const std::lock_guard lock(mutex_);
  if (!by_key_.contains(key)) return false;
  Entry& entry = Touch(key);
  DropOld(entry, rule);
  return entry.events.size() >= rule.allowed;
}

void RateLimits::GiveBack(const std::string& key) {
  const std::lock_guard lock(mutex_);
  const auto found = by_key_.find(key);
  if (found != by_key_.end() && !found->second->events.empty()) found->second->events.pop_back();
}

RateLimits::Entry& RateLimits::Touch(const std::string& key) {
  const auto found = by_key_.find(key);
  if (found != by_key_.end()) {
    entries_.splice(entries_.begin(), entries_, found->second);
    return entries_.front();
  }
  if (entries_.size() >= kMostKeys) {
    by_key_.erase(entries_.back().key);
    entries_.pop_back();
  }
  entries_.push_front({.key = key, .events = {}});
  by_key_.emplace(key, entries_.begin());
  return entries_.front();
}

void RateLimits::DropOld(Entry& entry, const RateRule& rule) const {
  const platform::Instant oldest = clock_.Now() - rule.window;
  while (!entry.events.empty() && entry.events.front() <= oldest) entry.events.pop_front();
}

std::string AddressKey(std::string_view purpose, std::string_view client_address) {
  std::string key(purpose);
  key.append(":");
  std::array<char, 16> network{};
  if (inet_pton(AF_INET6, std::string(client_address).c_str(), network.data()) == 1) {
    const bool is_mapped_ipv4 = std::memcmp(network.data(), "\0\0\0\0\0\0\0\0\0\0\xff\xff", 12) == 0;
    return key.append(platform::ToHex(std::string_view(network.data(), is_mapped_ipv4 ? 16 : 8)));
  }
  return key.append(client_address);
}

}  // namespace scriba::auth
