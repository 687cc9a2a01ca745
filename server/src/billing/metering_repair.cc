#include "billing/metering_repair.h"

#include <chrono>
#include <map>
#include <string>

#include "platform/db/migrations.h"

namespace scriba::billing {
namespace {

using platform::Connection;
using platform::Dialect;
using platform::Forward;
using platform::Result;
using platform::Task;
using platform::Value;

constexpr std::chrono::days kRecent{30};

/// Due, charged and when, per consultation. Without user_id a consultation belongs to its patient's doctor.
constexpr std::string_view kCharge = R"(
INSERT INTO minutes_ledger (consultation_id, user_id, minutes, charged_at)
SELECT due.id, due.user_id, due.minutes - due.charged, due.moment
FROM (SELECT owned.id, owned.user_id, (owned.duration_seconds - 1) / 60 + 1 AS minutes,
             coalesce((SELECT sum(entry.minutes) FROM minutes_ledger AS entry
                       WHERE entry.consultation_id = owned.id AND entry.user_id = owned.user_id), 0) AS charged,
             CASE WHEN EXISTS (SELECT 1 FROM user_subscriptions AS month
                               WHERE month.user_id = owned.user_id AND month.current_period_start <= owned.created_at
                                 AND month.current_period_end > owned.created_at) THEN owned.created_at
                  WHEN owned.created_at >= $1 THEN $2 END AS moment
      FROM (SELECT consultation.id, coalesce(consultation.user_id, patient.user_id) AS user_id,
                   consultation.duration_seconds, consultation.created_at
            FROM consultations AS consultation JOIN patients AS patient ON patient.id = consultation.patient_id
            WHERE consultation.duration_seconds > 0) AS owned) AS due
WHERE due.minutes > due.charged AND due.moment IS NOT NULL)";

/// The month that an entry of the ledger belongs to, chosen as the charging trigger does.
constexpr std::string_view kMonthOfEntry = R"(
(SELECT month.id FROM user_subscriptions AS month
 WHERE month.user_id = entry.user_id AND month.current_period_start <= entry.charged_at
   AND month.current_period_end > entry.charged_at
 ORDER BY month.is_active DESC, month.current_period_end DESC, month.id LIMIT 1))";

std::string_view WordAfter(std::string_view text, std::string_view word) {
  const auto at = text.find(word);
  if (at == std::string_view::npos) return {};
  text.remove_prefix(at + word.size());
  return text.substr(0, text.find_first_of(" \n("));
}

/// The latest definition of each trigger of the metering, by its name.
std::map<std::string, std::string> Triggers(Dialect dialect) {
  std::map<std::string, std::string> triggers;
  for (const platform::Migration& migration : platform::Migrations(dialect)) {
    for (std::string& statement : platform::Statements(migration.sql)) {
      if (!statement.starts_with("CREATE TRIGGER ")) continue;
      std::string name(WordAfter(statement, "CREATE TRIGGER "));
      if (name.starts_with("consultations_meter_") || name == "minutes_ledger_charge")
        triggers[name] = std::move(statement);
    }
  }
  return triggers;
}

Task<Result<>> RecreateTriggers(Connection& connection) {
  const bool is_postgres = connection.dialect() == Dialect::kPostgres;
  for (const auto& [name, definition] : Triggers(connection.dialect())) {
    std::string drop = "DROP TRIGGER IF EXISTS " + name;
    if (is_postgres) drop.append(" ON ").append(WordAfter(definition, " ON "));
    auto dropped = co_await connection.Execute(std::move(drop));
    if (!dropped) co_return Forward(dropped);
    auto created = co_await connection.Execute(definition);
    if (!created) co_return Forward(created);
  }
  co_return Result<>{};
}

/// Entries that were written while nothing charged them.
Task<Result<>> CountUncounted(Connection& connection) {
  const std::string of_month =
      "FROM minutes_ledger AS entry WHERE entry.month_id IS NULL AND user_subscriptions.id = " +
      std::string(kMonthOfEntry);
  auto counted = co_await connection.Execute(
      "UPDATE user_subscriptions SET minutes_used = minutes_used + (SELECT sum(entry.minutes) " + of_month +
      ") WHERE EXISTS (SELECT 1 " + of_month + ")");
  if (!counted) co_return Forward(counted);
  auto named = co_await connection.Execute(
      "UPDATE minutes_ledger AS entry SET month_id = " + std::string(kMonthOfEntry) + " WHERE month_id IS NULL");
  if (!named) co_return Forward(named);
  co_return Result<>{};
}

}  // namespace

Task<Result<>> RepairMetering(platform::Database& database, const platform::Clock& clock) {
  const platform::Instant now = clock.Now();
  std::function<Task<Result<>>(Connection&)> work = [now](Connection& connection) -> Task<Result<>> {
    auto recreated = co_await RecreateTriggers(connection);
    if (!recreated) co_return recreated;
    auto counted = co_await CountUncounted(connection);
    if (!counted) co_return counted;
    std::vector<Value> parameters{platform::FormatTimestamp(now - kRecent), platform::FormatTimestamp(now)};
    auto charged = co_await connection.Execute(std::string(kCharge), std::move(parameters));
    if (!charged) co_return Forward(charged);
    co_return Result<>{};
  };
  co_return co_await database.WriteWith(std::move(work));
}

}  // namespace scriba::billing
