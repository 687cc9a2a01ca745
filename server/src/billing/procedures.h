// The remote procedures of this room. The composition root puts them on the table surface.
#pragma once

#include <vector>

#include "auth/procedure.h"
#include "billing/subscriptions.h"
#include "platform/workers.h"

namespace scriba::billing {

/// create_free_subscription_for_user, ensure_valid_subscription, handle_plan_change, run_sql_migration; for
/// administrators also assign_plan and subscription_diagnosis. minutes_charged(bounds): what the caller was charged
/// from each of up to 63 moments until the next, `[<minutes>, ...]`.
/// Errors of the calls: kNotPermitted, those of auth/procedure_arguments.h and of Subscriptions. The diagnosis runs on
/// `readers`.
std::vector<auth::Procedure> Procedures(Subscriptions& subscriptions, platform::WorkerPool& readers);

}  // namespace scriba::billing
