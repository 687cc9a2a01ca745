// The segments of annotated consultations, as bench/clinical/fit_relevance.py learns from them.
#pragma once

#include <ostream>

#include "annotated.h"

namespace scriba::clinical::fitting {

/// Folds of the models that a model is shown the work of.
inline constexpr std::size_t kFolds = 3;

/// Writes a talk a line: {"by_hand": …, "segments": [[mark, small talk, words, [feature, …]], …]}. The mark is 0 where
/// no fact rests on a segment, 1 where one does, more where a critical one does. Section probabilities are shown as
/// they are on unseen text: of section models fitted without the talk.
void WriteSegments(const Examples& examples, std::ostream& out);

}  // namespace scriba::clinical::fitting
