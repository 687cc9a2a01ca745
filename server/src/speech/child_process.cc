#include "speech/child_process.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <system_error>
#include <thread>
#include <utility>

namespace scriba::speech {
namespace {

using platform::Code;
using platform::Fail;

std::vector<char*> Pointers(const std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  for (const std::string& string : strings) pointers.push_back(const_cast<char*>(string.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

struct SpawnPlan {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;

  SpawnPlan() {
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
  }
  ~SpawnPlan() {
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;
};

}  // namespace

platform::Result<ChildProcess> ChildProcess::Start(const ChildCommand& command) {
  SpawnPlan plan;
  posix_spawn_file_actions_addopen(&plan.files, 0, "/dev/null", O_RDONLY, 0);
  if (command.is_silent) {
    posix_spawn_file_actions_addopen(&plan.files, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&plan.files, 2, "/dev/null", O_WRONLY, 0);
  }
  if (command.standard_error >= 0) posix_spawn_file_actions_adddup2(&plan.files, command.standard_error, 2);
  if (command.descriptor_3 >= 0) posix_spawn_file_actions_adddup2(&plan.files, command.descriptor_3, 3);
  // Nothing of the server's goes along by accident.
  posix_spawn_file_actions_addclosefrom_np(&plan.files, command.descriptor_3 >= 0 ? 4 : 3);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setflags(&plan.attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  posix_spawnattr_setsigmask(&plan.attributes, &none);
  posix_spawnattr_setsigdefault(&plan.attributes, &all);

  const auto arguments = Pointers(command.arguments), environment = Pointers(command.environment);
  pid_t id = -1;
  const int status =
      posix_spawn(&id, arguments.front(), &plan.files, &plan.attributes, arguments.data(), environment.data());
  if (status != 0) {
    return Fail(Code::kInternal, "A helper process could not be started",
                command.arguments.front() + ": " + std::generic_category().message(status));
  }
  return ChildProcess(id);
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : id_(std::exchange(other.id_, -1)), ending_(std::move(other.ending_)) {}

ChildProcess& ChildProcess::operator=(ChildProcess&& other) noexcept {
  std::swap(id_, other.id_);
  std::swap(ending_, other.ending_);
  return *this;
}

ChildProcess::~ChildProcess() { End(std::chrono::milliseconds{0}); }

bool ChildProcess::HasEnded() {
  if (id_ < 0) return true;
  int status = 0;
  const pid_t waited = ::waitpid(id_, &status, WNOHANG);
  if (waited == 0) return false;
  NoteEnding(waited, status);
  return true;
}

/// With what waitpid() answered, which may have seen nothing.
void ChildProcess::NoteEnding(pid_t waited, int status) {
  const bool is_seen = waited == std::exchange(id_, -1);
  if (!is_seen) return;
  ending_ = WIFSIGNALED(status) ? "signal " + std::to_string(WTERMSIG(status))
                                : "exit " + std::to_string(WEXITSTATUS(status));
}

void ChildProcess::End(std::chrono::milliseconds grace) {
  constexpr std::chrono::milliseconds kStep{20};
  if (grace.count() > 0 && !HasEnded()) ::kill(-id_, SIGTERM);
  for (; grace.count() > 0 && !HasEnded(); grace -= kStep) std::this_thread::sleep_for(kStep);
  if (HasEnded()) return;
  ::kill(-id_, SIGKILL);
  int status = 0;
  pid_t waited = -1;
  do {
    waited = ::waitpid(id_, &status, 0);
  } while (waited < 0 && errno == EINTR);
  NoteEnding(waited, status);
}

}  // namespace scriba::speech
