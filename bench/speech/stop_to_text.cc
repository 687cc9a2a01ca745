// From the doctor's stop to the last word: stop_to_text WEBM ENGINE_URL SECONDS...
//
// For each length, a recording is fed at the speed of speech and transcribed while it goes on; printed is the time from
// its end to the last piece, and beside it the time that the same sound takes when it is sent after the stop.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>

#include "running_recording.h"
#include "speech/decode_worker.h"
#include "speech/speech_service.h"

namespace {

using namespace scriba;
using Clock = std::chrono::steady_clock;

class NoKeeping final : public speech::PieceSink {
 public:
  bool IsStored(const speech::PieceSpan&) override { return false; }
  platform::Result<> Store(const speech::PieceTranscript&) override { return {}; }
};

double SecondsSince(Clock::time_point moment) { return std::chrono::duration<double>(Clock::now() - moment).count(); }

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::strcmp(argv[1], "decode-worker") == 0) return speech::RunDecodeWorker(argc - 2, argv + 2);
  if (argc < 4) return 64;
  std::ifstream file(argv[1], std::ios::binary);
  const std::string whole{std::istreambuf_iterator<char>(file), {}};
  speech::SpeechSettings settings;
  settings.engine.url = argv[2];
  speech::SpeechService service(settings);
  NoKeeping sink;
  speech::MemoryByteSource all{whole};
  const auto length = service.Measure(all, 4 * 3600);
  if (!length) return 65;

  for (int i = 3; i < argc; ++i) {
    const double seconds = std::min(std::atof(argv[i]), length->duration_seconds);
    const auto stop =
        Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    bench::RunningRecording live(whole, length->duration_seconds, stop);
    const auto done = service.Transcribe(live, {.owner = "bench", .priority = speech::Priority::kLive}, sink);
    const double after_stop = SecondsSince(stop);
    if (!done) return 66;

    const auto bytes = static_cast<std::size_t>(static_cast<double>(whole.size()) * seconds / length->duration_seconds);
    speech::MemoryByteSource upload{whole.substr(0, bytes)};
    const auto sent = Clock::now();
    if (!service.Transcribe(upload, {.owner = "bench"}, sink)) return 66;
    std::printf("{\"recorded_s\": %.0f, \"stop_to_text_s\": %.2f, \"upload_after_stop_s\": %.2f}\n",
                done->duration_seconds, after_stop, SecondsSince(sent));
    std::fflush(stdout);
  }
}
