#include "speech/sandbox.h"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <vector>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SCRIBA_UNDER_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define SCRIBA_UNDER_SANITIZER 1
#endif
#endif

namespace scriba::speech {
namespace {

#if defined(SCRIBA_UNDER_SANITIZER)
constexpr bool kUnderSanitizer = true;
#else
constexpr bool kUnderSanitizer = false;
#endif

bool Limit(__rlimit_resource resource, rlim_t value) {
  const rlimit limit{value, value};
  return ::setrlimit(resource, &limit) == 0;
}

#if defined(__x86_64__)
constexpr unsigned kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr unsigned kArchitecture = AUDIT_ARCH_AARCH64;
#else
constexpr unsigned kArchitecture = 0;
#endif

// All that computing over an open socket needs. Everything else fails with EPERM.
constexpr std::array kAllowedCalls{SYS_read,         SYS_write,          SYS_sendto,        SYS_recvfrom,
                                   SYS_shutdown,     SYS_close,          SYS_mmap,          SYS_munmap,
                                   SYS_mremap,       SYS_mprotect,       SYS_madvise,       SYS_brk,
                                   SYS_futex,        SYS_getrandom,      SYS_clock_gettime, SYS_gettimeofday,
                                   SYS_rt_sigreturn, SYS_rt_sigprocmask, SYS_rt_sigaction,  SYS_sched_getaffinity,
                                   SYS_getpid,       SYS_gettid,         SYS_tgkill,        SYS_restart_syscall,
                                   SYS_exit,         SYS_exit_group};

bool AllowOnlyComputing() {
  if (kArchitecture == 0) return true;
  const auto fail = static_cast<unsigned>(SECCOMP_RET_ERRNO) | EPERM;
  std::vector<sock_filter> filter{
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, arch)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kArchitecture, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
  };
  for (const long call : kAllowedCalls) {
    filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<unsigned>(call), 0, 1));
    filter.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  }
  filter.push_back(BPF_STMT(BPF_RET | BPF_K, fail));
  const sock_fprog program{static_cast<unsigned short>(filter.size()), filter.data()};
  if (::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0) return true;
  // A kernel, or an emulation of one, that knows no filters: the limits must do.
  return errno == EINVAL || errno == ENOSYS;
}

}  // namespace

bool EnterSandbox(const SandboxLimits& limits) {
  ::close_range(static_cast<unsigned>(limits.keep_descriptors_below), ~0U, 0);
  if (kUnderSanitizer) return true;
  return Limit(RLIMIT_CPU, limits.cpu_seconds) && Limit(RLIMIT_AS, limits.address_space_bytes) &&
         Limit(RLIMIT_CORE, 0) && Limit(RLIMIT_FSIZE, 0) && Limit(RLIMIT_NPROC, 0) &&
         Limit(RLIMIT_NOFILE, static_cast<rlim_t>(limits.keep_descriptors_below)) &&
         ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && AllowOnlyComputing();
}

}  // namespace scriba::speech
