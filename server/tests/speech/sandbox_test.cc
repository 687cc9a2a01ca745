#include "speech/sandbox.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <vector>

namespace scriba::speech {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SKIP_UNDER_SANITIZER GTEST_SKIP() << "the sandbox is off under sanitizers"
#else
#define SKIP_UNDER_SANITIZER
#endif

constexpr SandboxLimits kLimits{.cpu_seconds = 1, .address_space_bytes = 512U << 20, .keep_descriptors_below = 3};
constexpr int kRefused = 7, kAllowed = 8;

template <typename Action>
[[noreturn]] void ExitAfter(Action action) {
  if (!EnterSandbox(kLimits)) ::_exit(1);
  ::_exit(action() ? kAllowed : kRefused);
}

TEST(SandboxDeathTest, OpensNoFile) {
  SKIP_UNDER_SANITIZER;
  EXPECT_EXIT(ExitAfter([] { return ::open("/etc/passwd", O_RDONLY) >= 0; }), ::testing::ExitedWithCode(kRefused), "");
}

TEST(SandboxDeathTest, OpensNoSocket) {
  SKIP_UNDER_SANITIZER;
  EXPECT_EXIT(ExitAfter([] { return ::socket(AF_INET, SOCK_STREAM, 0) >= 0; }), ::testing::ExitedWithCode(kRefused),
              "");
}

TEST(SandboxDeathTest, StartsNoProcess) {
  SKIP_UNDER_SANITIZER;
  EXPECT_EXIT(ExitAfter([] { return ::fork() >= 0; }), ::testing::ExitedWithCode(kRefused), "");
}

TEST(SandboxDeathTest, TakesNoMemoryBeyondItsShare) {
  SKIP_UNDER_SANITIZER;
  EXPECT_EXIT(ExitAfter([] {
                const int* block = new (std::nothrow) int[256 << 20];
                const bool was_given = block != nullptr;
                delete[] block;
                return was_given;
              }),
              ::testing::ExitedWithCode(kRefused), "");
}

TEST(SandboxDeathTest, EndsWhenItsProcessorTimeIsUsedUp) {
  SKIP_UNDER_SANITIZER;
  const auto spin = [] {
    for (volatile bool forever = true; forever;) {
    }
    return true;
  };
  EXPECT_EXIT(
      ExitAfter(spin), [](int status) { return WIFSIGNALED(status); }, "");
}

TEST(SandboxDeathTest, StillComputes) {
  EXPECT_EXIT(ExitAfter([] { return std::vector<int>(1'000'000, 1)[999'999] == 1; }),
              ::testing::ExitedWithCode(kAllowed), "");
}

}  // namespace
}  // namespace scriba::speech
