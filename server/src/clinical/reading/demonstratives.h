// The words that point at what was named before: "quella da cento", "quello è il fratello".
#pragma once

#include "clinical/reading/text.h"

namespace scriba::clinical {

inline constexpr WordSet kDemonstratives{"quello", "quella", "quelli", "quelle", "questo", "questa"};

}  // namespace scriba::clinical
