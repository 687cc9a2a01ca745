// Names of measures beside values.
#pragma once

#include <vector>

#include "clinical/reading/lexicon.h"
#include "clinical/reading/text.h"

namespace scriba::clinical {

/// The name of a measure a few tokens before a place; null where none stands there.
const TermHit* MeasureNamedBefore(const std::vector<TermHit>& terms, TokenIndex at);

/// The first name of a measure that begins in a range.
const TermHit* MeasureNamedIn(const std::vector<TermHit>& terms, TokenRange range);

/// "Ho letto glicata sette e nove": where the few words before a name begin that go with it.
TokenIndex BeginOfPhrase(const Text& text, TokenIndex name);

}  // namespace scriba::clinical
