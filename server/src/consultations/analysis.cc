#include "consultations/analysis.h"

#include <ranges>

#include "clinical/writing/report_text.h"
#include "consultations/stored_measures.h"

namespace scriba::consultations {
namespace {

using clinical::PreviousVisit;
using nlohmann::json;

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

clinical::VisitContext VisitContextOf(const std::vector<EarlierVisit>& visits, std::string_view visita,
                                      platform::Instant now) {
  clinical::VisitContext context;
  if (visita != kFollowUp) return context;
  context.type = clinical::VisitType::kVisitaControllo;
  PreviousVisit previous;
  for (const EarlierVisit& visit : visits | std::views::take(kVisitsBack)) {
    LookBack(visit.evidence, DaysBetween(visit.created_at, now), previous);
  }
  if (previous.weight_kg || previous.waist_cm || previous.height_cm) context.previous = previous;
  return context;
}

}  // namespace scriba::consultations
