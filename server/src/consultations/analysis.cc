#include "consultations/analysis.h"

#include "clinical/report_text.h"
#include "consultations/recording.h"
#include "consultations/stored_measures.h"

namespace scriba::consultations {
namespace {

using clinical::PreviousVisit;
using nlohmann::json;
using platform::Result;
using platform::Row;
using platform::Task;
using platform::Value;

constexpr auto kFollowUp = "visita_controllo";
// Visits to look back through for one that measured something.
constexpr int kVisitsBack = 5;

/// The newest value of each measure; the days count to the visit that weighed, or else the newest that measured.
void LookBack(const json& evidence, int days_ago, PreviousVisit& previous) {
  const auto weight = MeasureOf(evidence, "peso_kg");
  const bool is_first_weight = weight && !previous.weight_kg;
  const auto keep_first = [](std::optional<double>& kept, const std::optional<double>& value) {
    if (!kept) kept = value;
  };
  keep_first(previous.weight_kg, weight);
  keep_first(previous.waist_cm, MeasureOf(evidence, "circonferenza_vita_cm"));
  keep_first(previous.height_cm, MeasureOf(evidence, "altezza_cm"));
  if (is_first_weight) previous.days_ago = days_ago;
}

}  // namespace

int DaysBetween(const std::string& created_at, platform::Instant now) {
  const auto then = platform::ParseTimestamp(created_at);
  if (!then || *then > now) return 0;
  return static_cast<int>(std::chrono::floor<std::chrono::days>(now - *then).count());
}

ConsultationTexts WriteTexts(const clinical::Report& report, const Transcript& transcript) {
  ConsultationTexts texts;
  for (const clinical::Section section : clinical::AllSections()) {
    texts.sections.at(static_cast<std::size_t>(section)) = clinical::SectionText(report, section);
  }
  texts.report = clinical::RenderText(report);
  texts.evidence = clinical::ToJson(report);
  AddTimes(texts.evidence, transcript);
  return texts;
}

Task<Result<clinical::VisitContext>> VisitContextOf(platform::Database& database, const platform::SealingKey& key,
                                                    std::string patient_id, std::string visita, platform::Instant now) {
  clinical::VisitContext context;
  if (visita != kFollowUp) co_return context;
  context.type = clinical::VisitType::kVisitaControllo;
  std::vector<Value> values{std::move(patient_id), static_cast<std::int64_t>(kVisitsBack)};
  auto rows = co_await database.Query(
      "SELECT id, created_at, evidence FROM consultations WHERE patient_id = $1 AND evidence IS NOT NULL "
      "ORDER BY created_at DESC LIMIT $2",
      std::move(values));
  if (!rows) co_return Forward(rows);
  PreviousVisit previous;
  for (const Row& row : *rows) {
    const auto opened = key.Open(row.Bytes(2), PlaceOf("consultations", "evidence", row.Text(0)));
    if (!opened) continue;
    const json evidence = json::parse(*opened, nullptr, false);
    if (evidence.is_object()) LookBack(evidence, DaysBetween(row.Text(1), now), previous);
  }
  if (previous.weight_kg || previous.waist_cm || previous.height_cm) context.previous = previous;
  co_return context;
}

}  // namespace scriba::consultations
