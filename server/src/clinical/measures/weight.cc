#include "clinical/measures/weight.h"

#include "clinical/measures/weight_readings.h"
#include "clinical/reading/model_file.h"

namespace scriba::clinical {
namespace {

/// A reading that is less likely than none is no weight, unless one was found by its name: then somebody was weighed.
constexpr double kLikelierThanNone = 0.5;

}  // namespace

void FindWeight(MeasureList& list) {
  double most = list.Known("peso_kg") ? 0 : kLikelierThanNone;
  const std::vector<WeightReading> readings = ReadWeights(list);
  const WeightReading* best = nullptr;
  for (const WeightReading& reading : readings) {
    const double likely = WeightModel().Score(reading.features);
    if (likely <= most) continue;
    most = likely;
    best = &reading;
  }
  if (best) list.Replace("peso_kg", best->number);
}

const LogisticModel& WeightModel() {
  static const LogisticModel model(ModelFile("weight.model"));
  return model;
}

}  // namespace scriba::clinical
