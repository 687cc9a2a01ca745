// The stand-in language model, stand_in_model.mjs.
#pragma once

#include "support/stand_in.h"

namespace scriba::testing {

class StandInModel : public StandIn {
 public:
  StandInModel() : StandIn("stand_in_model.mjs") {}
};

}  // namespace scriba::testing
