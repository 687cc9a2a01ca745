#include "administration/activity_report.h"

#include <array>
#include <chrono>
#include <map>

namespace scriba::administration {
namespace {

using platform::Code;
using platform::Connection;
using platform::Dialect;
using platform::Fail;
using platform::Forward;
using platform::Instant;
using platform::Result;
using platform::Row;
using platform::Task;
using platform::Value;

constexpr std::size_t kMostBuckets = 400;
constexpr std::size_t kDayLength = 10;   // 2026-11-21
constexpr std::size_t kMonthLength = 7;  // 2026-11

/// One look at one table: the moment that puts a row into a bucket, and what is counted of it.
struct Measure {
  std::string_view moment;
  std::string_view counts;
  std::string_view from;
  void (*keep)(Activity& activity, const Row& row, std::size_t first);
};

constexpr auto kMeasures = std::to_array<Measure>({
    {"visit.created_at", "count(*), count(DISTINCT coalesce(visit.user_id, patient.user_id))",
     "consultations AS visit JOIN patients AS patient ON patient.id = visit.patient_id WHERE TRUE",
     [](Activity& activity, const Row& row, std::size_t first) {
       activity.consultations = row.Int(first);
       activity.active_doctors = row.Int(first + 1);
     }},
    {"entry.charged_at", "coalesce(sum(entry.minutes), 0)", "minutes_ledger AS entry WHERE TRUE",
     [](Activity& activity, const Row& row, std::size_t first) { activity.minutes = row.Int(first); }},
    {"person.created_at", "count(*)", "users AS person WHERE TRUE",
     [](Activity& activity, const Row& row, std::size_t first) { activity.new_users = row.Int(first); }},
    {"month.current_period_start", "count(*), coalesce(sum(month.price), 0)",
     "user_subscriptions AS month WHERE month.price > 0",
     [](Activity& activity, const Row& row, std::size_t first) {
       activity.paid_months = row.Int(first);
       activity.revenue = row.Real(first + 1);
     }},
});

std::size_t LengthOf(ReportUnit unit) { return unit == ReportUnit::kDay ? kDayLength : kMonthLength; }

/// The name of a row's bucket, by the same calendar on both engines.
std::string BucketSql(Dialect dialect, std::string_view moment, ReportUnit unit) {
  const std::string column(moment);
  if (dialect == Dialect::kPostgres) {
    return "to_char(" + column + " AT TIME ZONE 'UTC', '" + (unit == ReportUnit::kDay ? "YYYY-MM-DD" : "YYYY-MM") +
           "')";
  }
  return "substr(" + column + ", 1, " + std::to_string(LengthOf(unit)) + ")";
}

std::string Within(const Measure& measure) {
  const std::string moment(measure.moment);
  return std::string(measure.from) + " AND " + moment + " >= $1 AND " + moment + " < $2";
}

Result<std::vector<std::string>> BucketNames(const ReportRange& range) {
  std::vector<std::string> names;
  for (auto day = std::chrono::floor<std::chrono::days>(range.since); day < range.until; day += std::chrono::days(1)) {
    std::string name = platform::FormatTimestamp(day).substr(0, LengthOf(range.unit));
    if (names.empty() || names.back() != name) names.push_back(std::move(name));
    if (names.size() > kMostBuckets) return Fail(Code::kValueOutOfRange, "the report has more than 400 rows");
  }
  if (names.empty()) return Fail(Code::kValueOutOfRange, "the report covers no time");
  return names;
}

Task<Result<>> Take(Connection& connection, const Measure& measure, const ReportRange& range,
                    std::map<std::string, Activity>& buckets, Activity& total) {
  const std::vector<Value> ends{platform::FormatTimestamp(range.since), platform::FormatTimestamp(range.until)};
  const std::string sums = std::string(measure.counts) + " FROM " + Within(measure);
  auto rows = co_await connection.Query("SELECT " + BucketSql(connection.dialect(), measure.moment, range.unit) +
                                            " AS bucket, " + sums + " GROUP BY bucket",
                                        ends);
  if (!rows) co_return Forward(rows);
  for (const Row& row : *rows) measure.keep(buckets[row.Text(0)], row, 1);
  auto all = co_await connection.First("SELECT " + sums, ends);
  if (!all) co_return Forward(all);
  measure.keep(total, **all, 0);
  co_return Result<>{};
}

}  // namespace

Task<Result<ActivityReport>> ReportActivity(platform::Database& database, ReportRange range) {
  auto names = BucketNames(range);
  if (!names) co_return Forward(names);
  std::function<Task<Result<ActivityReport>>(Connection&)> work =
      [&](Connection& connection) -> Task<Result<ActivityReport>> {
    std::map<std::string, Activity> buckets;
    ActivityReport report;
    for (const Measure& measure : kMeasures) {
      auto taken = co_await Take(connection, measure, range, buckets, report.total);
      if (!taken) co_return Forward(taken);
    }
    for (const std::string& name : *names) report.buckets.push_back({.start = name, .activity = buckets[name]});
    co_return report;
  };
  co_return co_await database.Read<ActivityReport>(std::move(work));
}

}  // namespace scriba::administration
