// The end of sound that the operator does not keep: of consultations that are saved, and of those only. What has not
// become a consultation yet is never touched.
#pragma once

#include <string>

#include "platform/clock.h"
#include "platform/config.h"
#include "platform/db/database.h"
#include "storage/service.h"

namespace scriba::consultations {

/// Sound whose days are over, as a consultation names it.
struct DueSound {
  std::string consultation_id;
  std::string owner_id;
  std::string address;  ///< "bucket/name", as in consultations.audio_url
};

/// Every deletion is a line of the audit log with the consultation's id, and so is every change of the choice. The
/// consultation loses its audio_url; the recording says when its sound went (audio_deleted_at).
class AudioRetention {
 public:
  AudioRetention(platform::Database& database, const platform::Clock& clock, storage::StorageService& storage,
                 platform::AudioRetention choice)
      : database_(database), clock_(clock), storage_(storage), choice_(choice) {}

  /// Notes the operator's choice in the audit log when it is not the one noted last. At the start.
  platform::Task<platform::Result<>> NoteChoice();

  /// Deletes what is due. Now and then; running it again changes nothing.
  platform::Task<platform::Result<>> Sweep();

 private:
  platform::Task<platform::Result<std::vector<DueSound>>> FindDue();
  /// Whether it had an end: sound that was moved meanwhile is found under its new name by the next round.
  platform::Task<platform::Result<bool>> Delete(const DueSound& due);

  platform::Database& database_;
  const platform::Clock& clock_;
  storage::StorageService& storage_;
  const platform::AudioRetention choice_;
};

}  // namespace scriba::consultations
