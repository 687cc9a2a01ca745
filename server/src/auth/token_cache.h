// Tokens whose signature was already checked, so that the hot path costs a look-up.
#pragma once

#include <algorithm>
#include <functional>
#include <string_view>

#include "auth/caller.h"
#include "platform/generations.h"

namespace scriba::auth {

/// By the token's end: a signature differs from all others there, and a token is a thousand letters.
struct HashOfTokenEnd {
  using is_transparent = void;
  std::size_t operator()(std::string_view token) const {
    constexpr std::size_t kEnd = 32;
    return std::hash<std::string_view>{}(token.substr(token.size() - std::min(token.size(), kEnd)));
  }
};

using TokenCache = platform::Generations<Caller, HashOfTokenEnd>;

}  // namespace scriba::auth
