// Who uses a data folder at a time, and the name of each program among those that share it.
#pragma once

#include <filesystem>
#include <string>

#include "platform/file_handle.h"
#include "platform/result.h"

namespace scriba::platform {

/// Alone: a program over SQLite, and whoever replaces what lies there. Shared: the programs over one PostgreSQL.
enum class FolderUse { kAlone, kShared };

/// Keeps others from the folder, which must be there, until the handle goes: with kAlone all that hold it, with kShared
/// those that hold it alone. Who only looks in or adds a row (accounts, backups) holds nothing. Errors:
/// kConfigurationInvalid, in words for the operator.
Result<FileHandle> HoldFolder(const std::filesystem::path& folder, FolderUse use);

/// A program's place in the folder, for its life. Places are files with an id in them; a program takes the first that
/// nobody holds, and its name with it: that of a program that lives no more, mostly of its own former life.
class NodePlace {
 public:
  /// Errors: kConfigurationInvalid, in words for the operator.
  static Result<NodePlace> Take(const std::filesystem::path& folder, FolderUse use);

  /// No other program that lives has it. In a folder that is shared the machine's present life is part of it, for
  /// folders where locks do not hold after all: one that was copied, or is mounted with locks that end at the machine.
  /// (Not the host's name: a container that is made anew has another.)
  const std::string& name() const { return name_; }

 private:
  NodePlace(FileHandle lock, std::string name) : lock_(std::move(lock)), name_(std::move(name)) {}

  FileHandle lock_;
  std::string name_;
};

}  // namespace scriba::platform
