// How fast sound is cut and decoded, in multiples of real time (the counter real_time; higher is better).
// bench_speech makes its own sound: minutes of a synthetic voice with pauses, and the same through ffmpeg.
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <numbers>
#include <stdexcept>

#include "speech/audio_decoder.h"
#include "speech/cutter.h"
#include "speech/decode_process.h"
#include "speech/decode_worker.h"

namespace {

using namespace scriba;
using speech::Sample;
using speech::Samples;

constexpr int kMinutes = 5;

// A buzz at the pitch of a voice, with syllables, and a pause every six seconds.
const Samples& Talk() {
  static const Samples talk = [] {
    Samples samples(std::size_t{kMinutes} * 60 * speech::kSampleRate);
    for (std::size_t i = 0; i < samples.size(); ++i) {
      const double t = static_cast<double>(i) / speech::kSampleRate;
      const double voice = std::fmod(t * 130, 1.0) - 0.5, syllable = std::pow(std::sin(std::numbers::pi * 4 * t), 2);
      const double gate = std::fmod(t, 6) < 5.2 ? 0.4 : 0.002;
      samples[i] = static_cast<Sample>(32767 * gate * voice * syllable);
    }
    return samples;
  }();
  return talk;
}

const std::string& Encoded(const std::string& format) {
  static std::map<std::string, std::string> made;
  std::string& bytes = made[format];
  if (!bytes.empty()) return bytes;
  const auto folder = std::filesystem::temp_directory_path();
  const std::string raw = folder / "bench_speech.raw", out = folder / ("bench_speech." + format);
  std::ofstream(raw, std::ios::binary)
      .write(reinterpret_cast<const char*>(Talk().data()),
             static_cast<std::streamsize>(Talk().size() * sizeof(Sample)));
  const std::string command = "ffmpeg -v error -nostdin -y -f s16le -ar 16000 -ac 1 -i " + raw + " " + out;
  if (std::system(command.c_str()) != 0) throw std::runtime_error("ffmpeg is needed");
  std::ifstream file(out, std::ios::binary);
  bytes.assign(std::istreambuf_iterator<char>(file), {});
  return bytes;
}

void ReportRealTime(benchmark::State& state) {
  state.counters["real_time"] =
      benchmark::Counter(60.0 * kMinutes * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

void Cut(benchmark::State& state) {
  for (auto _ : state) {
    speech::Cutter cutter;
    cutter.Push(Talk());
    cutter.Finish();
    std::size_t pieces = 0;
    while (cutter.Take()) ++pieces;
    benchmark::DoNotOptimize(pieces);
  }
  ReportRealTime(state);
}
BENCHMARK(Cut)->Unit(benchmark::kMillisecond);

void DecodeInAChild(benchmark::State& state, const std::string& format) {
  const std::string& bytes = Encoded(format);
  speech::DecoderPool decoders({});
  for (auto _ : state) {
    speech::MemoryByteSource source(bytes);
    const auto ignore = [](std::span<const Sample>) -> platform::Result<> { return {}; };
    if (!speech::DecodeInChild(source, {}, decoders, ignore, {})) state.SkipWithError("not decoded");
  }
  ReportRealTime(state);
}
BENCHMARK_CAPTURE(DecodeInAChild, webm, "webm")->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(DecodeInAChild, m4a, "m4a")->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(DecodeInAChild, mp3, "mp3")->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(DecodeInAChild, wav, "wav")->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::strcmp(argv[1], "decode-worker") == 0) return speech::RunDecodeWorker(argc - 2, argv + 2);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
