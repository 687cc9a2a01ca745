// What a report keeps of words that are all written.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "clinical/reading/reading.h"
#include "clinical/writing/wording.h"

namespace scriba::clinical {

/// One sentence of the whole text.
inline std::string Kept(std::string_view spoken) {
  const Reading reading(spoken);
  return WriteSentence(reading, {{0, reading.text.size()}});
}

/// One sentence of its clauses, as they are put together in a report.
inline std::string KeptByClause(std::string_view spoken) {
  const Reading reading(spoken);
  std::vector<TokenRange> ranges;
  for (const Clause& clause : reading.clauses) ranges.push_back(clause.range);
  return WriteSentence(reading, ranges);
}

}  // namespace scriba::clinical
