#include "consultations/report_writer.h"

#include "clinical/checking/model_report.h"
#include "consultations/pseudonyms.h"
#include "platform/log.h"

namespace scriba::consultations {
namespace {

using clinical::Fact;
using clinical::WrittenSentence;
using nlohmann::json;
using platform::Code;
using platform::Result;

Result<std::vector<WrittenSentence>> Restored(Result<std::string> content, const Pseudonyms& pseudonyms) {
  if (!content) return Forward(content);
  auto sentences = clinical::ParseWriting(*content);
  if (!sentences) return ModelFailed("malformed", "not the object that was asked for");
  for (WrittenSentence& sentence : *sentences) {
    auto text = pseudonyms.Restore(sentence.text);
    // About somebody who was not there: it rests on nothing.
    if (!text) sentence.evidence.clear();
    sentence.text = std::move(text).value_or("");
  }
  return sentences;
}

std::int64_t Count(std::size_t number) { return static_cast<std::int64_t>(number); }

}  // namespace

Result<WrittenReport> ReportWriter::Write(clinical::Report built_in, const VisitRecord& record,
                                          std::string_view transcript, const std::string& owner,
                                          const std::stop_token& stop) {
  json writer{{"kind", "builtin"}};
  std::vector<Fact> facts = model_.IsConfigured() ? clinical::FactsOf(built_in) : std::vector<Fact>{};
  if (facts.empty()) return WrittenReport{std::move(built_in), std::move(writer)};
  Pseudonyms pseudonyms(record, transcript);
  for (Fact& fact : facts) fact.text = pseudonyms.Hide(fact.text);
  const auto fall_back = [&](const std::string& reason, std::string_view cause) {
    platform::LogWarning("language_model_failed", {{"reason", reason}, {"cause", cause}});
    writer["model"] = model_.name();
    writer["host"] = model_.host();
    writer["fallback"] = reason;
    return WrittenReport{std::move(built_in), std::move(writer)};
  };
  auto content = model_.Ask(clinical::WriterMessages(facts), clinical::AnswerSchema(facts), owner, stop);
  const auto sentences = Restored(std::move(content), pseudonyms);
  if (!sentences && sentences.error().code == Code::kBusy) return platform::Failure(sentences.error());
  if (!sentences) return fall_back(sentences.error().details, sentences.error().internal);
  auto written = clinical::ComposeReport(built_in, facts, *sentences);
  std::size_t replaced = 0;
  for (const auto& [fault, count] : written.faults) replaced += count;
  platform::LogInfo(
      "report_written",
      {{"kept", Count(written.kept)}, {"replaced", Count(replaced)}, {"to_verify", Count(written.marked)}});
  if (written.kept == 0) return fall_back("rejected", "no sentence passed the checks");
  writer = {{"kind", "model"},      {"model", model_.name()}, {"host", model_.host()},
            {"kept", written.kept}, {"replaced", replaced},   {"to_verify", written.marked}};
  return WrittenReport{std::move(written.report), std::move(writer)};
}

}  // namespace scriba::consultations
