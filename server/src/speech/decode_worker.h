// The decoding child: files of strangers are opened in a process of their own, with limits, so that a crash of a codec
// is an error message and a malicious file finds nothing to reach.
#pragma once

namespace scriba::speech {

inline constexpr int kDecodeWorkerSocket = 3;

/// The whole life of the child. The server starts it as `scriba-decoder CPU_SECONDS ADDRESS_SPACE_BYTES` with a
/// socket as descriptor 3; `argv` is what follows the name. It gives up its rights, decodes what the socket
/// brings, and returns the exit status. The composition root calls it before anything else is set up: no logs, no
/// configuration, no threads.
int RunDecodeWorker(int argc, char** argv);

}  // namespace scriba::speech
