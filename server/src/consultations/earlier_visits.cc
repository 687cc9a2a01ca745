#include "consultations/earlier_visits.h"

#include "consultations/recording.h"

namespace scriba::consultations {
namespace {

using nlohmann::json;
using platform::Result;
using platform::Row;
using platform::Task;
using platform::Value;

constexpr int kVisitsBack = 10;

json EvidenceOf(const Row& row, const platform::SealingKey& key) {
  const auto opened = key.Open(row.Bytes(2), PlaceOf("consultations", "evidence", row.Text(0)));
  if (!opened) return nullptr;
  json evidence = json::parse(*opened, nullptr, false);
  return evidence.is_object() ? evidence : json();
}

}  // namespace

Task<Result<std::vector<EarlierVisit>>> EarlierVisitsOf(platform::Database& database, const platform::SealingKey& key,
                                                        std::string patient_id, platform::Instant before) {
  std::vector<Value> values{std::move(patient_id), platform::FormatTimestamp(before),
                            static_cast<std::int64_t>(kVisitsBack)};
  auto rows = co_await database.Query(
      "SELECT id, created_at, evidence FROM consultations WHERE patient_id = $1 AND created_at < $2 AND evidence IS "
      "NOT NULL ORDER BY created_at DESC LIMIT $3",
      std::move(values));
  if (!rows) co_return Forward(rows);
  std::vector<EarlierVisit> visits;
  for (const Row& row : *rows) visits.push_back({.created_at = row.Text(1), .evidence = EvidenceOf(row, key)});
  co_return visits;
}

int DaysBetween(const std::string& created_at, platform::Instant now) {
  const auto then = platform::ParseTimestamp(created_at);
  if (!then || *then > now) return 0;
  return static_cast<int>(std::chrono::floor<std::chrono::days>(now - *then).count());
}

}  // namespace scriba::consultations
