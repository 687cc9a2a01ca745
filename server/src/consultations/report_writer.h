// The second hand of a report: a language model, where one is configured, writes over the built-in analysis. Names go
// out as pseudonyms, every sentence is checked when it comes back, and whatever goes wrong leaves the built-in report.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "clinical/report.h"
#include "consultations/language_model.h"
#include "consultations/visit_record.h"

namespace scriba::consultations {

/// A report and who wrote it, as the doctor is told: {kind: "builtin" | "model", model?, host?, fallback?, kept?,
/// replaced?, to_verify?}. `fallback` is the reason for which a configured model did not write: one of
/// LanguageModel::Ask, or "rejected" when no sentence passed the checks.
struct WrittenReport {
  clinical::Report report;
  nlohmann::json writer;
};

/// Thread-safe; blocks, for worker threads only.
class ReportWriter {
 public:
  explicit ReportWriter(LanguageModel& model) : model_(model) {}

  /// Errors: kBusy when stopped. Everything else that fails gives the built-in report.
  platform::Result<WrittenReport> Write(clinical::Report built_in, const VisitRecord& record,
                                        std::string_view transcript, const std::string& owner,
                                        const std::stop_token& stop);

 private:
  LanguageModel& model_;
};

}  // namespace scriba::consultations
