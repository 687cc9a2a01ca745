// Words that stand in place of others.
#pragma once

#include "clinical/reading/token.h"

namespace scriba::clinical {

/// What was said, and the words that hold in its place; those stand where they were said, further on.
struct Exchange {
  TokenRange range;
  TokenRange holds;
};

}  // namespace scriba::clinical
