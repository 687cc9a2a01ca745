// Sockets between processes of this machine, and how one hands an open file to another over them.
#pragma once

#include <optional>
#include <utility>

#include "platform/file_handle.h"

namespace scriba::speech {

/// Two connected stream sockets, closed in programs that are started; nothing when the system has none left.
std::optional<std::pair<platform::FileHandle, platform::FileHandle>> ConnectedSockets();

/// Hands an open descriptor over a Unix socket (unix(7), SCM_RIGHTS). False when the other side is gone.
bool Send(const platform::FileHandle& over, const platform::FileHandle& sent);

/// Waits for one, over the socket with this number. Closed when the other side is gone.
platform::FileHandle ReceiveOver(int socket);

}  // namespace scriba::speech
