#include "clinical/measures/weight.h"

#include <optional>
#include <vector>

#include "clinical/measures/weight_readings.h"
#include "clinical/reading/model_file.h"

namespace scriba::clinical {
namespace {

/// A reading that is less likely than none is no weight, unless one was found by its name: then somebody was weighed.
constexpr double kLikelierThanNone = 0.5;

}  // namespace

void FindWeight(MeasureList& list) {
  double most = list.Known("peso_kg") ? 0 : kLikelierThanNone;
  std::optional<Number> best;
  ForEachWeightReading(list, [&](const Number& number, const FeatureNames& features) {
    const double likely = WeightModel().Score(features);
    if (likely <= most) return;
    most = likely;
    best = number;
  });
  if (!best) return;
  std::vector<Span> earlier;
  for (const Number& reading : EarlierReadings(list, *best))
    earlier.push_back(list.reading().text.SpanOf(reading.range));
  list.Replace("peso_kg", *best, std::move(earlier));
}

const LogisticModel& WeightModel() {
  static const LogisticModel model(ModelFile("weight.model"));
  return model;
}

}  // namespace scriba::clinical
