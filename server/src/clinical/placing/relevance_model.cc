#include "clinical/placing/relevance_model.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "clinical/reading/model_file.h"

namespace scriba::clinical {
namespace {

/// Vectors are kept in hundredths.
constexpr float kScale = 100;

void ReadVector(ModelLine& line, std::span<float> vector) {
  for (float& number : vector) number = static_cast<float>(line.NextNumber()) / kScale;
}

/// A sum of outer vectors, kept in registers of four numbers: a visit adds two hundred thousand.
class Sum {
 public:
  explicit Sum(const RelevanceModel::Outer& first) { std::memcpy(&fours_, &first, sizeof first); }

  void Add(float times, const RelevanceModel::Outer& vector) {
    ForEachFour([&](auto i) {
      Four four;
      std::memcpy(&four, vector.data() + i * kWide, sizeof four);
      fours_[i] += times * four;
    });
  }

  RelevanceModel::Outer Numbers() const {
    RelevanceModel::Outer numbers;
    std::memcpy(&numbers, &fours_, sizeof numbers);
    return numbers;
  }

 private:
  static constexpr std::size_t kWide = 4;
  static constexpr std::size_t kFours = RelevanceModel::kOuter / kWide;
  using Four [[gnu::vector_size(kWide * sizeof(float))]] = float;

  template <typename Act>
  static void ForEachFour(const Act& act) {
    [&]<std::size_t... i>(std::index_sequence<i...>) { (act(std::integral_constant<std::size_t, i>()), ...); }
    (std::make_index_sequence<kFours>());
  }

  std::array<Four, kFours> fours_;
};

template <std::size_t kSize>
float Product(const std::array<float, kSize>& a, const std::array<float, kSize>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0F);
}

}  // namespace

RelevanceModel::RelevanceModel(std::string_view text) {
  ForEachLine(text, [&](ModelLine line) {
    const std::string_view name = line.Next();
    if (!name.starts_with('=')) {
      Seen& seen = features_[std::string(name)];
      seen.weight = static_cast<float>(line.NextNumber());
      if (!line.IsRead()) ReadVector(line, seen.inner);
    } else if (name == "=bias") {
      ReadVector(line, {&bias_, 1});
    } else if (name == "=inner-bias") {
      ReadVector(line, inner_bias_);
    } else if (name == "=outer-bias") {
      ReadVector(line, outer_bias_);
    } else if (name == "=filter") {
      const auto place = static_cast<std::size_t>(line.NextNumber());
      const auto number = static_cast<std::size_t>(line.NextNumber());
      ReadVector(line, filter_.at(place).at(number));
    } else if (name == "=of-itself") {
      ReadVector(line, of_itself_);
    } else if (name == "=of-all") {
      ReadVector(line, of_all_);
    } else {
      throw std::runtime_error("the relevance model has a line that is not understood");
    }
  });
}

RelevanceModel::Seen RelevanceModel::See(const FeatureNames& features) const {
  Seen sum{bias_, inner_bias_};
  for (const FeatureName& name : features) {
    const Seen* known = features_.Find(name);
    if (!known) continue;
    sum.weight += known->weight;
    for (std::size_t i = 0; i < kInner; ++i) sum.inner[i] += known->inner[i];
  }
  for (float& number : sum.inner) number = std::max(number, 0.0F);
  return sum;
}

std::vector<double> RelevanceModel::Rate(const std::vector<Seen>& segments) const {
  std::vector<double> rates;
  rates.reserve(segments.size());
  std::vector<Active> active;
  active.reserve(segments.size());
  for (const Seen& segment : segments) active.push_back(ActiveIn(segment.inner));
  for (std::size_t at = 0; at < segments.size(); ++at) {
    const float sum =
        segments[at].weight + Product(of_itself_, segments[at].inner) + Product(of_all_, Among(segments, active, at));
    rates.push_back(1 / (1 + std::exp(-static_cast<double>(sum))));
  }
  return rates;
}

RelevanceModel::Active RelevanceModel::ActiveIn(const Inner& inner) {
  Active active;
  for (std::size_t number = 0; number < kInner; ++number) {
    active.numbers[active.count] = static_cast<std::uint8_t>(number);
    if (inner[number] != 0) ++active.count;
  }
  return active;
}

RelevanceModel::Outer RelevanceModel::Among(const std::vector<Seen>& segments, const std::vector<Active>& active,
                                            std::size_t at) const {
  constexpr std::size_t kReach = kSpan / 2;
  Sum sum(outer_bias_);
  for (std::size_t place = 0; place < kSpan; ++place) {
    // Nothing is heard before the first and after the last.
    if (at + place < kReach || at + place - kReach >= segments.size()) continue;
    const std::size_t neighbour = at + place - kReach;
    const std::span numbers(active[neighbour].numbers.data(), active[neighbour].count);
    for (const std::size_t number : numbers) sum.Add(segments[neighbour].inner[number], filter_[place][number]);
  }
  Outer outer = sum.Numbers();
  for (float& number : outer) number = std::max(number, 0.0F);
  return outer;
}

}  // namespace scriba::clinical
