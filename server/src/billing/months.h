// Rows of user_subscriptions inside a transaction.
#pragma once

#include <optional>
#include <string>

#include "platform/clock.h"
#include "platform/db/database.h"
#include "platform/task.h"

namespace scriba::billing {

/// The tier of a user, locked until the transaction ends, so that two requests do not open two months.
/// Errors: kForeignKeyViolated for a user that is not there.
platform::Task<platform::Result<std::string>> LockTier(platform::Connection& connection, const std::string& user_id);

/// The id of the row whose period contains `now`: an active one first, the longest first.
platform::Task<platform::Result<std::optional<std::string>>> CurrentMonth(platform::Connection& connection,
                                                                          const std::string& user_id,
                                                                          platform::Instant now);

/// Opens a term of 30 days on a tier, or on free where the tier has no plan. Answers the new row's id.
platform::Task<platform::Result<std::string>> OpenMonth(platform::Connection& connection, const std::string& user_id,
                                                        const std::string& tier, platform::Instant now);

/// Puts a row on a tier's plan and keeps its minutes. A tier whose plan the installation has deleted gives 30 minutes.
platform::Task<platform::Result<>> SetPlan(platform::Connection& connection, const std::string& month_id,
                                           const std::string& tier);

}  // namespace scriba::billing
