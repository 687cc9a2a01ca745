#include "clinical/placing/placing_models.h"

#include "clinical/reading/model_file.h"

namespace scriba::clinical {

const PlacingModels& ModelsOfMarkedText() {
  static const PlacingModels models{SectionModel(ModelFile("sections.model")),
                                    LogisticModel(ModelFile("relevance.model"))};
  return models;
}

const PlacingModels& ModelsOfUnmarkedText() {
  static const PlacingModels models{SectionModel(ModelFile("unmarked_sections.model")),
                                    LogisticModel(ModelFile("unmarked_relevance.model"))};
  return models;
}

}  // namespace scriba::clinical
