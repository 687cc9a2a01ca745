// The work on a recording: hear it, analyse it, write the report, save it. Every step can be repeated.
//
// The row says how far the work has come; pieces of transcript are stored one by one; the consultation takes the
// recording's id. So a run looks at what there is and does the rest, and whatever dies, the next run goes on. A
// recording that is still being made is heard while it grows: when the doctor stops, only the last piece is left to do.
#pragma once

#include <atomic>
#include <map>
#include <mutex>

#include "consultations/recording.h"
#include "consultations/report_maker.h"
#include "consultations/stored_pieces.h"
#include "platform/jobs.h"
#include "speech/speech_service.h"
#include "storage/service.h"

namespace scriba::consultations {

struct RecordingJobOptions {
  double max_recording_hours = 4;
  /// Growing recordings that are followed at once. The others are heard when they are complete, and their rows say so.
  int most_live = 256;
  /// Recordings of any kind that are worked on at once.
  std::size_t most_at_once = SIZE_MAX;
  /// How long a growing recording may stand still before its thread does something else.
  std::chrono::milliseconds live_patience{60'000};
  /// How long until a recording beyond `most_live` asks for a place again. Hundreds may stand in that line.
  std::chrono::milliseconds again_without_room{30'000};
  /// Wait before an engine that could not be reached is tried again; doubles up to five minutes.
  std::chrono::milliseconds first_back_off{5'000};
};

/// Safe on every thread; different recordings run at once.
class RecordingJob final : public platform::JobHandler {
 public:
  RecordingJob(platform::Database& database, platform::KeyRing& keys, const platform::Clock& clock,
               storage::StorageService& storage, speech::SpeechService& speech, ReportMaker& reports,
               RecordingJobOptions options)
      : database_(database),
        keys_(keys),
        clock_(clock),
        storage_(storage),
        speech_(speech),
        reports_(reports),
        options_(options) {}

  platform::JobOutcome Run(const platform::Job& job, const std::stop_token& stop) override;
  void GiveUp(const platform::Job& job) override;

 private:
  /// What was said, and how long it took.
  struct Heard {
    Transcript transcript;
    std::int64_t duration_seconds = 0;
  };

  platform::Result<std::optional<Recording>> Find(const std::string& id);
  platform::Result<> Move(const Recording& recording, std::vector<RecordingState> from, RecordingChange change);

  /// All that is to be saved.
  struct Written {
    Heard heard;
    ConsultationTexts texts;
  };

  platform::Result<Written> Prepare(Recording& recording, const platform::SealingKey& key, int attempt,
                                    const std::stop_token& stop);
  platform::Result<Heard> Hear(Recording& recording, const platform::SealingKey& key, int attempt,
                               const std::stop_token& stop);
  platform::Result<Heard> HearLive(Recording& recording, StoredPieces& pieces, const platform::SealingKey& key,
                                   const std::stop_token& stop);
  platform::Result<> TellOfRoom(Recording& recording, bool has_room);
  platform::Result<> Refresh(Recording& recording);
  platform::Result<speech::AudioSummary> HearGrowing(const Recording& recording,
                                                     const std::shared_ptr<storage::FileGrowth>& growth,
                                                     StoredPieces& pieces, const platform::SealingKey& key,
                                                     const std::stop_token& stop);
  void ForgetStanding(const std::string& id);
  static platform::Result<Heard> WhatWasHeard(Recording& recording, const StoredPieces& pieces,
                                              const speech::AudioSummary& audio);
  platform::Result<Heard> HearWhole(Recording& recording, StoredPieces& pieces, const platform::SealingKey& key,
                                    int attempt, const std::stop_token& stop);
  platform::Result<Heard> TakeTyped(const Recording& recording, const platform::SealingKey& key, int attempt,
                                    const std::stop_token& stop);
  platform::Result<speech::AudioSummary> Measure(const Recording& recording, const platform::SealingKey& key,
                                                 const std::stop_token& stop);
  platform::Result<std::unique_ptr<speech::ByteSource>> OpenWhole(const Recording& recording,
                                                                  const platform::SealingKey& key);
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
  storage::StorageService& storage_;
  speech::SpeechService& speech_;
  ReportMaker& reports_;
  const RecordingJobOptions options_;

  std::atomic<int> live_{0};
  std::mutex mutex_;
  std::map<std::string, std::uint64_t> standing_still_;  // guarded by mutex_; the length at which a live run gave up
};

}  // namespace scriba::consultations
