// What the field knows about where a statement belongs, over what the section model has learned.
//
// The model has seen a few dozen visits; that an allergy belongs to the medical history needs none. Each rule adds
// evidence for a section; in a text of a few dictated sentences, where the model has little context, the rules decide.
#pragma once

#include <optional>
#include <vector>

#include "clinical/placing/section_model.h"
#include "clinical/reading/reading.h"

namespace scriba::clinical {

/// The probabilities of the model after the rules, by clause.
std::vector<LabelScores> WithFieldKnowledge(const Reading& reading, std::vector<LabelScores> probabilities);

/// Where a rule of the field looks for what a clause says, besides where the model sees it: signs of an eating disorder
/// among the psychological factors, an allergy in the medical history, kilos of the past in the history of the weight.
std::optional<Section> HomeOf(const Reading& reading, const Clause& clause);

/// Whether what a clause says has its place there however unlikely the model deems it: binges and vomiting, thoughts of
/// death, allergies, signs of alarm, a pregnancy, and whom the patient lets know.
bool IsSureOfHome(const Reading& reading, const Clause& clause);

/// Whether words speak of parents, siblings or grandparents, and of nobody else.
bool SpeaksOfNearKin(const Reading& reading, TokenRange range);

/// Whether a statement may never be left out: an allergy, a drug with its dose, an operation, a pregnancy, thoughts of
/// death, binges and vomiting, signs of alarm, a bereavement, that no alcohol is drunk, what a test found, the next
/// appointment.
bool MustStay(const Reading& reading, TokenRange range);

}  // namespace scriba::clinical
