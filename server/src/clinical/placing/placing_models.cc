#include "clinical/placing/placing_models.h"

#include "clinical/reading/model_file.h"

namespace scriba::clinical {

const PlacingModels& ModelsOfMarkedText() {
  static const PlacingModels models{SectionModel(ModelFile("sections.model")),
                                    RelevanceModel(ModelFile("relevance.model"))};
  return models;
}

const PlacingModels& ModelsOfUnmarkedText() {
  static const PlacingModels models{SectionModel(ModelFile("unmarked_sections.model")),
                                    RelevanceModel(ModelFile("unmarked_relevance.model"))};
  return models;
}

}  // namespace scriba::clinical
