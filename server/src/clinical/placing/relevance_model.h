// How much a doctor would miss each piece of speech, by what is seen of it and of the pieces around it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "clinical/placing/feature_weights.h"

namespace scriba::clinical {

/// A small network: what each feature says at once, and a vector of each; the sum of the vectors of a segment is what
/// is known of it, and a convolution over nine segments sees it among its neighbours ("quello" after a drug, a joke
/// among jokes). Fitted by bench/clinical/fit_relevance.py and kept in lexicon/*relevance.model.
class RelevanceModel {
 public:
  static constexpr std::size_t kInner = 32;
  static constexpr std::size_t kOuter = 32;
  static constexpr std::size_t kSpan = 9;
  using Inner = std::array<float, kInner>;
  using Outer = std::array<float, kOuter>;

  /// What a feature says, or all features of a segment together.
  struct Seen {
    float weight = 0;
    Inner inner{};
  };

  /// Lines "name weight" or "name weight vector", and those of the network, whose names begin with "=": a name, its
  /// place or places, numbers. All but the weights are in hundredths; what is not there is zero, and the model then
  /// logistic. Throws at a line that is not understood.
  explicit RelevanceModel(std::string_view text);

  Seen See(const FeatureNames& features) const;
  /// Of the segments of a talk in reading order: how likely a fact of the report rests on each, 0 to 1.
  std::vector<double> Rate(const std::vector<Seen>& segments) const;

 private:
  /// Which numbers of an inner vector are not zero: half of them, and nine neighbours ask.
  struct Active {
    std::array<std::uint8_t, kInner> numbers;
    std::size_t count = 0;
  };

  static Active ActiveIn(const Inner& inner);
  Outer Among(const std::vector<Seen>& segments, const std::vector<Active>& active, std::size_t at) const;

  FeatureWeights<Seen> features_;
  float bias_ = 0;
  Inner inner_bias_{};
  Outer outer_bias_{};
  /// From each place and each number of the inner vector to the outer one.
  std::array<std::array<Outer, kInner>, kSpan> filter_{};
  Inner of_itself_{};
  Outer of_all_{};
};

}  // namespace scriba::clinical
