// How often somebody may try: sliding windows in memory, one per key.
#pragma once

#include <chrono>
#include <deque>
#include <list>
#include <mutex>
#include <string>
#include <unordered_map>

#include "platform/clock.h"
#include "platform/error.h"
#include "platform/result.h"

namespace scriba::auth {

/// At most `allowed` events within any `window`.
struct RateRule {
  std::size_t allowed;
  std::chrono::seconds window;
};

/// Counts per key; keys are client addresses and normalised e-mail addresses, whether or not an account exists. Keeps a
/// bounded number of keys: the one that nobody asked about for longest goes first, so that a key under attack stays
/// however many others are invented. Each node counts for itself. Safe on every thread.
class RateLimits {
 public:
  /// Bounds the memory that strangers can make us use.
  static constexpr std::size_t kMostKeys = 50'000;

  RateLimits(const platform::Clock& clock, bool is_on) : clock_(clock), is_on_(is_on) {}

  /// Counts one event; false, and nothing counted, when the rule is already used up.
  bool Take(const std::string& key, const RateRule& rule);

  /// Whether the rule is used up; counts nothing.
  bool IsUsedUp(const std::string& key, const RateRule& rule);

  /// Takes back the newest event: the attempt turned out to be legitimate.
  void GiveBack(const std::string& key);

 private:
  struct Entry {
    std::string key;
    std::deque<platform::Instant> events;
  };

  Entry& Touch(const std::string& key);
  void DropOld(Entry& entry, const RateRule& rule) const;

  const platform::Clock& clock_;
  const bool is_on_;
  std::mutex mutex_;
  std::list<Entry> entries_;                                            // guarded by mutex_; most recently asked first
  std::unordered_map<std::string, std::list<Entry>::iterator> by_key_;  // guarded by mutex_
};

/// One try: counted at its beginning and given back at its end unless it was wrong. What a failure of our own stopped,
/// also by an exception, says nothing about who made it.
class Try {
 public:
  Try(RateLimits& limits, std::string key, const RateRule& rule)
      : limits_(limits), key_(std::move(key)), is_allowed_(limits.Take(key_, rule)) {}
  ~Try() {
    if (is_allowed_ && !was_wrong_) limits_.GiveBack(key_);
  }
  Try(const Try&) = delete;
  Try& operator=(const Try&) = delete;

  /// False when the rule was used up before: nothing may be tried.
  bool IsAllowed() const { return is_allowed_; }

  template <typename T>
  void Judge(const platform::Result<T>& outcome) {
    constexpr int kFirstOfOurs = 500;
    was_wrong_ = !outcome && platform::HttpStatus(outcome.error().code) < kFirstOfOurs;
  }

 private:
  RateLimits& limits_;
  const std::string key_;
  const bool is_allowed_;
  bool was_wrong_ = false;
};

/// The key of a client address: an IPv6 network of 64 bits counts as one client.
std::string AddressKey(std::string_view purpose, std::string_view client_address);

}  // namespace scriba::auth
