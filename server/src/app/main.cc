// The program: one binary, several commands.
#include <malloc.h>
#include <sodium.h>

#include <exception>
#include <iostream>

#include "app/commands.h"

int main(int argc, char** argv) {
  // Every thread of its own heap would keep what a burst needed; two heaps serve as fast and give it back.
  ::mallopt(M_ARENA_MAX, 2);
  ::mallopt(M_TRIM_THRESHOLD, 1 << 20);
  ::mallopt(M_MMAP_THRESHOLD, 1 << 20);
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
