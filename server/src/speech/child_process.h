// A child process that ends with its owner.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>
#include <vector>

#include "platform/result.h"

namespace scriba::speech {

/// What a child is started with. Its environment is `environment` and nothing else; standard input is /dev/null.
struct ChildCommand {
  std::vector<std::string> arguments;  // the program first
  std::vector<std::string> environment;
  /// Becomes the child's descriptor 3. Stays the caller's.
  int descriptor_3 = -1;
  /// Also /dev/null for standard output and error.
  bool is_silent = false;
  /// Becomes the child's standard error, also a silent one's. Stays the caller's.
  int standard_error = -1;
};

/// Owns a child: destroying it kills and reaps the child. The child has a process group of its own, so that Ctrl-C at
/// the terminal reaches the server alone, which ends its children in order.
class ChildProcess {
 public:
  /// Errors: kInternal.
  static platform::Result<ChildProcess> Start(const ChildCommand& command);

  ChildProcess(ChildProcess&& other) noexcept;
  ChildProcess& operator=(ChildProcess&& other) noexcept;
  ~ChildProcess();

  pid_t id() const { return id_; }
  /// True once it has ended; reaps it.
  bool HasEnded();
  /// How it ended, for the log: "exit 1", "signal 11". Empty before, and when nobody can say.
  const std::string& ending() const { return ending_; }
  /// Asks it to end, and kills its whole group if it has not within `grace`.
  void End(std::chrono::milliseconds grace);

 private:
  explicit ChildProcess(pid_t id) : id_(id) {}

  void NoteEnding(pid_t waited, int status);

  pid_t id_ = -1;  // -1: ended and reaped
  std::string ending_;
};

}  // namespace scriba::speech
