#include "platform/file_handle.h"

#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

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

}  // namespace scriba::platform
