// The name of a feature: by it the models know its weight.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "clinical/reading/letters.h"

namespace scriba::clinical {

/// What kind of feature it is: the name up to its last colon ("t:", "ph:before:"), or nothing.
struct FeatureKind {
  std::string_view text;
  std::uint64_t hash = 0;

  constexpr explicit FeatureKind(std::string_view kind) : text(kind), hash(0xCBF29CE484222325ULL) {
    for (const char c : kind) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
  }
};

/// "t:drug" as "t:" and "drug". A visit has some ten thousand, so neither part is owned: the kind is written in the
/// program, the rest is a tag, a unit or the beginning of a word, and must outlive the name. Names are told apart by
/// their 64 bits alone.
class FeatureName {
 public:
  /// Not explicit: a name is written as it is read, `names.push_back("question")`.
  template <std::convertible_to<std::string_view> Whole>
  FeatureName(const Whole& whole)  // NOLINT(google-explicit-constructor)
      : FeatureName(std::string_view(whole), KindSize(std::string_view(whole))) {}
  FeatureName(std::string&&) = delete;
  FeatureName(const FeatureKind& kind, std::string_view rest)
      : kind_(kind.text), rest_(rest), hash_(kind.hash + SpreadLetters(rest)) {}

  std::string_view kind() const { return kind_; }
  std::string_view rest() const { return rest_; }
  std::uint64_t hash() const { return hash_; }
  std::string Text() const { return std::string(kind_) + std::string(rest_); }
  bool operator==(const FeatureName& other) const { return hash_ == other.hash_; }

 private:
  static std::size_t KindSize(std::string_view whole) { return whole.rfind(':') + 1; }
  FeatureName(std::string_view whole, std::size_t kind_size)
      : FeatureName(FeatureKind(whole.substr(0, kind_size)), whole.substr(kind_size)) {}

  std::string_view kind_;
  std::string_view rest_;
  std::uint64_t hash_;
};

/// What a model sees of one clause or segment, in the order in which it was seen.
class FeatureNames {
 public:
  FeatureNames() { names_.reserve(kUsual); }
  FeatureNames(std::initializer_list<FeatureName> names) : FeatureNames() {
    for (const FeatureName& name : names) push_back(name);
  }

  void clear() {
    names_.clear();
    seen_.fill(0);
  }
  void push_back(const FeatureName& name) {
    SeenOf(name) |= BitOf(name);
    names_.push_back(name);
  }
  void AddUnique(const FeatureName& name) {
    std::uint64_t& seen = SeenOf(name);
    if ((seen & BitOf(name)) != 0 && std::find(names_.begin(), names_.end(), name) != names_.end()) return;
    seen |= BitOf(name);
    names_.push_back(name);
  }
  const FeatureName& operator[](std::size_t index) const { return names_[index]; }
  auto begin() const { return names_.begin(); }
  auto end() const { return names_.end(); }
  std::size_t size() const { return names_.size(); }

 private:
  static constexpr std::size_t kUsual = 32;
  static constexpr std::size_t kBits = 1024;

  std::uint64_t& SeenOf(const FeatureName& name) { return seen_[name.hash() % kBits / 64]; }
  static std::uint64_t BitOf(const FeatureName& name) { return std::uint64_t{1} << (name.hash() % 64); }

  std::vector<FeatureName> names_;
  /// A bit for each name by its hash: most new names are known to be new without a search.
  std::array<std::uint64_t, kBits / 64> seen_{};
};

/// The last part of a name that counts something.
inline std::string_view Digit(std::size_t number) { return std::string_view("0123456789").substr(number, 1); }

}  // namespace scriba::clinical
