// Fits the model of marks (clinical/reading/marks.h) on talks that have theirs: each is read with its marks blanked,
// and the marks are what is to be found. Logistic regression by Adagrad with an L2 term.
#pragma once

#include <unicode/unistr.h>

#include <string>
#include <vector>

namespace scriba::clinical::fitting {

/// Names of what is seen of one place or piece, and whether a mark stands there or it asks.
struct MarkExample {
  std::vector<std::string> names;
  bool holds = false;
};

/// The places and the pieces of one talk; none where the talk has no marks.
struct MarkedTalk {
  std::vector<MarkExample> places;
  std::vector<MarkExample> pieces;
};

MarkedTalk ReadMarks(const icu::UnicodeString& transcript);

/// The model's text: lines "name weight".
std::string FitMarks(const std::vector<const MarkedTalk*>& talks);

/// Prints which share of the marks found is right and which is found, in talks left out.
void CrossValidateMarks(const std::vector<MarkedTalk>& talks);

}  // namespace scriba::clinical::fitting
