// The program: one binary, several commands.
#ifdef SCRIBA_TCMALLOC
#include <gperftools/malloc_extension.h>
#endif
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

/// Memory goes from thread to thread here: a loop reads a body, the writing thread keeps it, another loop frees the
/// answer. tcmalloc does that without a lock (docs/decisions/0037); what a burst needed it gives back to the system
/// soon.
void PrepareAllocator() {
#ifdef SCRIBA_TCMALLOC
  constexpr double kSoon = 10;  // The fastest that gperftools knows.
  MallocExtension::instance()->SetMemoryReleaseRate(kSoon);
#endif
}

}  // namespace

int main(int argc, char** argv) {
  PrepareAllocator();
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
