// Time as the rooms see it: UTC, microseconds, and a clock that tests can move.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "platform/result.h"

namespace scriba::platform {

using Instant = std::chrono::sys_time<std::chrono::microseconds>;

/// Tells the time. Rooms take one by reference and never ask the system themselves.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual Instant Now() const = 0;
};

class SystemClock final : public Clock {
 public:
  Instant Now() const override;
};

/// "2026-08-21T14:03:56.123456+00:00": fixed width, so that text order is time order. The form of the tables.
std::string FormatTimestamp(Instant instant);

/// "2026-08-21T14:03:56.123456Z": the form of the sign-in surface (RFC 3339).
std::string FormatRfc3339(Instant instant);

/// Reads RFC 3339 and PostgreSQL's looser forms ("2026-08-21", "2026-08-21 14:03", offsets with or without colon; no
/// offset means UTC). Errors: kDateUnparsable, kDateOutOfRange.
Result<Instant> ParseTimestamp(std::string_view text);

/// Seconds since 1970, as tokens carry them.
std::int64_t ToUnixSeconds(Instant instant);

/// Microseconds since 1970, as the program's own tables keep times, and back.
std::int64_t ToMicroseconds(Instant instant);
Instant FromMicroseconds(std::int64_t microseconds);

}  // namespace scriba::platform
