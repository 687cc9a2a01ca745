// What recordings in progress cost: live_memory WEBM [RECORDINGS=50] [SECONDS=30]
//
// Feeds the file to as many live decodings at once, at the speed of speech, each in its own child as in the server, and
// says what the children and the parent weigh (proportional set size) and how much processor time they take.
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "running_recording.h"
#include "speech/cutter.h"
#include "speech/decode_process.h"
#include "speech/decode_worker.h"

namespace {

using namespace scriba;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

long ProportionalKilobytes(const std::string& process) {
  std::ifstream file("/proc/" + process + "/smaps_rollup");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("Pss:")) return std::strtol(line.c_str() + 4, nullptr, 10);
  }
  return 0;
}

long ChildrenKilobytes() {
  long kilobytes = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::ifstream status(entry.path() / "stat");
    std::string id, name, state, parent;
    if (status >> id >> name >> state >> parent && parent == std::to_string(::getpid())) {
      kilobytes += ProportionalKilobytes(id);
    }
  }
  return kilobytes;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::strcmp(argv[1], "decode-worker") == 0) return speech::RunDecodeWorker(argc - 2, argv + 2);
  if (argc < 2) return 64;
  std::ifstream file(argv[1], std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  const int recordings = argc > 2 ? std::atoi(argv[2]) : 50;
  const auto duration = std::chrono::seconds(argc > 3 ? std::atoi(argv[3]) : 30);
  const auto end = Clock::now() + duration;

  const speech::DecoderSettings settings;
  speech::MemoryByteSource whole{bytes};
  const auto nothing = [](std::span<const speech::Sample>) -> platform::Result<> { return {}; };
  const auto length = speech::DecodeInChild(whole, 4 * 3600, settings, nothing, {});
  if (!length) return 65;
  std::vector<std::jthread> doctors;
  for (int i = 0; i < recordings; ++i) {
    doctors.emplace_back([&] {
      bench::RunningRecording source(bytes, speech::ToSeconds(length->samples), end);
      speech::Cutter cutter;
      const auto receive = [&cutter](std::span<const speech::Sample> samples) -> platform::Result<> {
        cutter.Push(samples);
        while (cutter.Take()) {
        }
        return {};
      };
      const auto audio = speech::DecodeInChild(source, 4 * 3600, settings, receive, {});
      if (!audio) std::fprintf(stderr, "failed: %s\n", audio.error().message.c_str());
    });
    std::this_thread::sleep_for(20ms);
  }
  std::this_thread::sleep_until(end - 2s);
  const long children = ChildrenKilobytes(), parent = ProportionalKilobytes("self");
  doctors.clear();
  rusage own{}, of_children{};
  ::getrusage(RUSAGE_SELF, &own);
  ::getrusage(RUSAGE_CHILDREN, &of_children);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  std::printf(
      "{\"recordings\": %d, \"children_kb_each\": %ld, \"server_kb_each\": %ld, \"cores\": %.3f}\n", recordings,
      children / recordings, parent / recordings,
      (seconds(own.ru_utime) + seconds(own.ru_stime) + seconds(of_children.ru_utime) + seconds(of_children.ru_stime)) /
          static_cast<double>(duration.count()));
}
