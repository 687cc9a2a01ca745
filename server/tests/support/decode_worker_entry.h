// Lets a test program serve as its own decoding child, as `scriba-decoder` does for the server: including this
// header is enough. The program must link the speech room.
#pragma once

#include <unistd.h>

#include <fstream>
#include <string>
#include <vector>

#include "speech/decode_worker.h"
#include "speech/settings.h"

namespace scriba::testing {

/// Runs before main, which belongs to GoogleTest: started with `decode-worker` the program decodes and ends.
inline const bool kIsNoDecodeWorker = [] {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::vector<std::string> words;
  for (std::string word; std::getline(file, word, '\0');) words.push_back(word);
  if (words.size() < 2 || words[1] != "decode-worker") return true;
  std::vector<char*> arguments;
  for (std::size_t i = 2; i < words.size(); ++i) arguments.push_back(words[i].data());
  ::_exit(speech::RunDecodeWorker(static_cast<int>(arguments.size()), arguments.data()));
}();

/// Settings whose child is the running test program.
inline speech::DecoderSettings ThisProgramAsDecoder() {
  return {.worker_command = {"/proc/self/exe", "decode-worker"}};
}

}  // namespace scriba::testing
