// What the field knows about where a statement belongs, over what the section model has learned.
//
// The model has seen a few dozen visits; that an allergy belongs to the medical history needs none. Each rule adds
// evidence for a section; in a text of a few dictated sentences, where the model has little context, the rules decide.
#pragma once

#include <vector>

#include "clinical/clauses.h"
#include "clinical/section_model.h"

namespace scriba::clinical {

/// The probabilities of the model after the rules, by clause.
std::vector<LabelScores> WithFieldKnowledge(const Reading& reading, std::vector<LabelScores> probabilities);

/// Whether a statement may never be left out: an allergy, a drug with its dose, a pregnancy, thoughts of death, signs
/// of an eating disorder or of alarm.
bool MustStay(const Reading& reading, TokenRange range);

}  // namespace scriba::clinical
