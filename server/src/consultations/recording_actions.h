// What a doctor may do about a recording that waits, has failed, or was left in the middle.
#pragma once

#include <string>

#include "consultations/recording.h"
#include "platform/jobs.h"
#include "storage/service.h"

namespace scriba::consultations {

/// All errors: kRecordingNotFound (also for another doctor's), kRecordingStateConflict.
class RecordingActions {
 public:
  RecordingActions(platform::Database& database, platform::KeyRing& keys, const platform::Clock& clock,
                   storage::StorageService& storage, platform::JobRunner& runner)
      : database_(database), keys_(keys), clock_(clock), storage_(storage), runner_(runner) {}

  /// Tries again now. The sound must still be there, or a text that was typed in its place.
  platform::Task<platform::Result<>> Retry(std::string user_id, std::string recording_id);

  /// Goes on with the sound that has arrived, when the browser that recorded it does not come back. Errors: also
  /// kEmptyFile.
  platform::Task<platform::Result<>> Complete(std::string user_id, std::string recording_id);

  /// Goes on with a text that the doctor typed or pasted, in place of the sound. Errors: also kEmptyTranscript,
  /// kValueTooLong.
  platform::Task<platform::Result<>> SubmitTranscript(std::string user_id, std::string recording_id, std::string text);

  /// Removes a recording that was not saved, with its sound.
  platform::Task<platform::Result<>> Discard(std::string user_id, std::string recording_id);

 private:
  platform::Database& database_;
  platform::KeyRing& keys_;
  const platform::Clock& clock_;
  storage::StorageService& storage_;
  platform::JobRunner& runner_;
};

}  // namespace scriba::consultations
