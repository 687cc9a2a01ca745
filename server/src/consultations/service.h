// The room's front door: what the composition root builds, and the functions ask.
#pragma once

#include "consultations/recording_actions.h"
#include "consultations/recording_job.h"
#include "consultations/recording_uploads.h"
#include "consultations/report_maker.h"
#include "consultations/review.h"
#include "platform/workers.h"

namespace scriba::consultations {

/// A transcript and what becomes of it.
struct TextToAnalyse {
  std::string patient_id;  ///< empty: nobody in particular
  std::string visita = "prima_visita";
  std::string transcription;
};

/// Recordings of one installation. What it is given outlives it, and the runner is stopped before it goes.
class ConsultationService {
 public:
  /// Makes itself known to `storage`, as the listener of uploads, and to `runner`, for the jobs on recordings.
  ConsultationService(RecordingJobOptions options, LanguageModelSettings model, platform::Database& database,
                      platform::KeyRing& keys, const platform::Clock& clock, storage::StorageService& storage,
                      speech::SpeechService& speech, platform::JobRunner& runner);

  /// Has recordings that wait for an engine tried at once: the operator may have brought one. Before the runner starts.
  platform::Task<platform::Result<>> Hurry();

  RecordingActions& actions() { return actions_; }
  Review& review() { return review_; }

  /// Whether a doctor may have another file heard. Errors: kMinutesExhausted.
  platform::Task<platform::Result<>> RequireMinute(std::string user_id);

  /// Analyses a text on behalf of a doctor; saves nothing. Errors: kEmptyTranscript, kPatientNotFound (also for
  /// another doctor's), kOverRequestRateLimit (too many of this doctor's wait; doctors take turns), kBusy when stopped.
  platform::Task<platform::Result<ConsultationTexts>> Analyse(std::string user_id, TextToAnalyse asked,
                                                              std::stop_token stop = {});

 private:
  platform::Database& database_;
  const platform::Clock& clock_;
  ReportMaker reports_;
  RecordingUploads uploads_;
  RecordingJob job_;
  RecordingActions actions_;
  Review review_;
  platform::WorkerPool analysts_;  // last: ends before what it uses goes
};

}  // namespace scriba::consultations
