// What is kept of the placed passages, so that the report is shorter than the talk and loses no fact.
#pragma once

#include <vector>

#include "clinical/placing/placement.h"
#include "clinical/placing/relevance.h"

namespace scriba::clinical {

/// A sentence of the report before it is written.
struct Draft {
  Section section = Section::kMotivoVisita;
  std::vector<TokenRange> ranges;
  double confidence = 0;
  /// Relevance of its most relevant segment, weighed by the certainty of the section.
  double value = 0;
};

/// Leaves out segments without facts where that cannot change the meaning of the rest (never a denial, a condition, a
/// relative or a second thought), then whole passages, the least relevant first, until the report is at most
/// `kLongestShare` of the transcript.
std::vector<Draft> Condense(const Reading& reading, const std::vector<Passage>& passages,
                            const std::vector<LabelScores>& probabilities, const RelevanceModel& relevance);

/// Longest permitted report, in words of the report by words of the transcript.
inline constexpr double kLongestShare = 0.9;

}  // namespace scriba::clinical
