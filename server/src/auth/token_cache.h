// Tokens whose signature was already checked, so that the hot path costs a look-up.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "auth/caller.h"

namespace scriba::auth {

/// Two generations: when the younger is full it becomes the older, and what nobody asked for since is forgotten.
/// Safe on every thread.
class TokenCache {
 public:
  /// Null when the token is not known.
  std::shared_ptr<const Caller> Find(std::string_view token) const;

  void Remember(std::string token, std::shared_ptr<const Caller> caller);

 private:
  /// By the token's end: a signature differs from all others there, and a token is a thousand letters.
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view token) const {
      constexpr std::size_t kEnd = 32;
      return std::hash<std::string_view>{}(token.substr(token.size() - std::min(token.size(), kEnd)));
    }
  };
  using Known = std::unordered_map<std::string, std::shared_ptr<const Caller>, Hash, std::equal_to<>>;

  static constexpr std::size_t kGeneration = 2048;

  mutable std::shared_mutex mutex_;
  Known younger_;  // guarded by mutex_
  Known older_;    // guarded by mutex_
};

}  // namespace scriba::auth
