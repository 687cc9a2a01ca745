#include "clinical/placing/logistic_model.h"

#include <cmath>
#include <cstdio>

#include "clinical/reading/model_file.h"

namespace scriba::clinical {

LogisticModel::LogisticModel(std::string_view text) {
  ForEachWeight(text, [&](std::string_view name, double weight) { weights[std::string(name)] = weight; });
}

std::string LogisticModel::Write() const {
  std::string out;
  for (const auto& [name, weight] : weights.Sorted()) {
    if (std::abs(weight) < 0.03) continue;
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, " %.2f\n", weight);
    out += name + buffer;
  }
  return out;
}

double LogisticModel::Score(const FeatureNames& features) const {
  double sum = 0;
  for (const FeatureName& name : features) {
    if (const double* known = weights.Find(name)) sum += *known;
  }
  return 1 / (1 + std::exp(-sum));
}

}  // namespace scriba::clinical
