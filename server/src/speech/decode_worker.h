// The decoding child: files of strangers are opened in a process of their own, with limits, so that a crash of a codec
// is an error message and a malicious file finds nothing to reach.
#pragma once

namespace scriba::speech {

/// The whole life of the child, started as `scriba decode-worker` by the parent with a socket as descriptor 3. Gives up
/// all rights, reads requests from the socket, returns the exit status. The composition root calls it before anything
/// else is set up: no logs, no configuration, no threads.
int RunDecodeWorker(int argc, char** argv);

}  // namespace scriba::speech
