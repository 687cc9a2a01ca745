// A remote procedure, made known by the room that owns it: the composition root puts it on the table surface.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "platform/result.h"
#include "platform/task.h"

namespace scriba::auth {

/// Who calls: always somebody who is signed in, or the operator (then without an id).
struct Requester {
  std::string user_id;
  bool is_admin = false;
};

struct Procedure {
  std::string name;
  /// Names of its arguments, all of them needed; `p_` before a name is accepted.
  std::vector<std::string> arguments;
  /// Answers the JSON value of the call. The second is an object with exactly the names above.
  std::function<platform::Task<platform::Result<nlohmann::json>>(Requester, nlohmann::json)> call;
};

}  // namespace scriba::auth
