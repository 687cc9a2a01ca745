#include "consultations/recording_job.h"

#include <algorithm>
#include <cmath>

#include "consultations/audio_source.h"
#include "consultations/save.h"
#include "platform/log.h"

namespace scriba::consultations {
namespace {

using platform::BlockOn;
using platform::Code;
using platform::Connection;
using platform::Error;
using platform::Job;
using platform::JobOutcome;
using platform::Result;
using platform::SealingKey;
using platform::Task;
using speech::AudioSummary;
using std::chrono::milliseconds;

constexpr milliseconds kLongestBackOff{300'000};
constexpr int kFirstRun = 1;
constexpr milliseconds kAgainSoon{1'000};
constexpr milliseconds kAgainWhenLive{10'000};
// Without an engine only the operator can help; the next start of the server looks at once.
constexpr milliseconds kAgainWithoutEngine{600'000};
// After so many runs a piece that the engine never takes becomes a marked hole; with more such pieces it is the engine.
constexpr int kRunsBeforeHoles = 5;
constexpr int kMostHoles = 3;
/// Runs that may fail by a fault of ours before a person is asked: two minutes and a half.
constexpr int kRunsOfOurFault = 6;

/// What the row says when everything is there and the database does not take it. No request is answered with it.
constexpr std::string_view kSaveFailed = "save_failed";

constexpr auto kUnfinished = {RecordingState::kReceived, RecordingState::kTranscribing, RecordingState::kAnalysing,
                              RecordingState::kWriting, RecordingState::kWaiting};

std::int64_t WholeSeconds(double seconds) { return std::max<std::int64_t>(1, std::llround(seconds)); }

/// Whether the row says that the recording is not heard while it is made.
bool IsWithoutRoom(const Recording& recording) {
  return recording.error_code == platform::WireCode(Code::kBusy) && !recording.HasAllBytes();
}

speech::Turn TurnOf(const Recording& recording) {
  return {recording.user_id, recording.is_live ? speech::Priority::kLive : speech::Priority::kUpload};
}

/// The engine has heard all it can: is there anything to report?
Result<> CheckSpoken(const AudioSummary& audio, const Transcript& transcript) {
  if (audio.pieces_with_speech == 0) return platform::Fail(Code::kNoSpeech, "Nobody speaks in this recording");
  if (IsBlank(transcript.text)) return platform::Fail(Code::kEmptyTranscript, "The transcript is empty");
  return {};
}

bool IsSpeechTrouble(Code code) {
  return code == Code::kSpeechEngineMissing || code == Code::kSpeechEngineUnreachable || code == Code::kSpeechTimeout ||
         code == Code::kSpeechEngineRefused || code == Code::kTranscriptInvalid;
}

bool IsUnusable(Code code) {
  return code == Code::kEmptyFile || code == Code::kNotAudio || code == Code::kVideoNotAccepted ||
         code == Code::kAudioUnreadable || code == Code::kAudioTooLong;
}

/// What says nothing of the sound, and is over with another run.
bool MayPass(Code code) {
  return code == Code::kBusy || code == Code::kInternal || code == Code::kDiskFull || code == Code::kDeadlineExceeded;
}

/// A file that was uploaded is still where it came from; a recording exists nowhere else, so it is only removed when
/// there is certainly no sound in it.
bool MayBeRemoved(const Recording& recording, Code code) {
  return !recording.is_live || code == Code::kEmptyFile || code == Code::kNotAudio;
}

/// Counts a run among those that follow a growing file, for as long as it lives.
class LiveTurn {
 public:
  explicit LiveTurn(std::atomic<int>& live) : live_(live), number_(++live) {}
  ~LiveTurn() { --live_; }
  LiveTurn(const LiveTurn&) = delete;
  LiveTurn& operator=(const LiveTurn&) = delete;

  int number() const { return number_; }

 private:
  std::atomic<int>& live_;
  const int number_;
};

}  // namespace

Result<std::optional<Recording>> RecordingJob::Find(const std::string& id) {
  std::function<Task<Result<std::optional<Recording>>>(Connection&)> find = [&](Connection& connection) {
    return FindRecording(connection, id);
  };
  return BlockOn(database_.Read<std::optional<Recording>>(std::move(find)));
}

/// Every step of a run asks whether it is still the one that is wanted, on whatever node a text was typed.
Result<> RecordingJob::Move(const Recording& recording, std::vector<RecordingState> from, RecordingChange change) {
  std::function<Task<Result<bool>>(Connection&)> move = [&](Connection& connection) -> Task<Result<bool>> {
    auto present = co_await FindRecording(connection, recording.id);
    if (!present) co_return Forward(present);
    if (!*present) co_return false;
    if (auto same = CheckSameText(recording, **present); !same) co_return Forward(same);
    co_return co_await MoveRecording(connection, recording.id, from, change, clock_.Now());
  };
  auto moved = BlockOn(database_.Write<bool>(std::move(move)));
  if (!moved) return Forward(moved);
  if (!*moved) return platform::Fail(Code::kRecordingStateConflict, "The recording has gone on without this run");
  return {};
}

JobOutcome RecordingJob::Run(const Job& job, const std::stop_token& stop) {
  auto recording = Find(job.key);
  if (!recording) return JobOutcome::Again(kAgainSoon);
  if (!*recording || (*recording)->HasAllBytes()) ForgetStanding(job.key);
  if (!*recording || (*recording)->IsAtRest()) return JobOutcome::Done();
  auto key = BlockOn(keys_.KeyOf((*recording)->user_id));
  if (!key) return Settle(**recording, job.attempt, key.error(), platform::WireCode(key.error().code));
  auto written = Prepare(**recording, *key, job.attempt, stop);
  // What became of a run that was stopped says nothing of the recording.
  if (!written && stop.stop_requested()) return JobOutcome::Again(kAgainSoon);
  if (!written) return Settle(**recording, job.attempt, written.error(), platform::WireCode(written.error().code));
  const Result<> saved = Save(**recording, *written, *key);
  if (!saved) return Settle(**recording, job.attempt, saved.error(), kSaveFailed);
  return JobOutcome::Done();
}

void RecordingJob::GiveUp(const Job& job) {
  auto recording = Find(job.key);
  if (!recording || !*recording || (*recording)->IsAtRest()) return;
  platform::LogError("recording_given_up", {{"recording", job.key}});
  const Error error{.code = Code::kInternal, .message = "The work on the recording failed too often"};
  Fail(**recording, error, platform::WireCode(error.code));
}

Result<RecordingJob::Written> RecordingJob::Prepare(Recording& recording, const SealingKey& key, int attempt,
                                                    const std::stop_token& stop) {
  auto heard = Hear(recording, key, attempt, stop);
  if (!heard) return Forward(heard);
  auto texts = Analyse(recording, *heard, stop);
  if (!texts) return Forward(texts);
  return Written{std::move(*heard), std::move(*texts)};
}

Result<RecordingJob::Heard> RecordingJob::Hear(Recording& recording, const SealingKey& key, int attempt,
                                               const std::stop_token& stop) {
  if (recording.typed_transcript) return TakeTyped(recording, key, attempt, stop);
  auto pieces = StoredPieces::Load(database_, clock_, key, recording.id);
  if (!pieces) return Forward(pieces);
  const bool is_heard = recording.state == RecordingState::kAnalysing || recording.state == RecordingState::kWriting;
  if (is_heard && recording.duration_seconds) return Heard{pieces->Joined(), *recording.duration_seconds};
  if (!recording.HasAllBytes()) return HearLive(recording, *pieces, key, stop);
  return HearWhole(recording, *pieces, key, attempt, stop);
}

Result<RecordingJob::Heard> RecordingJob::HearLive(Recording& recording, StoredPieces& pieces, const SealingKey& key,
                                                   const std::stop_token& stop) {
  const LiveTurn turn(live_);
  if (auto room = TellOfRoom(recording, turn.number() <= options_.most_live); !room) return Forward(room);
  const auto growth = storage_.files().Follow(recording.id);
  // Looked at again now that the end cannot be missed: it may have come in between.
  if (auto seen = Refresh(recording); !seen) return Forward(seen);
  if (recording.HasAllBytes()) return HearWhole(recording, pieces, key, kFirstRun, stop);
  auto audio = HearGrowing(recording, growth, pieces, key, stop);
  // What is known of the row may be hours old.
  if (auto seen = Refresh(recording); !seen) return Forward(seen);
  if (!recording.HasAllBytes()) {
    if (!audio) return Forward(audio);
    return platform::Fail(Code::kBusy, "The recording does not go on at present");
  }
  // Typed meanwhile, or failed on the growing file: the whole file is the judge.
  if (recording.typed_transcript) return TakeTyped(recording, key, kFirstRun, stop);
  if (!audio) return HearWhole(recording, pieces, key, kFirstRun, stop);
  return WhatWasHeard(recording, pieces, *audio);
}

/// The row says whether the recording is heard while it is made: the doctor is to know.
Result<> RecordingJob::TellOfRoom(Recording& recording, bool has_room) {
  if (has_room == IsWithoutRoom(recording)) {
    RecordingChange told{.state = RecordingState::kRecording};
    if (!has_room) told.error_code = platform::WireCode(Code::kBusy);
    if (auto moved = Move(recording, {RecordingState::kRecording}, told); !moved) return Forward(moved);
    recording.error_code = told.error_code;
  }
  if (has_room) return {};
  return platform::Fail(Code::kBusy, "The server follows as many recordings as it may");
}

Result<> RecordingJob::Refresh(Recording& recording) {
  auto present = Find(recording.id);
  if (!present) return Forward(present);
  if (!*present) return platform::Fail(Code::kRecordingNotFound, "The recording is gone");
  recording = std::move(**present);
  return {};
}

/// Hears what there is and what comes, until the recording ends or stands still.
Result<AudioSummary> RecordingJob::HearGrowing(const Recording& recording,
                                               const std::shared_ptr<storage::FileGrowth>& growth, StoredPieces& pieces,
                                               const SealingKey& key, const std::stop_token& stop) {
  auto durable = BlockOn(storage_.files().Length(recording.id, key));
  if (!durable) return Forward(durable);
  {
    // One that has not grown since the last run gave up on it is not decoded again.
    const std::lock_guard lock(mutex_);
    const auto still = standing_still_.find(recording.id);
    if (still != standing_still_.end() && still->second == *durable) {
      return platform::Fail(Code::kBusy, "The recording does not go on at present");
    }
  }
  auto reader = storage_.files().Read(recording.id, key);
  if (!reader) return Forward(reader);
  const auto has_ended = [this, &recording] {
    const auto present = Find(recording.id);
    return present && (!*present || (*present)->HasAllBytes());
  };
  GrowingAudio source(std::move(*reader), growth, *durable, options_.live_patience, has_ended);
  const speech::TranscribeRequest request{.turn = TurnOf(recording),
                                          .max_seconds = options_.max_recording_hours * 3600};
  auto audio = speech_.Transcribe(source, request, pieces, stop);
  const std::lock_guard lock(mutex_);
  if (!audio && audio.error().code == Code::kBusy && !stop.stop_requested()) {
    standing_still_[recording.id] = source.durable();
  } else {
    standing_still_.erase(recording.id);
  }
  return audio;
}

/// One that is not heard while it grows has no length at which it stands.
void RecordingJob::ForgetStanding(const std::string& id) {
  const std::lock_guard lock(mutex_);
  standing_still_.erase(id);
}

Result<RecordingJob::Heard> RecordingJob::HearWhole(Recording& recording, StoredPieces& pieces, const SealingKey& key,
                                                    int attempt, const std::stop_token& stop) {
  const bool may_leave_holes = attempt > kRunsBeforeHoles && !IsBlank(pieces.Joined().text);
  RecordingChange begun{.state = RecordingState::kTranscribing};
  // Measured first, a file tells at once whether it is any good, and how many pieces there will be. A recording has
  // been heard for the most part already.
  if (!recording.is_live && !recording.duration_seconds) {
    auto audio = Measure(recording, key, stop);
    if (!audio) return Forward(audio);
    begun.duration_seconds = recording.duration_seconds = WholeSeconds(audio->duration_seconds);
    begun.pieces_total = audio->pieces;
    if (audio->pieces_with_speech == 0) return platform::Fail(Code::kNoSpeech, "Nobody speaks in this recording");
  }
  if (auto moved = Move(recording, kUnfinished, begun); !moved) return Forward(moved);
  auto source = OpenWhole(recording, key);
  if (!source) return Forward(source);
  const speech::TranscribeRequest request{.turn = TurnOf(recording),
                                          .max_seconds = options_.max_recording_hours * 3600,
                                          .holes = may_leave_holes ? kMostHoles : 0};
  auto audio = speech_.Transcribe(**source, request, pieces, stop);
  if (!audio && IsSpeechTrouble(audio.error().code) && !recording.duration_seconds) {
    // While it waits for an engine the doctor should know at least that the sound is good.
    auto measured = Measure(recording, key, stop);
    if (!measured) return Forward(measured);
    recording.duration_seconds = WholeSeconds(measured->duration_seconds);
    if (measured->pieces_with_speech == 0) return platform::Fail(Code::kNoSpeech, "Nobody speaks in this recording");
  }
  if (!audio) return Forward(audio);
  return WhatWasHeard(recording, pieces, *audio);
}

Result<RecordingJob::Heard> RecordingJob::WhatWasHeard(Recording& recording, const StoredPieces& pieces,
                                                       const AudioSummary& audio) {
  Heard heard{pieces.Joined(), WholeSeconds(audio.duration_seconds)};
  recording.duration_seconds = heard.duration_seconds;
  if (auto spoken = CheckSpoken(audio, heard.transcript); !spoken) return Forward(spoken);
  if (audio.is_cut_off) {
    heard.transcript.remarks.push_back({audio.duration_seconds, audio.duration_seconds, speech::Mark::kCutOff});
  }
  return heard;
}

Result<RecordingJob::Heard> RecordingJob::TakeTyped(const Recording& recording, const SealingKey& key, int attempt,
                                                    const std::stop_token& stop) {
  auto text = key.Open(*recording.typed_transcript, PlaceOf("recordings", "typed_transcript", recording.id));
  if (!text) return Forward(text);
  Heard heard{.transcript = {.text = std::move(*text), .spans = {}, .remarks = {}},
              .duration_seconds = recording.duration_seconds.value_or(0)};
  if (heard.duration_seconds == 0) {
    const auto audio = Measure(recording, key, stop);
    const bool comes_again = attempt < kRunsOfOurFault || stop.stop_requested();
    if (!audio && comes_again && MayPass(audio.error().code)) return platform::Failure(audio.error());
    // The words are there even when the sound is not.
    heard.duration_seconds = audio ? WholeSeconds(audio->duration_seconds) : EstimatedSeconds(heard.transcript.text);
  }
  return heard;
}

Result<AudioSummary> RecordingJob::Measure(const Recording& recording, const SealingKey& key,
                                           const std::stop_token& stop) {
  auto source = OpenWhole(recording, key);
  if (!source) return Forward(source);
  return speech_.Measure(**source, {options_.max_recording_hours * 3600, TurnOf(recording)}, stop);
}

Result<std::unique_ptr<speech::ByteSource>> RecordingJob::OpenWhole(const Recording& recording, const SealingKey& key) {
  auto reader = storage_.files().Read(recording.id, key);
  if (!reader) return platform::Fail(Code::kAudioUnreadable, "The sound of this recording is gone");
  const std::uint64_t present = reader->Length();
  // More than was completed is what a late request of another node left; nobody was told that it counts.
  const std::uint64_t bytes = recording.bytes ? static_cast<std::uint64_t>(*recording.bytes) : present;
  if (present < bytes) {
    return platform::Fail(Code::kAudioUnreadable, "The sound of this recording is not whole",
                          std::to_string(present) + " of " + std::to_string(bytes) + " bytes open");
  }
  return std::unique_ptr<speech::ByteSource>(std::make_unique<WholeAudio>(std::move(*reader), bytes));
}

Result<ConsultationTexts> RecordingJob::Analyse(const Recording& recording, const Heard& heard,
                                                const std::stop_token& stop) {
  RecordingChange analysing{.state = RecordingState::kAnalysing};
  analysing.duration_seconds = heard.duration_seconds;
  if (auto moved = Move(recording, kUnfinished, analysing); !moved) return Forward(moved);
  Visit visit{.user_id = recording.user_id, .patient_id = recording.patient_id, .visita = recording.visita};
  if (const auto at = platform::ParseTimestamp(recording.created_at)) visit.at = *at;
  auto draft = reports_.Analyse(std::move(visit), heard.transcript);
  if (!draft) return Forward(draft);
  const RecordingChange writing{.state = RecordingState::kWriting};
  if (auto moved = Move(recording, kUnfinished, writing); !moved) return Forward(moved);
  return reports_.Write(std::move(*draft), heard.transcript, stop);
}

Result<> RecordingJob::Save(const Recording& recording, const Written& written, const SealingKey& key) {
  const Heard& heard = written.heard;
  std::function<Task<Result<>>(Connection&)> save = [&](Connection& connection) {
    return SaveConsultation(connection, key, recording, heard.transcript.text, written.texts, heard.duration_seconds,
                            clock_.Now());
  };
  auto saved = BlockOn(database_.WriteWith(std::move(save)));
  if (saved)
    platform::LogInfo("consultation_saved", {{"recording", recording.id}, {"seconds", heard.duration_seconds}});
  return saved;
}

/// Decides what a run that did not get to the end means.
JobOutcome RecordingJob::Settle(const Recording& recording, int attempt, const Error& error, std::string_view failure) {
  const milliseconds back_off = platform::BackOff{options_.first_back_off, kLongestBackOff}.After(attempt);
  switch (error.code) {
    case Code::kBusy:
      if (recording.HasAllBytes()) return JobOutcome::Again(kAgainSoon);
      return JobOutcome::Again(IsWithoutRoom(recording) ? options_.again_without_room : kAgainWhenLive);
    case Code::kRecordingNotFound: return JobOutcome::Done();
    // Typed, discarded or retried while this run was under way: look again.
    case Code::kRecordingStateConflict:
    case Code::kForeignKeyViolated: return JobOutcome::Again(kAgainSoon);
    case Code::kSpeechEngineMissing: return Wait(recording, error, kAgainWithoutEngine);
    case Code::kSpeechEngineUnreachable:
    case Code::kSpeechTimeout:
    case Code::kTranscriptInvalid:
    case Code::kSpeechEngineRefused: return Wait(recording, error, back_off);
    case Code::kDiskFull:
    case Code::kDeadlineExceeded: return JobOutcome::Again(back_off);
    // Ours to mend, and often gone by itself (no process could be started): a person is asked when it stays.
    case Code::kInternal:
      if (attempt < kRunsOfOurFault) {
        platform::LogWarning("recording_tried_again", {{"recording", recording.id}, {"cause", error.internal}});
        return JobOutcome::Again(back_off);
      }
      break;
    default: break;
  }
  // What is wrong with the beginning of a file may be right with the whole of it.
  if (!recording.HasAllBytes()) return JobOutcome::Again(kAgainWhenLive);
  return Fail(recording, error, failure);
}

JobOutcome RecordingJob::Wait(const Recording& recording, const Error& error, milliseconds again_after) {
  auto present = Find(recording.id);
  if (!present) return JobOutcome::Again(kAgainSoon);
  if (!*present) return JobOutcome::Done();
  RecordingChange waiting{.state = RecordingState::kWaiting, .error_code = std::string(platform::WireCode(error.code))};
  // One that is still being made goes on being made.
  if (!(*present)->HasAllBytes()) waiting.state = RecordingState::kRecording;
  const std::vector<RecordingState> from = (*present)->HasAllBytes()
                                               ? std::vector<RecordingState>(kUnfinished)
                                               : std::vector<RecordingState>{RecordingState::kRecording};
  platform::LogWarning("recording_waits", {{"recording", recording.id}, {"code", platform::WireCode(error.code)}});
  if (auto moved = Move(recording, from, waiting); !moved) return JobOutcome::Again(kAgainSoon);
  return JobOutcome::Again(again_after);
}

JobOutcome RecordingJob::Fail(const Recording& recording, const Error& error, std::string_view failure) {
  RecordingChange failed{.state = RecordingState::kFailed, .error_code = std::string(failure)};
  failed.duration_seconds = recording.duration_seconds;
  platform::LogWarning("recording_failed", {{"recording", recording.id}, {"code", failure}, {"cause", error.internal}});
  if (auto moved = Move(recording, kUnfinished, failed); !moved) return JobOutcome::Again(kAgainSoon);
  if (IsUnusable(error.code) && MayBeRemoved(recording, error.code)) {
    if (auto removed = BlockOn(storage_.Remove(recording.user_id, recording.id)); !removed) {
      platform::LogWarning("audio_not_removed", {{"recording", recording.id}});
    }
  }
  return JobOutcome::Done();
}

}  // namespace scriba::consultations
