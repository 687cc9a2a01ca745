#include "consultations/report_maker.h"

#include "consultations/earlier_values.h"

namespace scriba::consultations {
namespace {

using clinical::Section;
using nlohmann::json;
using platform::BlockOn;
using platform::Result;

/// Whether a section was spoken about: {motivo_visita: true, …}.
json DiscussedSections(const clinical::Report& report) {
  json discussed = json::object();
  for (const Section section : clinical::AllSections()) {
    discussed[std::string(clinical::SectionKey(section))] = !report[section].empty();
  }
  return discussed;
}

/// Nothing for those of whom the record says neither: then only the talk can tell.
std::optional<clinical::Sex> SexOf(const VisitRecord& record) {
  if (record.gender == "female") return clinical::Sex::kFemale;
  if (record.gender == "male") return clinical::Sex::kMale;
  return std::nullopt;
}

}  // namespace

Result<ReportMaker::Draft> ReportMaker::Analyse(Visit visit, const Transcript& transcript) {
  Draft draft{.visit = std::move(visit), .record = {}, .earlier = {}, .report = {}};
  auto record = BlockOn(LoadVisitRecord(database_, draft.visit.user_id, draft.visit.patient_id));
  if (!record) return Forward(record);
  draft.record = std::move(*record);
  clinical::VisitContext context;
  if (!draft.visit.patient_id.empty()) {
    const auto at = draft.visit.at.value_or(clock_.Now());
    auto key = BlockOn(keys_.KeyOf(draft.visit.user_id));
    if (!key) return Forward(key);
    auto visits = BlockOn(EarlierVisitsOf(database_, *key, draft.visit.patient_id, at));
    if (!visits) return Forward(visits);
    context = VisitContextOf(*visits, draft.visit.visita, at);
    draft.earlier = EarlierValuesOf(*visits, draft.record, at);
    context.age_years = draft.earlier.age_years;
    context.sex = SexOf(draft.record);
  }
  draft.report = clinical::Analyze(transcript.text, context);
  return draft;
}

Result<ConsultationTexts> ReportMaker::Write(Draft draft, const Transcript& transcript, const std::stop_token& stop) {
  auto written = writer_.Write(std::move(draft.report), draft.record, transcript.text, draft.visit.user_id, stop);
  if (!written) return Forward(written);
  ConsultationTexts texts = WriteTexts(written->report, transcript);
  const auto doses = clinical::FindDoses(transcript.text);
  texts.evidence["discussed"] = DiscussedSections(written->report);
  texts.evidence["writer"] = std::move(written->writer);
  texts.evidence["doses"] = clinical::ToJson(doses);
  texts.evidence["checks"] =
      clinical::ToJson(clinical::CheckValues(written->report, doses, transcript.text, draft.earlier));
  return texts;
}

}  // namespace scriba::consultations
