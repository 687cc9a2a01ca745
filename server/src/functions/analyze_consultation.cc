// The `analyze-consultation` and `generate-report` functions: a transcript in, the report out. Nothing is saved.
#include "functions/arguments.h"
#include "functions/endpoints.h"
#include "functions/while_wanted.h"

namespace scriba::functions {
namespace {

using auth::Caller;
using consultations::ConsultationTexts;
using consultations::TextToAnalyse;
using nlohmann::json;
using platform::Code;
using platform::Fail;
using platform::Response;
using platform::Result;

Result<TextToAnalyse> ReadText(const json& arguments) {
  auto patient_id = TextArgument(arguments, {"patientId", "patient_id"});
  auto transcription = TextArgument(arguments, {"transcription"});
  auto visita = TextArgument(arguments, {"visit_type", "visitType", "visita"});
  if (!patient_id) return Forward(patient_id);
  if (!transcription) return Forward(transcription);
  if (!visita) return Forward(visita);
  for (const char* name : {"duration_seconds", "durationSeconds"}) {
    auto seconds = NumberArgument(arguments, name);
    if (!seconds) return Forward(seconds);
    if (seconds->value_or(0) < 0) return Fail(Code::kValidationFailed, std::string(name) + " must not be negative");
  }
  return TextToAnalyse{.patient_id = std::move(*patient_id),
                       .visita = visita->empty() ? "prima_visita" : std::move(*visita),
                       .transcription = std::move(*transcription)};
}

/// Consent may be left out by those who asked for it elsewhere, but not be denied.
bool IsConsentDenied(const json& arguments) {
  for (const char* name : {"gdpr_consent", "gdprConsent", "consent"}) {
    const auto found = arguments.find(name);
    if (found != arguments.end() && !found->is_null() && *found != json(true)) return true;
  }
  return false;
}

/// The nine sections, what stands beside them, and the evidence of all.
json AnswerOf(ConsultationTexts texts, const platform::Request& request) {
  json answer = json::object();
  for (const clinical::Section section : clinical::AllSections()) {
    answer[std::string(clinical::SectionKey(section))] = texts.sections.at(static_cast<std::size_t>(section));
  }
  for (const char* part : {"measures", "critical_points", "omissions", "reported_share", "checks", "writer"}) {
    answer[part] = texts.evidence.at(part);
  }
  answer["evidence"] = std::move(texts.evidence);
  answer["requestId"] = request.request_id;
  return answer;
}

}  // namespace

Answer AnalyzeConsultation(const Parts& parts, const platform::Request& request, const Caller& caller) {
  auto arguments = ReadArguments(request);
  if (!arguments) co_return Forward(arguments);
  auto asked = ReadText(*arguments);
  if (!asked) co_return Forward(asked);
  if (consultations::IsBlank(asked->transcription)) {
    co_return Fail(Code::kEmptyTranscript, "Nessuna trascrizione disponibile da analizzare");
  }
  if (asked->patient_id.empty()) co_return Fail(Code::kValidationFailed, "Patient ID is required");
  if (asked->visita != "prima_visita" && asked->visita != "visita_controllo") {
    co_return Fail(Code::kValidationFailed, "visit_type must be prima_visita or visita_controllo");
  }
  if (IsConsentDenied(*arguments)) co_return Fail(Code::kConsentRequired, "The patient's consent is needed");
  const WhileWanted wanted(parts, request);
  auto texts = co_await parts.consultations.Analyse(caller.user_id, std::move(*asked), wanted.token());
  if (!texts) co_return Forward(texts);
  std::string report = std::move(texts->report);
  json answer = AnswerOf(std::move(*texts), request);
  answer["medical_report"] = std::move(report);
  co_return Response::Json(200, answer);
}

Answer GenerateReport(const Parts& parts, const platform::Request& request, const Caller& caller) {
  auto arguments = ReadArguments(request);
  if (!arguments) co_return Forward(arguments);
  auto transcription = TextArgument(*arguments, {"transcription"});
  if (!transcription) co_return Forward(transcription);
  TextToAnalyse asked{.patient_id = {}, .transcription = std::move(*transcription)};
  const WhileWanted wanted(parts, request);
  auto texts = co_await parts.consultations.Analyse(caller.user_id, std::move(asked), wanted.token());
  if (!texts) co_return Forward(texts);
  std::string report = std::move(texts->report);
  json answer = AnswerOf(std::move(*texts), request);
  answer["report"] = std::move(report);
  co_return Response::Json(200, answer);
}

}  // namespace scriba::functions
