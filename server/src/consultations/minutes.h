// Whether a doctor may begin another consultation.
#pragma once

#include <string>

#include "platform/clock.h"
#include "platform/db/database.h"

namespace scriba::consultations {

/// Refuses when not even one minute of the current month is left; opens the month where it is missing. How long a
/// consultation will be nobody knows before: one that has begun is never cut. Errors: kMinutesExhausted.
platform::Task<platform::Result<>> RequireMinute(platform::Connection& connection, const std::string& user_id,
                                                 platform::Instant now);

}  // namespace scriba::consultations
