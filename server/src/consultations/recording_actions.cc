#include "consultations/recording_actions.h"

#include "consultations/stored_pieces.h"
#include "consultations/transcript.h"
#include "platform/ids.h"

namespace scriba::consultations {
namespace {

using platform::Blob;
using platform::Code;
using platform::Connection;
using platform::Fail;
using platform::Instant;
using platform::Result;
using platform::Task;
using platform::Value;

Task<Result<Recording>> FindOwn(Connection& connection, const std::string& user_id, const std::string& recording_id) {
  auto id = platform::ParseUuid(recording_id);
  if (!id) co_return Fail(Code::kRecordingNotFound, "Recording not found");
  auto recording = co_await FindRecording(connection, std::move(*id));
  if (!recording) co_return Forward(recording);
  if (!*recording || (*recording)->user_id != user_id) co_return Fail(Code::kRecordingNotFound, "Recording not found");
  co_return std::move(**recording);
}

/// Puts a recording back to the beginning of its work.
Task<Result<>> Resume(Connection& connection, const std::string& id, std::vector<RecordingState> from, Instant now) {
  RecordingChange received{.state = RecordingState::kReceived};
  auto moved = co_await MoveRecording(connection, id, std::move(from), std::move(received), now);
  if (!moved) co_return Forward(moved);
  if (!*moved) co_return Fail(Code::kRecordingStateConflict, "The recording is not in a state that allows this");
  co_return co_await platform::RequestJob(connection, std::string(kRecordingJob), id, now);
}

/// Something to make the report of: the sound, or the text that was typed in its place.
Task<Result<>> RequireWords(Connection& connection, const Recording& recording) {
  if (recording.typed_transcript) co_return Result<>{};
  std::vector<Value> values{recording.id};
  auto sound = co_await connection.First("SELECT 1 FROM storage_objects WHERE file_id = $1", std::move(values));
  if (!sound) co_return Forward(sound);
  if (!*sound) co_return Fail(Code::kRecordingStateConflict, "The sound of this recording is gone");
  co_return Result<>{};
}

Task<Result<>> RetryIn(Connection& connection, const std::string& user_id, const std::string& recording_id,
                       Instant now) {
  auto recording = co_await FindOwn(connection, user_id, recording_id);
  if (!recording) co_return Forward(recording);
  if (auto present = co_await RequireWords(connection, *recording); !present) co_return present;
  auto forgotten = co_await ForgetUnheardPieces(connection, recording->id);
  if (!forgotten) co_return Forward(forgotten);
  std::vector<RecordingState> from{RecordingState::kWaiting, RecordingState::kFailed};
  co_return co_await Resume(connection, recording->id, std::move(from), now);
}

/// Answers the id as the row has it: a caller may write it in capitals.
Task<Result<std::string>> SubmitIn(Connection& connection, platform::KeyRing& keys, const std::string& user_id,
                                   const std::string& recording_id, const std::string& text, Instant now) {
  auto recording = co_await FindOwn(connection, user_id, recording_id);
  if (!recording) co_return Forward(recording);
  auto key = co_await keys.KeyOf(user_id, connection);
  if (!key) co_return Forward(key);
  std::vector<Value> values{recording->id,
                            Blob{key->Seal(text, PlaceOf("recordings", "typed_transcript", recording->id))}};
  auto kept =
      co_await connection.Execute("UPDATE recordings SET typed_transcript = $2 WHERE id = $1", std::move(values));
  if (!kept) co_return Forward(kept);
  std::vector<RecordingState> from{RecordingState::kReceived, RecordingState::kTranscribing, RecordingState::kWaiting,
                                   RecordingState::kFailed};
  auto resumed = co_await Resume(connection, recording->id, std::move(from), now);
  if (!resumed) co_return Forward(resumed);
  co_return recording->id;
}

Task<Result<std::string>> DiscardIn(Connection& connection, const std::string& user_id,
                                    const std::string& recording_id) {
  auto recording = co_await FindOwn(connection, user_id, recording_id);
  if (!recording) co_return Forward(recording);
  std::vector<Value> values{recording->id};
  auto removed =
      co_await connection.Execute("DELETE FROM recordings WHERE id = $1 AND state <> 'saved'", std::move(values));
  if (!removed) co_return Forward(removed);
  if (*removed == 0) co_return Fail(Code::kRecordingStateConflict, "The consultation is saved already");
  co_return recording->id;
}

}  // namespace

Task<Result<>> RecordingActions::Retry(std::string user_id, std::string recording_id) {
  std::function<Task<Result<>>(Connection&)> retry = [&](Connection& connection) {
    return RetryIn(connection, user_id, recording_id, clock_.Now());
  };
  auto retried = co_await database_.WriteWith(std::move(retry));
  if (retried) runner_.Wake();
  co_return retried;
}

Task<Result<>> RecordingActions::Complete(std::string user_id, std::string recording_id) {
  std::function<Task<Result<Recording>>(Connection&)> find = [&](Connection& connection) {
    return FindOwn(connection, user_id, recording_id);
  };
  auto recording = co_await database_.Read<Recording>(std::move(find));
  if (!recording) co_return Forward(recording);
  if (recording->HasAllBytes()) co_return Fail(Code::kRecordingStateConflict, "The recording is complete already");
  if (!recording->is_live) co_return Fail(Code::kRecordingStateConflict, "The file has not arrived as a whole");
  co_return co_await storage_.CompleteAsItIs(std::move(user_id), std::move(recording->id));
}

Task<Result<>> RecordingActions::SubmitTranscript(std::string user_id, std::string recording_id, std::string text) {
  if (IsBlank(text)) co_return Fail(Code::kEmptyTranscript, "Nessuna trascrizione disponibile da analizzare");
  if (text.size() > kLongestTranscript) co_return Fail(Code::kValueTooLong, "The transcript is too long");
  std::function<Task<Result<std::string>>(Connection&)> submit = [&](Connection& connection) {
    return SubmitIn(connection, keys_, user_id, recording_id, text, clock_.Now());
  };
  auto id = co_await database_.Write<std::string>(std::move(submit));
  if (!id) co_return Forward(id);
  // A run that still tries the sound ends; the next one takes the text. One on another node ends with its next step.
  runner_.Interrupt(std::string(kRecordingJob), *id);
  runner_.Wake();
  co_return Result<>{};
}

Task<Result<>> RecordingActions::Discard(std::string user_id, std::string recording_id) {
  std::function<Task<Result<std::string>>(Connection&)> discard = [&](Connection& connection) {
    return DiscardIn(connection, user_id, recording_id);
  };
  auto id = co_await database_.Write<std::string>(std::move(discard));
  if (!id) co_return Forward(id);
  runner_.Interrupt(std::string(kRecordingJob), *id);
  storage_.files().AnnounceEnd(*id);
  co_return co_await storage_.files().Remove(*id);
}

}  // namespace scriba::consultations
