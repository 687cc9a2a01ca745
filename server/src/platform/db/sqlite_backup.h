// A copy of a SQLite database as it stands at one moment, while it is in use.
#pragma once

#include <filesystem>

#include "platform/result.h"

namespace scriba::platform {

/// Copies `from` to `to`, which must not be there; nobody who reads or writes `from` waits for it. Checks the copy's
/// integrity. Errors: kBusy, kDiskFull.
Result<> BackUpSqlite(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace scriba::platform
