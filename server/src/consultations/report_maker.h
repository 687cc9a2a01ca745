// From what was said to the texts of a consultation: analysis, writing, checks of values. One core for recordings,
// typed transcripts and the functions that integrators call.
#pragma once

#include <optional>
#include <string>

#include "clinical/checking/value_checks.h"
#include "consultations/analysis.h"
#include "consultations/report_writer.h"

namespace scriba::consultations {

/// Whose visit it is.
struct Visit {
  std::string user_id;
  std::string patient_id;  ///< empty: nobody in particular
  std::string visita = "prima_visita";
  std::optional<platform::Instant> at{};  ///< when it took place, however late its report is made; nothing: now
};

/// Thread-safe; blocks, for worker threads only.
class ReportMaker {
 public:
  ReportMaker(platform::Database& database, platform::KeyRing& keys, const platform::Clock& clock,
              LanguageModelSettings model)
      : database_(database), keys_(keys), clock_(clock), model_(std::move(model)), writer_(model_) {}

  /// What the analyser makes of the words, and what is known of the patient.
  struct Draft {
    Visit visit;
    VisitRecord record;
    clinical::EarlierValues earlier;
    clinical::Report report;
  };

  /// Errors: those of the database.
  platform::Result<Draft> Analyse(Visit visit, const Transcript& transcript);

  /// Errors: kBusy when stopped; the draft is then to be written again.
  platform::Result<ConsultationTexts> Write(Draft draft, const Transcript& transcript,
                                            const std::stop_token& stop = {});

 private:
  platform::Database& database_;
  platform::KeyRing& keys_;
  const platform::Clock& clock_;
  LanguageModel model_;
  ReportWriter writer_;
};

}  // namespace scriba::consultations
