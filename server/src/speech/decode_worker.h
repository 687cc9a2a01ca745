// The decoding children: files of strangers are opened in a process of their own, with limits, so that a crash of a
// codec is an error message and a malicious file finds nothing to reach.
//
// One process loads the codecs once and forks for each recording: what all children have in common is in memory once,
// and a child is there in a millisecond. It never sees a byte of a recording itself.
#pragma once

namespace scriba::speech {

inline constexpr int kDecodeWorkerSocket = 3;

/// The whole life of that process. The server starts it as `scriba-decoder CPU_SECONDS ADDRESS_SPACE_BYTES` with a
/// socket as descriptor 3; `argv` is what follows the name. Each socket that comes over that socket gets a child, which
/// gives up its rights, decodes what its socket brings, and ends. Returns the exit status, in the children, too. The
/// composition root calls it before anything else is set up: no logs, no configuration, no threads.
int RunDecodeWorker(int argc, char** argv);

}  // namespace scriba::speech
