// Lines of the audit log for what the table surface changes in audited columns (registry.h): whoever gives a role or
// a plan is known, whichever call gave it.
#pragma once

#include <string>
#include <vector>

#include "data/data_service.h"
#include "data/new_row.h"
#include "data/update_rules.h"

namespace scriba::data {

/// A line for each of the rows and each audited column among the changes.
platform::Task<platform::Result<>> NoteChanges(platform::Connection& connection, const TableRequest& request,
                                               const Changes& changes, const std::vector<std::string>& ids,
                                               platform::Instant now);

/// The same for a row that came in, where it says more than its owner may say of themselves.
platform::Task<platform::Result<>> NoteInsertion(platform::Connection& connection, const TableRequest& request,
                                                 const NewRow& row, platform::Instant now);

/// A line for each row that is about to go, of a table with audited columns.
platform::Task<platform::Result<>> NoteRemoval(platform::Connection& connection, const TableRequest& request,
                                               const std::vector<std::string>& ids, platform::Instant now);

}  // namespace scriba::data
