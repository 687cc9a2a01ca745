#include "speech/sockets.h"

#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace scriba::speech {
namespace {

using platform::FileHandle;

// A message of one byte, with room for one descriptor beside it.
struct Parcel {
  char byte = 0;
  iovec bytes{&byte, 1};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> control{};
  msghdr message{};

  Parcel() {
    message.msg_iov = &bytes;
    message.msg_iovlen = 1;
    message.msg_control = control.data();
    message.msg_controllen = control.size();
  }
  Parcel(const Parcel&) = delete;
  Parcel& operator=(const Parcel&) = delete;
};

}  // namespace

std::optional<std::pair<FileHandle, FileHandle>> ConnectedSockets() {
  std::array<int, 2> sockets{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets.data()) != 0) return std::nullopt;
  return std::pair(FileHandle(sockets[0]), FileHandle(sockets[1]));
}

bool Send(const FileHandle& over, const FileHandle& sent) {
  Parcel parcel;
  cmsghdr* header = CMSG_FIRSTHDR(&parcel.message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(int));
  const int number = sent.get();
  std::memcpy(CMSG_DATA(header), &number, sizeof number);
  ssize_t count = 0;
  do {
    count = ::sendmsg(over.get(), &parcel.message, MSG_NOSIGNAL);
  } while (count < 0 && errno == EINTR);
  return count == 1;
}

FileHandle ReceiveOver(int socket) {
  Parcel parcel;
  ssize_t count = 0;
  do {
    count = ::recvmsg(socket, &parcel.message, MSG_CMSG_CLOEXEC);
  } while (count < 0 && errno == EINTR);
  const cmsghdr* header = count == 1 ? CMSG_FIRSTHDR(&parcel.message) : nullptr;
  if (header == nullptr || header->cmsg_type != SCM_RIGHTS) return {};
  int number = -1;
  std::memcpy(&number, CMSG_DATA(header), sizeof number);
  return FileHandle(number);
}

}  // namespace scriba::speech
