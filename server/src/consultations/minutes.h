// Whether a doctor may begin another consultation.
#pragma once

#include <cstdint>
#include <string>

#include "platform/clock.h"
#include "platform/db/database.h"

namespace scriba::consultations {

/// What a consultation whose length nobody knows yet is checked for.
inline constexpr std::int64_t kUnknownLengthSeconds = 60;

/// Refuses when the current month has fewer minutes left than a consultation of that length costs; opens the month
/// where it is missing. Asked before the first byte and never again: one that has begun is never cut, whatever length
/// is decoded. Errors: kMinutesExhausted.
platform::Task<platform::Result<>> RequireMinutes(platform::Connection& connection, const std::string& user_id,
                                                  std::int64_t duration_seconds, platform::Instant now);

}  // namespace scriba::consultations
