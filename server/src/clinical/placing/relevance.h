// What tells how much a doctor would miss each piece of speech if the report left it out: what the model of "a fact of
// the report rests on these words" (relevance_model.h) sees of it.
#pragma once

#include <functional>
#include <vector>

#include "clinical/placing/section_model.h"
#include "clinical/reading/reading.h"

namespace scriba::clinical {

/// A piece of a clause between two marks: the smallest thing that can be left out.
struct Segment {
  TokenRange range;
  std::size_t clause = 0;
};

/// Segments of all clauses, in reading order.
std::vector<Segment> FindSegments(const Reading& reading);

/// Shows what the relevance model sees of each segment, one after the other: a visit has a thousand, and nobody needs
/// two at once. The names live as long as the reading, the list until the next is shown.
void ForEachSegment(const Reading& reading, const std::vector<Segment>& segments,
                    const std::vector<LabelScores>& probabilities,
                    const std::function<void(const FeatureNames&)>& show);

}  // namespace scriba::clinical
