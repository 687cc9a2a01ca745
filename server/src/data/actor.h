// Who is asking, as the row policies see them.
#pragma once

#include <string>

#include "data/registry.h"

namespace scriba::data {

struct Actor {
  Role role = Role::kAnon;
  std::string user_id;  ///< empty for anon and for the operator's service key
  std::string email;
};

}  // namespace scriba::data
