// The doctor's word that a report was read and is right.
#pragma once

#include <set>
#include <string>

#include "platform/clock.h"
#include "platform/crypto/sealing.h"
#include "platform/db/database.h"

namespace scriba::consultations {

/// Reports of the caller's own patients only; a changed report is open again by itself (a trigger of the database).
/// All errors: kNotFound, also for another doctor's.
class Review {
 public:
  Review(platform::Database& database, platform::KeyRing& keys, const platform::Clock& clock)
      : database_(database), keys_(keys), clock_(clock) {}

  /// Marks a report as reviewed and answers when. Every open check of its values (clinical/checking/value_checks.h)
  /// must be among `confirmed`, by its key, and is stored so. Errors: also kValidationFailed when one is not.
  platform::Task<platform::Result<std::string>> Mark(std::string user_id, std::string consultation_id,
                                                     std::set<std::string> confirmed);

  /// Takes the word back. What was confirmed stays confirmed.
  platform::Task<platform::Result<>> Reopen(std::string user_id, std::string consultation_id);

 private:
  platform::Database& database_;
  platform::KeyRing& keys_;
  const platform::Clock& clock_;
};

}  // namespace scriba::consultations
