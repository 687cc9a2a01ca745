// The models that place clauses and choose among them: one pair for text with punctuation, one for text that came
// without, whose clauses are cut by the model of marks. They are fitted by the programs of bench/clinical.
#pragma once

#include "clinical/placing/relevance_model.h"
#include "clinical/placing/section_model.h"

namespace scriba::clinical {

struct PlacingModels {
  SectionModel sections;
  RelevanceModel relevance;
};

/// Those compiled into the program.
const PlacingModels& ModelsOfMarkedText();
const PlacingModels& ModelsOfUnmarkedText();

}  // namespace scriba::clinical
