// Words as numbers, by which they are found and told apart without their letters.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace scriba::clinical {

/// Spreads letters over 64 bits: of words of up to eight letters no two of one length give the same (the finalizer of
/// splitmix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014).
inline std::uint64_t SpreadLetters(std::string_view letters) {
  std::uint64_t hash = letters.size();
  for (; !letters.empty(); letters.remove_prefix(std::min<std::size_t>(letters.size(), 8))) {
    std::uint64_t eight = 0;
    for (std::size_t i = std::min<std::size_t>(letters.size(), 8); i-- > 0;) {
      eight = eight << 8U | static_cast<unsigned char>(letters[i]);
    }
    hash = (hash + eight) * 0x9E3779B97F4A7C15ULL;
    hash = (hash ^ (hash >> 30)) * 0xBF58476D1CE4E5B9ULL;
    hash = (hash ^ (hash >> 27)) * 0x94D049BB133111EBULL;
    hash ^= hash >> 31;
  }
  return hash;
}

}  // namespace scriba::clinical
