// Plans and months of use: who has how many minutes, and how that changes. The minutes themselves are charged by the
// database's triggers (migration 0004), in the transaction that saves the consultation.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "billing/diagnosis.h"
#include "platform/clock.h"
#include "platform/db/database.h"
#include "platform/task.h"

namespace scriba::billing {

struct SubscriptionSettings {
  /// Whether a doctor may activate a paid tier without a payment.
  bool self_activation = false;
};

/// A month of use, as the screens show it.
struct SubscriptionStatus {
  std::string id;
  std::string plan;  ///< the tier: free, basic, advanced, enterprise
  std::int64_t monthly_minutes = 0;
  std::int64_t minutes_used = 0;
  std::optional<double> price;
  platform::Instant period_start{};
  platform::Instant period_end{};
  bool is_active = false;

  /// Never below 0: a consultation in progress is never cut, so more minutes may be used than there are.
  std::int64_t MinutesRemaining() const;
};

/// What an administrator sets for a user, who is named by the id or else by the address.
struct Assignment {
  std::string user_id = {};
  std::string email = {};
  std::string tier;
  std::optional<std::int64_t> minutes_used = std::nullopt;  ///< absent: those used this month are kept
  std::string actor_id = {};
};

/// Minutes that a consultation of that length costs: every one begun counts.
constexpr std::int64_t MinutesOf(std::int64_t duration_seconds) {
  return duration_seconds <= 0 ? 0 : (duration_seconds - 1) / 60 + 1;
}

/// Safe on every thread. All functions answer kForeignKeyViolated for a user that is not there.
class Subscriptions {
 public:
  Subscriptions(platform::Database& database, const platform::Clock& clock, SubscriptionSettings settings)
      : database_(database), clock_(clock), settings_(settings) {}

  const SubscriptionSettings& settings() const { return settings_; }

  /// The id of the user's current row; opens a free one if there is none.
  platform::Task<platform::Result<std::string>> OpenFree(std::string user_id);

  /// The id of the row whose period contains now; opens one on the user's tier if there is none.
  platform::Task<platform::Result<std::string>> EnsureCurrent(std::string user_id);

  /// Moves the user to a tier, keeps the minutes used this month, and notes it with who did it. Answers the current
  /// row's id. Errors: kCheckViolated for a tier that is not sold this way.
  platform::Task<platform::Result<std::string>> ChangePlan(std::string user_id, std::string tier, std::string actor_id);

  /// Puts a user on any tier, as an administrator, and notes it. Errors: kUserNotFound, kCheckViolated.
  platform::Task<platform::Result<std::string>> Assign(Assignment assignment);

  /// The current month, opened if it was missing.
  platform::Task<platform::Result<SubscriptionStatus>> StatusOf(std::string user_id);

  /// The minutes charged from each moment until before the next (ledger.h).
  platform::Task<platform::Result<std::vector<std::int64_t>>> MinutesBetween(std::string user_id,
                                                                             std::vector<platform::Instant> bounds);

  /// Checks and repairs the metering (metering_repair.h).
  platform::Task<platform::Result<>> Repair();

  /// What does not add up (diagnosis.h).
  platform::Task<platform::Result<std::vector<Finding>>> Diagnose();

 private:
  /// Which tier a month that is missing is opened on.
  enum class Opening { kFree, kUsersTier };

  platform::Task<platform::Result<std::string>> Open(std::string user_id, Opening opening);
  platform::Task<platform::Result<std::string>> Carry(platform::Connection& connection, const Assignment& assignment);
  platform::Task<platform::Result<std::string>> MoveTo(platform::Connection& connection, const std::string& user_id,
                                                       const std::string& tier);

  platform::Database& database_;
  const platform::Clock& clock_;
  SubscriptionSettings settings_;
};

}  // namespace scriba::billing
