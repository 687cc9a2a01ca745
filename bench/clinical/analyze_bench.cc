// Time of an analysis by length of the talk: 5,000 words (a visit of half an hour) within 10 ms, linear to 100,000.
#include <benchmark/benchmark.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "clinical/analyze.h"

namespace {

/// Words of the tuned consultations, over and over, to the length asked for.
std::string Transcript(std::size_t words) {
  static const std::string all = [] {
    std::string text;
    const auto golden = std::filesystem::path(SCRIBA_SOURCE_DIR) / "server/tests/golden/clinical/tuned";
    for (const auto& entry : std::filesystem::directory_iterator(golden)) {
      std::ifstream file(entry.path());
      text += nlohmann::json::parse(file).at("transcript").get<std::string>() + " ";
    }
    return text;
  }();
  std::string out;
  std::istringstream stream(all);
  for (std::string word; words > 0; --words) {
    if (!(stream >> word)) {
      stream = std::istringstream(all);
      stream >> word;
    }
    out += word + " ";
  }
  return out;
}

void AnalyzeWords(benchmark::State& state) {
  const std::string transcript = Transcript(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(scriba::clinical::Analyze(transcript, {}));
  state.SetComplexityN(state.range(0));
}
BENCHMARK(AnalyzeWords)
    ->Arg(500)
    ->Arg(5000)
    ->Arg(25000)
    ->Arg(100000)
    ->Unit(benchmark::kMillisecond)
    ->Complexity(benchmark::oN);

}  // namespace

BENCHMARK_MAIN();
