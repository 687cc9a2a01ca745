#include "consultations/hearing.h"

#include <algorithm>
#include <cmath>

#include "consultations/audio_source.h"

namespace scriba::consultations {
namespace {

using platform::BlockOn;
using platform::Code;
using platform::Result;
using platform::SealingKey;
using speech::AudioSummary;

constexpr int kFirstRun = 1;
// After so many runs a piece that the engine never takes becomes a marked hole; with more such pieces it is the engine.
constexpr int kRunsBeforeHoles = 5;
constexpr int kMostHoles = 3;

std::int64_t WholeSeconds(double seconds) { return std::max<std::int64_t>(1, std::llround(seconds)); }

platform::Turn TurnOf(const Recording& recording) {
  return {recording.user_id, recording.is_live ? platform::Priority::kLive : platform::Priority::kLater};
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

/// What says nothing of the sound, and is over with another run.
bool MayPass(Code code) {
  return code == Code::kBusy || code == Code::kInternal || code == Code::kDiskFull || code == Code::kDeadlineExceeded;
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

Result<Heard> Hearing::Hear(Recording& recording, const SealingKey& key, int attempt, const std::stop_token& stop) {
  if (recording.typed_transcript) return TakeTyped(recording, key, attempt, stop);
  auto pieces = StoredPieces::Load(database_, clock_, key, recording.id);
  if (!pieces) return Forward(pieces);
  const bool is_heard = recording.state == RecordingState::kAnalysing || recording.state == RecordingState::kWriting;
  if (is_heard && recording.duration_seconds) return Heard{pieces->Joined(), *recording.duration_seconds};
  if (!recording.HasAllBytes()) return HearLive(recording, *pieces, key, stop);
  return HearWhole(recording, *pieces, key, attempt, stop);
}

Result<Heard> Hearing::HearLive(Recording& recording, StoredPieces& pieces, const SealingKey& key,
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
Result<> Hearing::TellOfRoom(Recording& recording, bool has_room) {
  if (has_room == IsWithoutRoom(recording)) {
    RecordingChange told{.state = RecordingState::kRecording};
    if (!has_room) told.error_code = platform::WireCode(Code::kBusy);
    if (auto moved = row_.Move(recording, {RecordingState::kRecording}, told); !moved) return Forward(moved);
    recording.error_code = told.error_code;
  }
  if (has_room) return {};
  return platform::Fail(Code::kBusy, "The server follows as many recordings as it may");
}

Result<> Hearing::Refresh(Recording& recording) {
  auto present = row_.Find(recording.id);
  if (!present) return Forward(present);
  if (!*present) return platform::Fail(Code::kRecordingNotFound, "The recording is gone");
  recording = std::move(**present);
  return {};
}

/// Hears what there is and what comes, until the recording ends or stands still.
Result<AudioSummary> Hearing::HearGrowing(const Recording& recording,
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
    const auto present = row_.Find(recording.id);
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

void Hearing::ForgetStanding(const std::string& id) {
  const std::lock_guard lock(mutex_);
  standing_still_.erase(id);
}

Result<Heard> Hearing::HearWhole(Recording& recording, StoredPieces& pieces, const SealingKey& key, int attempt,
                                 const std::stop_token& stop) {
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
  if (auto moved = row_.Move(recording, kUnfinished, begun); !moved) return Forward(moved);
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

Result<Heard> Hearing::WhatWasHeard(Recording& recording, const StoredPieces& pieces, const AudioSummary& audio) {
  Heard heard{pieces.Joined(), WholeSeconds(audio.duration_seconds)};
  recording.duration_seconds = heard.duration_seconds;
  if (auto spoken = CheckSpoken(audio, heard.transcript); !spoken) return Forward(spoken);
  if (audio.is_cut_off) {
    heard.transcript.remarks.push_back({audio.duration_seconds, audio.duration_seconds, speech::Mark::kCutOff});
  }
  return heard;
}

Result<Heard> Hearing::TakeTyped(const Recording& recording, const SealingKey& key, int attempt,
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

Result<AudioSummary> Hearing::Measure(const Recording& recording, const SealingKey& key, const std::stop_token& stop) {
  auto source = OpenWhole(recording, key);
  if (!source) return Forward(source);
  return speech_.Measure(**source, {options_.max_recording_hours * 3600, TurnOf(recording)}, stop);
}

Result<std::unique_ptr<speech::ByteSource>> Hearing::OpenWhole(const Recording& recording, const SealingKey& key) {
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

}  // namespace scriba::consultations
