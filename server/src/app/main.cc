// The program: one binary, several commands.
#include <malloc.h>
#include <sodium.h>
#include <sys/resource.h>

#include <exception>
#include <iostream>

#include "app/commands.h"

namespace {

/// A browser that records takes a handful of descriptors: hundreds of them need more than the usual 1,024.
void AllowManyDescriptors() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace

int main(int argc, char** argv) {
  // Every thread of its own heap would keep what a burst needed; two heaps serve as fast and give it back.
  ::mallopt(M_ARENA_MAX, 2);
  ::mallopt(M_TRIM_THRESHOLD, 1 << 20);
  // A piece of a recording is half a megabyte that lives for seconds: from the system, and back to it.
  ::mallopt(M_MMAP_THRESHOLD, 256 << 10);
  AllowManyDescriptors();
  if (sodium_init() < 0) {
    std::cerr << "scriba: libsodium does not start\n";
    return 1;
  }
  try {
    return scriba::app::RunCommandLine(argc, argv);
  } catch (const std::exception& exception) {
    std::cerr << "scriba: " << exception.what() << '\n';
    return 1;
  }
}
