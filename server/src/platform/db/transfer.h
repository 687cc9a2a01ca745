// Moves a whole installation's rows from one engine to the other. (Sealed files are the same for both and stay.)
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "platform/db/database.h"

namespace scriba::platform {

struct TransferredTable {
  std::string name;
  std::uint64_t rows = 0;
};

/// Told after each group of rows, and once at the end of a table.
using TransferProgress = std::function<void(const TransferredTable& so_far, bool is_finished)>;

/// Copies every table of `from`, as it stands at one moment, into `to`, in one transaction; reads it back there and
/// compares number and checksum of every table before the transaction ends. Triggers do not run: what they did is
/// copied. Both databases must be migrated to this program's version and be of different engines; `to` must hold
/// nothing but what migrations put there.
///
/// Errors: kConfigurationInvalid (versions differ, or `to` is not empty), kInternal (what arrived is not what left),
/// and those of the databases. Then `to` is as it was.
Task<Result<std::vector<TransferredTable>>> TransferRows(Database& from, Database& to, TransferProgress progress);

/// What TransferRows() refuses before its first row, for those who put other things in place before the rows.
Task<Result<>> RequireTransferable(Database& from, Database& to);

}  // namespace scriba::platform
