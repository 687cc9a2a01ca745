// The work on a recording: hear it, analyse it, write the report, save it. Every step can be repeated.
//
// The row says how far the work has come, and the consultation takes the recording's id. So a run looks at what there
// is and does the rest, and whatever dies, the next run goes on.
#pragma once

#include "consultations/hearing.h"
#include "consultations/report_maker.h"
#include "platform/jobs.h"

namespace scriba::consultations {

/// Safe on every thread; different recordings run at once.
class RecordingJob final : public platform::JobHandler {
 public:
  RecordingJob(platform::Database& database, platform::KeyRing& keys, const platform::Clock& clock,
               storage::StorageService& storage, speech::SpeechService& speech, ReportMaker& reports,
               RecordingJobOptions options)
      : database_(database),
        keys_(keys),
        clock_(clock),
        row_(database, clock),
        storage_(storage),
        reports_(reports),
        hearing_(database, clock, storage, speech, options),
        options_(options) {}

  platform::JobOutcome Run(const platform::Job& job, const std::stop_token& stop) override;
  void GiveUp(const platform::Job& job) override;

 private:
  /// All that is to be saved.
  struct Written {
    Heard heard;
    ConsultationTexts texts;
  };

  platform::Result<Written> Prepare(Recording& recording, const platform::SealingKey& key, int attempt,
                                    const std::stop_token& stop);
  platform::Result<ConsultationTexts> Analyse(const Recording& recording, const Heard& heard,
                                              const std::stop_token& stop);
  platform::Result<> Save(const Recording& recording, const Written& written, const platform::SealingKey& key);

  /// `failure` is what the row says when the run was the last one.
  platform::JobOutcome Settle(const Recording& recording, int attempt, const platform::Error& error,
                              std::string_view failure);
  platform::JobOutcome Wait(const Recording& recording, const platform::Error& error,
                            std::chrono::milliseconds again_after);
  platform::JobOutcome Fail(const Recording& recording, const platform::Error& error, std::string_view failure);

  platform::Database& database_;
  platform::KeyRing& keys_;
  const platform::Clock& clock_;
  const RecordingRow row_;
  storage::StorageService& storage_;
  ReportMaker& reports_;
  Hearing hearing_;
  const RecordingJobOptions options_;
};

}  // namespace scriba::consultations
