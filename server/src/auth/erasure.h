// The end of an account, and of everything that is kept under it (GDPR, article 17).
#pragma once

#include <string>
#include <vector>

#include "platform/clock.h"
#include "platform/db/database.h"

namespace scriba::auth {

/// What went with an account.
struct Erasure {
  std::string user_id;
  std::size_t patients = 0;
  std::size_t consultations = 0;
  std::size_t recordings = 0;
  /// The sealed files, which nothing opens and no row names any more; the file store's sweep removes them too.
  std::vector<std::string> file_ids;
  std::vector<std::string> session_ids;
};

/// Removes every row that is somebody's, their data key among them, inside a transaction. Of the audit log the lines
/// stay with the id alone, one more says that the account was erased. `address`: where the order came from. Errors:
/// kUserNotFound; kValidationFailed for the last superadmin.
platform::Task<platform::Result<Erasure>> EraseAccount(platform::Connection& connection, std::string user_id,
                                                       std::string address, platform::Instant now);

/// Ends every way in and keeps the practice: sessions, password, second factors and pending mails go, and the account
/// is barred until the operator lifts the ban. Answers the sessions that ended. Errors: kUserNotFound.
platform::Task<platform::Result<std::vector<std::string>>> CloseAccount(platform::Connection& connection,
                                                                        std::string user_id, std::string address,
                                                                        platform::Instant now);

}  // namespace scriba::auth
