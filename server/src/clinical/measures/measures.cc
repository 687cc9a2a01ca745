#include "clinical/measures/measures.h"

#include "clinical/measures/derived_measures.h"
#include "clinical/measures/height.h"
#include "clinical/measures/history_measures.h"
#include "clinical/measures/measure_list.h"
#include "clinical/measures/named_measures.h"
#include "clinical/measures/stated_index.h"
#include "clinical/measures/unnamed_measures.h"
#include "clinical/measures/weight.h"

namespace scriba::clinical {

std::vector<Measure> FindMeasures(const Reading& reading, const std::vector<LabelScores>& probabilities,
                                  const VisitContext& context) {
  MeasureList list(reading, probabilities);
  FindNamedMeasures(list);
  FindUnnamedMeasures(list);
  FindWeight(list);
  ChooseHeight(list);
  ChooseStatedIndex(list);
  FindHistoryMeasures(reading, list.measures());
  AddDerivedMeasures(reading, context, list.measures());
  return std::move(list.measures());
}

}  // namespace scriba::clinical
