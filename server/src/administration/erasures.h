// What was erased, so that it can be erased again after a backup of before has brought it back.
#pragma once

#include <string>
#include <vector>

#include "platform/clock.h"
#include "platform/db/database.h"

namespace scriba::administration {

/// A line of the audit log that tells of something gone for good.
struct ErasureLine {
  std::string at;     ///< RFC 3339
  std::string event;  ///< "account_erased", "patient_deleted", "consultation_deleted", "audio_removed", "audio_deleted"
  std::string id;     ///< of the account, the patient, or the consultation
};

/// All that was erased and is not there again, the oldest first, as far back as the audit log goes.
platform::Task<platform::Result<std::vector<ErasureLine>>> Erasures(platform::Database& database);

/// Erases what the line tells of, with a line of its own in the audit log, and answers whether it was there. Sealed
/// files are left to the file store's sweep. Errors: kValidationFailed for a line that is none; those of
/// auth::EraseAccount.
platform::Task<platform::Result<bool>> EraseAgain(platform::Database& database, const platform::Clock& clock,
                                                  ErasureLine line);

}  // namespace scriba::administration
