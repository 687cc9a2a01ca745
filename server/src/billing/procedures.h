// The remote procedures of this room. The composition root puts them on the table surface.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "billing/subscriptions.h"

namespace scriba::billing {

/// Who calls: always somebody who is signed in, or the operator.
struct Requester {
  std::string user_id;
  bool is_admin = false;
};

struct Procedure {
  std::string name;
  std::vector<std::string> arguments;
  std::function<platform::Task<platform::Result<nlohmann::json>>(Requester, nlohmann::json)> call;
};

/// create_free_subscription_for_user, ensure_valid_subscription, handle_plan_change, run_sql_migration.
/// Errors of the calls: kNotPermitted, kValueUnparsable, those of Subscriptions.
std::vector<Procedure> Procedures(Subscriptions& subscriptions);

}  // namespace scriba::billing
