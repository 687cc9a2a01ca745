// Open files that close themselves, and locks on them that end with the program, however it ends.
#pragma once

#include <filesystem>
#include <system_error>
#include <utility>

namespace scriba::platform {

/// An open file descriptor, closed when it goes.
class FileHandle {
 public:
  FileHandle() = default;
  explicit FileHandle(int descriptor) : descriptor_(descriptor) {}
  FileHandle(FileHandle&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  FileHandle& operator=(FileHandle&& other) noexcept;
  ~FileHandle();

  int get() const { return descriptor_; }
  bool IsOpen() const { return descriptor_ >= 0; }

 private:
  int descriptor_ = -1;
};

/// Whether the advisory lock of the open file (flock: LOCK_SH, LOCK_EX) is ours now. Does not wait. Throws
/// std::system_error where the file system has no locks.
bool TryLock(int descriptor, int kind);

/// Forces a file, or the names in a folder, onto the disk: fsync(2).
std::error_code SyncToDisk(const std::filesystem::path& path);

}  // namespace scriba::platform
