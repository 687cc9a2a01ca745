// The stand-in speech engine, stand_in_engine.mjs.
#pragma once

#include "support/stand_in.h"

namespace scriba::testing {

class StandInEngine : public StandIn {
 public:
  StandInEngine() : StandIn("stand_in_engine.mjs") {}
};

}  // namespace scriba::testing
