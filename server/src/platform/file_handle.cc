#include "platform/file_handle.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>

namespace scriba::platform {

FileHandle& FileHandle::operator=(FileHandle&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

FileHandle::~FileHandle() {
  if (IsOpen()) ::close(descriptor_);
}

bool TryLock(int descriptor, int kind) {
  while (::flock(descriptor, kind | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK) return false;
    if (errno != EINTR) throw std::system_error(errno, std::system_category(), "flock");
  }
  return true;
}

std::error_code SyncToDisk(const std::filesystem::path& path) {
  const FileHandle handle(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  return ::fsync(handle.get()) == 0 ? std::error_code() : std::error_code(errno, std::system_category());
}

}  // namespace scriba::platform
