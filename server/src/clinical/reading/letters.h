// Words as numbers, by which they are found and told apart without their letters.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace scriba::clinical {

/// Up to eight letters as one number.
inline std::uint64_t PackLetters(std::string_view letters) {
  const auto half = [&](std::size_t at) {
    std::uint32_t four = 0;
    std::memcpy(&four, letters.data() + at, sizeof four);
    return std::uint64_t{four};
  };
  const auto letter = [&](std::size_t at) {
    return std::uint64_t{static_cast<unsigned char>(letters[at])} << (8 * at);
  };
  const std::size_t size = letters.size();
  // The halves of five to seven letters overlap in letters that are the same in both.
  if (size >= 4) return half(0) | half(size - 4) << (8 * (size - 4));
  return size == 0 ? 0 : letter(0) | letter(size / 2) | letter(size - 1);
}

/// Spreads letters over 64 bits: of words of up to eight letters no two of one length give the same (the finalizer of
/// splitmix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014).
inline std::uint64_t SpreadLetters(std::string_view letters) {
  std::uint64_t hash = letters.size();
  while (!letters.empty()) {
    const std::string_view eight = letters.substr(0, 8);
    letters.remove_prefix(eight.size());
    hash = (hash + PackLetters(eight)) * 0x9E3779B97F4A7C15ULL;
    hash = (hash ^ (hash >> 30)) * 0xBF58476D1CE4E5B9ULL;
    hash = (hash ^ (hash >> 27)) * 0x94D049BB133111EBULL;
    hash ^= hash >> 31;
  }
  return hash;
}

/// For tables of words that lie in a text.
struct SpreadHash {
  std::size_t operator()(std::string_view letters) const { return SpreadLetters(letters); }
};

}  // namespace scriba::clinical
