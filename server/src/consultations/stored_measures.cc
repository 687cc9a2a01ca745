#include "consultations/stored_measures.h"

#include <nlohmann/json.hpp>

#include "consultations/recording.h"
#include "platform/clock.h"

namespace scriba::consultations {
namespace {

using nlohmann::json;
using platform::Result;
using platform::Row;
using platform::Task;
using platform::Value;

/// A member of an object, or null.
const json& Member(const json& object, const char* name) {
  static const json kNone;
  if (!object.is_object()) return kNone;
  const auto found = object.find(name);
  return found == object.end() ? kNone : *found;
}

std::string InOneForm(const std::string& timestamp) {
  const auto instant = platform::ParseTimestamp(timestamp);
  return instant ? platform::FormatTimestamp(*instant) : timestamp;
}

std::optional<VisitMeasures> VisitOf(const Row& row, const platform::SealingKey& key) {
  const auto opened = key.Open(row.Bytes(3), PlaceOf("consultations", "evidence", row.Text(0)));
  if (!opened) return std::nullopt;
  const json evidence = json::parse(*opened, nullptr, false);
  VisitMeasures visit{.consultation_id = row.Text(0),
                      .created_at = InOneForm(row.Text(1)),
                      .visita = row.Text(2),
                      .weight_kg = MeasureOf(evidence, "peso_kg"),
                      .bmi = MeasureOf(evidence, "bmi"),
                      .waist_cm = MeasureOf(evidence, "circonferenza_vita_cm")};
  if (!visit.weight_kg && !visit.bmi && !visit.waist_cm) return std::nullopt;
  return visit;
}

}  // namespace

std::optional<double> MeasureOf(const json& evidence, std::string_view key) {
  for (const json& measure : Member(evidence, "measures")) {
    const json& value = Member(measure, "value");
    if (Member(measure, "key") == key && value.is_number() && Member(measure, "plausible") != false) {
      return value.get<double>();
    }
  }
  return std::nullopt;
}

Task<Result<std::vector<VisitMeasures>>> MeasuresOfPatient(platform::Database& database,
                                                           const platform::SealingKey& key, std::string user_id,
                                                           std::string patient_id) {
  std::vector<Value> values{std::move(patient_id), std::move(user_id)};
  auto rows = co_await database.Query(
      "SELECT visit.id, visit.created_at, visit.visita, visit.evidence FROM consultations AS visit "
      "JOIN patients AS patient ON patient.id = visit.patient_id "
      "WHERE visit.patient_id = $1 AND patient.user_id = $2 AND (visit.user_id = $2 OR visit.user_id IS NULL) "
      "AND visit.evidence IS NOT NULL ORDER BY visit.created_at, visit.id",
      std::move(values));
  if (!rows) co_return Forward(rows);
  std::vector<VisitMeasures> visits;
  for (const Row& row : *rows) {
    if (auto visit = VisitOf(row, key)) visits.push_back(std::move(*visit));
  }
  co_return visits;
}

}  // namespace scriba::consultations
