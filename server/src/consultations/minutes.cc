#include "consultations/minutes.h"

#include "billing/months.h"
#include "billing/subscriptions.h"

namespace scriba::consultations {

using platform::Code;
using platform::Connection;
using platform::Fail;
using platform::Instant;
using platform::Result;
using platform::Task;
using platform::Value;

Task<Result<>> RequireMinutes(Connection& connection, const std::string& user_id, std::int64_t duration_seconds,
                              Instant now) {
  auto tier = co_await billing::LockTier(connection, user_id);
  if (!tier) co_return Forward(tier);
  auto month = co_await billing::CurrentMonth(connection, user_id, now);
  if (!month) co_return Forward(month);
  if (!*month) {
    auto opened = co_await billing::OpenMonth(connection, user_id, *tier, now);
    if (!opened) co_return Forward(opened);
    month->emplace(std::move(*opened));
  }
  std::vector<Value> values{**month};
  auto row = co_await connection.First("SELECT monthly_minutes - minutes_used FROM user_subscriptions WHERE id = $1",
                                       std::move(values));
  if (!row) co_return Forward(row);
  if (*row && (*row)->Int(0) >= billing::MinutesOf(duration_seconds)) co_return Result<>{};
  co_return Fail(Code::kMinutesExhausted, "The minutes of this month are used up");
}

}  // namespace scriba::consultations
