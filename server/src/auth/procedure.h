// A remote procedure of a room that does not know the table surface: the composition root puts it there.
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
  /// Names of its arguments, all of them needed.
  std::vector<std::string> arguments;
  std::function<platform::Task<platform::Result<nlohmann::json>>(Requester, nlohmann::json)> call;
};

}  // namespace scriba::auth
