// What the sign-in room removes now and then, so that its tables hold what is alive.
#include <algorithm>

#include "auth/service.h"

namespace scriba::auth {
namespace {

using platform::Connection;
using platform::Forward;
using platform::Instant;
using platform::Result;
using platform::Task;

// Longer than anything in these tables is good for (an hour; a flow's link and code together a little more).
constexpr std::chrono::hours kSpent{24};

std::int64_t Before(Instant now, std::chrono::microseconds span) { return platform::ToMicroseconds(now - span); }

Task<Result<>> DeleteOlder(Connection& connection, std::string condition, std::int64_t limit) {
  std::vector<platform::Value> values{limit};
  auto done = co_await connection.Execute("DELETE FROM " + condition + " < $1", std::move(values));
  if (!done) co_return Forward(done);
  co_return Result<>{};
}

}  // namespace

Task<Result<>> Service::Prune() {
  const Instant now = clock_.Now();
  std::vector<std::pair<std::string, std::int64_t>> orders{
      {"one_time_tokens WHERE created_at", Before(now, kSpent)},
      {"flow_states WHERE created_at", Before(now, kSpent)},
      {"challenges WHERE created_at", Before(now, kSpent)},
      {"factors WHERE status = 'unverified' AND created_at", Before(now, kSpent)},
  };
  const auto add = [&](const char* condition, std::chrono::microseconds span) {
    if (span.count() > 0) orders.emplace_back(condition, Before(now, span));
  };
  add("sessions WHERE refreshed_at", session_limits_.idle);
  add("sessions WHERE created_at", session_limits_.age);
  add("audit_log WHERE created_at", std::chrono::days(config_.audit_log_days));

  std::function<Task<Result<>>(Connection&)> work = [&](Connection& connection) -> Task<Result<>> {
    for (const auto& [condition, limit] : orders) {
      auto done = co_await DeleteOlder(connection, condition, limit);
      if (!done) co_return done;
    }
    co_return Result<>{};
  };
  auto pruned = co_await database_.WriteWith(std::move(work));
  if (!pruned) co_return pruned;
  co_return co_await signing_keys_.Reload();
}

}  // namespace scriba::auth
