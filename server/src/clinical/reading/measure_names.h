// Names of measures beside values.
#pragma once

#include <vector>

#include "clinical/reading/lexicon.h"
#include "clinical/reading/token.h"

namespace scriba::clinical {

/// The name of a measure a few tokens before a place; null where none stands there.
const TermHit* MeasureNamedBefore(const std::vector<TermHit>& terms, TokenIndex at);

/// The first name of a measure that begins in a range.
const TermHit* MeasureNamedIn(const std::vector<TermHit>& terms, TokenRange range);

}  // namespace scriba::clinical
