// Which of the condensed sentences stand in the report.
#pragma once

#include <vector>

#include "clinical/reading/reading.h"
#include "clinical/report.h"

namespace scriba::clinical {

/// A sentence of the report before it is written.
struct Draft {
  Section section = Section::kMotivoVisita;
  std::vector<TokenRange> ranges;
  double confidence = 0;
  /// Relevance of its most relevant segment, weighed by the certainty of the section; 1 for what must stand.
  double value = 0;
  /// The sentence with what was left out of it as less relevant, and how relevant the best of that is: for a report
  /// with room. Empty where nothing was left out.
  std::vector<TokenRange> fuller;
  double worth_of_fuller = 0;
};

/// A sentence of this value is reported in every section, unless the report is as long as it may be.
inline constexpr double kSurelyReported = 0.61;
/// One below this only is where the section counts for more, or the report has room.
inline constexpr double kLeastValue = 0.199;
/// Longest permitted report, in words of the report by words of the transcript.
inline constexpr double kLongestShare = 0.865;

/// The drafts that are reported, in their order: the most valuable first, until the report is long for the talk. A
/// note is reported whole.
std::vector<Draft> Select(const Reading& reading, std::vector<Draft> drafts);

}  // namespace scriba::clinical
