#include "consultations/recording_job.h"

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
using std::chrono::milliseconds;

constexpr milliseconds kLongestBackOff{300'000};
constexpr milliseconds kAgainSoon{1'000};
constexpr milliseconds kAgainWhenLive{10'000};
// Without an engine only the operator can help; the next start of the server looks at once.
constexpr milliseconds kAgainWithoutEngine{600'000};

/// What the row says when everything is there and the database does not take it. No request is answered with it.
constexpr std::string_view kSaveFailed = "save_failed";

bool IsUnusable(Code code) {
  return code == Code::kEmptyFile || code == Code::kNotAudio || code == Code::kVideoNotAccepted ||
         code == Code::kAudioUnreadable || code == Code::kAudioTooLong;
}

/// A file that was uploaded is still where it came from; a recording exists nowhere else, so it is only removed when
/// there is certainly no sound in it.
bool MayBeRemoved(const Recording& recording, Code code) {
  return !recording.is_live || code == Code::kEmptyFile || code == Code::kNotAudio;
}

}  // namespace

JobOutcome RecordingJob::Run(const Job& job, const std::stop_token& stop) {
  auto recording = row_.Find(job.key);
  if (!recording) return JobOutcome::Again(kAgainSoon);
  if (!*recording || (*recording)->HasAllBytes()) hearing_.ForgetStanding(job.key);
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
  auto recording = row_.Find(job.key);
  if (!recording || !*recording || (*recording)->IsAtRest()) return;
  platform::LogError("recording_given_up", {{"recording", job.key}});
  const Error error{.code = Code::kInternal, .message = "The work on the recording failed too often"};
  Fail(**recording, error, platform::WireCode(error.code));
}

Result<RecordingJob::Written> RecordingJob::Prepare(Recording& recording, const SealingKey& key, int attempt,
                                                    const std::stop_token& stop) {
  auto heard = hearing_.Hear(recording, key, attempt, stop);
  if (!heard) return Forward(heard);
  auto texts = Analyse(recording, *heard, stop);
  if (!texts) return Forward(texts);
  return Written{std::move(*heard), std::move(*texts)};
}

Result<ConsultationTexts> RecordingJob::Analyse(const Recording& recording, const Heard& heard,
                                                const std::stop_token& stop) {
  RecordingChange analysing{.state = RecordingState::kAnalysing};
  analysing.duration_seconds = heard.duration_seconds;
  if (auto moved = row_.Move(recording, kUnfinished, analysing); !moved) return Forward(moved);
  Visit visit{.user_id = recording.user_id, .patient_id = recording.patient_id, .visita = recording.visita};
  if (const auto at = platform::ParseTimestamp(recording.created_at)) visit.at = *at;
  auto draft = reports_.Analyse(std::move(visit), heard.transcript);
  if (!draft) return Forward(draft);
  const RecordingChange writing{.state = RecordingState::kWriting};
  if (auto moved = row_.Move(recording, kUnfinished, writing); !moved) return Forward(moved);
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
  auto present = row_.Find(recording.id);
  if (!present) return JobOutcome::Again(kAgainSoon);
  if (!*present) return JobOutcome::Done();
  RecordingChange waiting{.state = RecordingState::kWaiting, .error_code = std::string(platform::WireCode(error.code))};
  // One that is still being made goes on being made.
  if (!(*present)->HasAllBytes()) waiting.state = RecordingState::kRecording;
  const std::vector<RecordingState> from = (*present)->HasAllBytes()
                                               ? std::vector<RecordingState>(kUnfinished)
                                               : std::vector<RecordingState>{RecordingState::kRecording};
  platform::LogWarning("recording_waits", {{"recording", recording.id}, {"code", platform::WireCode(error.code)}});
  if (auto moved = row_.Move(recording, from, waiting); !moved) return JobOutcome::Again(kAgainSoon);
  return JobOutcome::Again(again_after);
}

JobOutcome RecordingJob::Fail(const Recording& recording, const Error& error, std::string_view failure) {
  RecordingChange failed{.state = RecordingState::kFailed, .error_code = std::string(failure)};
  failed.duration_seconds = recording.duration_seconds;
  platform::LogWarning("recording_failed", {{"recording", recording.id}, {"code", failure}, {"cause", error.internal}});
  if (auto moved = row_.Move(recording, kUnfinished, failed); !moved) return JobOutcome::Again(kAgainSoon);
  if (IsUnusable(error.code) && MayBeRemoved(recording, error.code)) {
    if (auto removed = BlockOn(storage_.Remove(recording.user_id, recording.id)); !removed) {
      platform::LogWarning("audio_not_removed", {{"recording", recording.id}});
    }
  }
  return JobOutcome::Done();
}

}  // namespace scriba::consultations
