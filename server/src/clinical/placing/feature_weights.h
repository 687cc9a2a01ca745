// What a model knows of each feature.
#pragma once

#include <tsl/robin_map.h>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "clinical/placing/feature_name.h"

namespace scriba::clinical {

/// Weights by name. A visit asks for some eighty thousand, so they are found by the 64 bits of the name alone: that one
/// of the models' thirty thousand names meets another word of a talk is less likely than a broken memory.
template <typename Weight>
class FeatureWeights {
 public:
  /// The weight of a name, zero where it is new.
  Weight& operator[](const std::string& name) {
    const auto [known, is_new] = index_.try_emplace(FeatureName(name).hash(), names_.size());
    if (is_new) {
      names_.push_back(name);
      weights_.emplace_back();
    }
    return weights_[known->second];
  }

  /// None where the model knows nothing of it.
  const Weight* Find(const FeatureName& name) const {
    const auto found = index_.find(name.hash());
    return found == index_.end() ? nullptr : &weights_[found->second];
  }

  /// In alphabetical order, as they are kept in a file.
  std::map<std::string, Weight> Sorted() const {
    std::map<std::string, Weight> sorted;
    for (std::size_t i = 0; i < names_.size(); ++i) sorted.emplace(names_[i], weights_[i]);
    return sorted;
  }

  /// Without their names.
  auto begin() { return weights_.begin(); }
  auto end() { return weights_.end(); }

 private:
  /// The names are spread already.
  struct AsItIs {
    std::size_t operator()(std::uint64_t hash) const { return hash; }
  };

  tsl::robin_map<std::uint64_t, std::uint32_t, AsItIs> index_;
  std::vector<std::string> names_;
  std::vector<Weight> weights_;
};

}  // namespace scriba::clinical
