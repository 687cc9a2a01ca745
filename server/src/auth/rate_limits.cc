#include "auth/rate_limits.h"

#include <arpa/inet.h>

#include <array>
#include <cstring>

#include "platform/crypto/encoding.h"

namespace scriba::auth {
namespace {

// Bounds the memory that strangers can make us use.
constexpr std::size_t kMostKeys = 50'000;
constexpr std::chrono::hours kLongestWindow{1};

}  // namespace

bool RateLimits::Take(const std::string& key, const RateRule& rule) {
  if (!is_on_) return true;
  const std::lock_guard lock(mutex_);
  if (events_.size() >= kMostKeys) DropIdleKeys();
  Events& events = events_[key];
  DropOld(events, rule);
  if (events.size() >= rule.allowed) return false;
  events.push_back(clock_.Now());
  return true;
}

bool RateLimits::IsUsedUp(const std::string& key, const RateRule& rule) {
  if (!is_on_) return false;
  const std::lock_guard lock(mutex_);
  const auto found = events_.find(key);
  if (found == events_.end()) return false;
  DropOld(found->second, rule);
  return found->second.size() >= rule.allowed;
}

void RateLimits::GiveBack(const std::string& key) {
  const std::lock_guard lock(mutex_);
  const auto found = events_.find(key);
  if (found != events_.end() && !found->second.empty()) found->second.pop_back();
}

void RateLimits::DropOld(Events& events, const RateRule& rule) const {
  const platform::Instant oldest = clock_.Now() - rule.window;
  while (!events.empty() && events.front() <= oldest) events.pop_front();
}

void RateLimits::DropIdleKeys() {
  const platform::Instant oldest = clock_.Now() - kLongestWindow;
  std::erase_if(events_, [&](const auto& entry) { return entry.second.empty() || entry.second.back() <= oldest; });
  while (events_.size() >= kMostKeys) events_.erase(events_.begin());
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
