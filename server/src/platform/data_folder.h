// Who uses a data folder at a time.
#pragma once

#include <filesystem>

#include "platform/file_handle.h"
#include "platform/result.h"

namespace scriba::platform {

/// Alone: a program over SQLite, and whoever replaces what lies there. Shared: the programs over one PostgreSQL.
enum class FolderUse { kAlone, kShared };

/// Keeps others from the folder, which must be there, until the handle goes: with kAlone all that hold it, with kShared
/// those that hold it alone. Who only looks in or adds a row (accounts, backups) holds nothing. Errors:
/// kConfigurationInvalid, in words for the operator.
Result<FileHandle> HoldFolder(const std::filesystem::path& folder, FolderUse use);

}  // namespace scriba::platform
