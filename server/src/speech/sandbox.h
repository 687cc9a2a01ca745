// Rights that a process gives up for good before it touches a stranger's bytes.
#pragma once

#include <cstddef>

namespace scriba::speech {

struct SandboxLimits {
  unsigned long cpu_seconds = 0;
  std::size_t address_space_bytes = 0;
  /// Open descriptors from this number on are closed.
  int keep_descriptors_below = 3;
};

/// From here on: limited processor time and memory, no new files, sockets, processes or threads, no more privileges
/// through exec. What the limits forbid fails with an error in the process. Under a sanitizer, whose own machinery
/// needs memory and files, only the descriptors are closed; on a kernel without system call filters only the limits
/// hold. False when the system refuses a limit.
bool EnterSandbox(const SandboxLimits& limits);

}  // namespace scriba::speech
