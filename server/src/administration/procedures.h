// The remote procedures of this room. The composition root puts them on the table surface.
#pragma once

#include <vector>

#include "administration/announcements.h"
#include "auth/procedure.h"
#include "platform/workers.h"

namespace scriba::administration {

/// What the procedures work with. Outlives them.
struct Parts {
  platform::Database& database;
  const platform::Clock& clock;
  Announcements& announcements;
  platform::WorkerPool& readers;  ///< for what reads as much as there is
};

/// For administrators only: send_announcement, activity_report, audit_log_page.
/// Errors of the calls: kNotPermitted, those of auth/procedure_arguments.h and of what they call.
std::vector<auth::Procedure> Procedures(const Parts& parts);

}  // namespace scriba::administration
