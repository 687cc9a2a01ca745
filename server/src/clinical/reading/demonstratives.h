// The words that point at what was named before: "quella da cento", "quello è il fratello".
#pragma once

#include "clinical/reading/text.h"

namespace scriba::clinical {

inline constexpr WordSet kDemonstratives{"quello", "quella", "quelli", "quelle", "questo", "questa"};

/// Those that point away: "quella è mia sorella", "quelli no".
inline constexpr WordSet kThat{"quello", "quella", "quelli", "quelle"};

}  // namespace scriba::clinical
