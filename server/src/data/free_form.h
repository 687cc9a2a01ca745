// What a subscription row is made of when somebody inserts one directly: the plan of its tier, and a term of 30 days.
#pragma once

#include "data/actor.h"
#include "data/new_row.h"
#include "platform/clock.h"
#include "platform/db/database.h"
#include "platform/task.h"

namespace scriba::data {

/// Fills plan, dates and period of a new `user_subscriptions` row. From a doctor, only the free form passes: tier free,
/// at most 30 minutes, none used, no price, active, a term of no less than a month around now, and no other row whose
/// period meets it. Errors: kNotPermitted, kUniqueViolated.
platform::Task<platform::Result<>> CompleteSubscription(platform::Connection& connection, const Actor& actor,
                                                        NewRow& row, platform::Instant now);

}  // namespace scriba::data
