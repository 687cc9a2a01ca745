#include "billing/diagnosis.h"

#include <array>
#include <chrono>
#include <string_view>

namespace scriba::billing {
namespace {

using platform::Connection;
using platform::Forward;
using platform::Result;
using platform::Row;
using platform::Task;
using platform::Value;

// The database opens months by its own clock, which may be a little ahead of ours.
constexpr std::chrono::minutes kClockTolerance{1};

struct Question {
  std::string_view kind;
  /// The condition on `owner`, a row of users; $1 is now.
  std::string_view condition;
};

// The month that the metering charges is the active one that ends last, as in months.cc.
constexpr auto kQuestions = std::to_array<Question>({
    {"users_without_month",
     R"(NOT EXISTS (SELECT 1 FROM user_subscriptions AS month WHERE month.user_id = owner.id
        AND month.current_period_start <= $1 AND month.current_period_end > $1))"},
    {"overlapping_months",
     R"((SELECT count(*) FROM user_subscriptions AS month WHERE month.user_id = owner.id AND month.is_active
        AND month.current_period_start <= $1 AND month.current_period_end > $1) > 1)"},
    {"tier_differs",
     R"(owner.subscription_tier <> (SELECT month.tier FROM user_subscriptions AS month WHERE month.user_id = owner.id
        AND month.current_period_start <= $1 AND month.current_period_end > $1
        ORDER BY month.is_active DESC, month.current_period_end DESC, month.id LIMIT 1))"},
    {"uncounted_minutes",
     R"(EXISTS (SELECT 1 FROM minutes_ledger AS entry JOIN user_subscriptions AS month ON month.user_id = entry.user_id
        AND month.current_period_start <= entry.charged_at AND month.current_period_end > entry.charged_at
        WHERE entry.user_id = owner.id AND entry.month_id IS NULL AND entry.charged_at <= $1))"},
    {"uncharged_consultations",
     // The visits once, and not for each of the users.
     R"(owner.id IN (SELECT coalesce(visit.user_id, patient.user_id)
        FROM consultations AS visit JOIN patients AS patient ON patient.id = visit.patient_id
        WHERE visit.created_at <= $1 AND visit.duration_seconds > 0
          AND (visit.duration_seconds - 1) / 60 + 1 > coalesce((SELECT sum(entry.minutes) FROM minutes_ledger AS entry
            WHERE entry.consultation_id = visit.id AND entry.user_id = coalesce(visit.user_id, patient.user_id)), 0)))"},
});

Task<Result<Finding>> Ask(Connection& connection, const Question& question, const std::string& now) {
  const std::string sql = "SELECT owner.email, count(*) OVER () FROM users AS owner WHERE " +
                          std::string(question.condition) + " ORDER BY owner.email LIMIT 20";
  std::vector<Value> parameters{now};
  auto rows = co_await connection.Query(sql, std::move(parameters));
  if (!rows) co_return Forward(rows);
  Finding finding{.kind = std::string(question.kind), .emails = {}};
  for (const Row& row : *rows) {
    finding.users = row.Int(1);
    finding.emails.push_back(row.Text(0));
  }
  co_return finding;
}

}  // namespace

Task<Result<std::vector<Finding>>> DiagnoseSubscriptions(platform::Database& database, const platform::Clock& clock) {
  const std::string now = platform::FormatTimestamp(clock.Now() + kClockTolerance);
  std::function<Task<Result<std::vector<Finding>>>(Connection&)> work =
      [&](Connection& connection) -> Task<Result<std::vector<Finding>>> {
    std::vector<Finding> findings;
    for (const Question& question : kQuestions) {
      auto finding = co_await Ask(connection, question, now);
      if (!finding) co_return Forward(finding);
      findings.push_back(std::move(*finding));
    }
    co_return findings;
  };
  co_return co_await database.Read<std::vector<Finding>>(std::move(work));
}

}  // namespace scriba::billing
