// The first half of the work on a recording: what was said in it.
//
// Pieces of transcript are stored one by one, so that a run hears what is missing and nothing twice. A recording that
// is still being made is heard while it grows: when the doctor stops, only the last piece is left to do.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>

#include "consultations/recording_run.h"
#include "consultations/stored_pieces.h"
#include "speech/speech_service.h"
#include "storage/service.h"

namespace scriba::consultations {

/// What was said, and how long it took.
struct Heard {
  Transcript transcript;
  std::int64_t duration_seconds = 0;
};

/// Safe on every thread, for different recordings at once; blocks.
class Hearing {
 public:
  Hearing(platform::Database& database, const platform::Clock& clock, storage::StorageService& storage,
          speech::SpeechService& speech, const RecordingJobOptions& options)
      : database_(database),
        clock_(clock),
        row_(database, clock),
        storage_(storage),
        speech_(speech),
        options_(options) {}

  /// Brings `recording` up to date on the way. Errors: those of the sound, of the engine and of the row; kBusy while a
  /// recording that is still being made does not go on, or has no room.
  platform::Result<Heard> Hear(Recording& recording, const platform::SealingKey& key, int attempt,
                               const std::stop_token& stop);

  /// One that is not heard while it grows has no length at which it stands.
  void ForgetStanding(const std::string& id);

 private:
  platform::Result<Heard> HearLive(Recording& recording, StoredPieces& pieces, const platform::SealingKey& key,
                                   const std::stop_token& stop);
  platform::Result<> TellOfRoom(Recording& recording, bool has_room);
  platform::Result<> Refresh(Recording& recording);
  platform::Result<speech::AudioSummary> HearGrowing(const Recording& recording,
                                                     const std::shared_ptr<storage::FileGrowth>& growth,
                                                     StoredPieces& pieces, const platform::SealingKey& key,
                                                     const std::stop_token& stop);
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

  platform::Database& database_;
  const platform::Clock& clock_;
  const RecordingRow row_;
  storage::StorageService& storage_;
  speech::SpeechService& speech_;
  const RecordingJobOptions options_;

  std::atomic<int> live_{0};
  std::mutex mutex_;
  std::map<std::string, std::uint64_t> standing_still_;  // guarded by mutex_; the length at which a live run gave up
};

}  // namespace scriba::consultations
