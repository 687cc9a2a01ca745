#include "speech/engine_trial.h"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <thread>

namespace scriba::speech {
namespace {

namespace fs = std::filesystem;
using platform::Code;
using platform::Fail;
using platform::Forward;
using platform::Result;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kTimeToLoad{60};
constexpr std::chrono::milliseconds kLookAgain{100};

std::optional<std::string> Contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file || fs::is_directory(path)) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(file), {});
}

class TrialPieces final : public PieceSink {
 public:
  bool IsStored(const PieceSpan& /*piece*/) override { return false; }
  Result<> Store(const PieceTranscript& transcript) override {
    pieces_[transcript.piece.ordinal] = transcript;
    return {};
  }

  void WriteTo(EngineTrial& trial) const {
    for (const auto& [ordinal, piece] : pieces_) {
      const std::string text = piece.Text();
      if (!text.empty() && !trial.text.empty()) trial.text += '\n';
      trial.text += text;
      trial.marks.insert(trial.marks.end(), piece.marks.begin(), piece.marks.end());
    }
  }

 private:
  std::map<int, PieceTranscript> pieces_;
};

}  // namespace

Result<EngineTrial> TryEngine(SpeechService& service, const fs::path& file) {
  std::optional<std::string> bytes = Contents(file);
  if (!bytes) return Fail(Code::kNotFound, "There is no file " + file.string());
  const auto patience = Clock::now() + kTimeToLoad;
  while (service.Status().state == EngineState::kStarting && Clock::now() < patience) {
    std::this_thread::sleep_for(kLookAgain);
  }
  MemoryByteSource source(std::move(*bytes));
  TrialPieces pieces;
  const auto began = Clock::now();
  Result<AudioSummary> audio = service.Transcribe(source, {.turn = {.owner = "trial"}}, pieces);
  if (!audio) return Forward(audio);
  EngineTrial trial{.host = service.Status().host,
                    .audio_seconds = audio->duration_seconds,
                    .taken_seconds = std::chrono::duration<double>(Clock::now() - began).count(),
                    .text = {},
                    .marks = {}};
  pieces.WriteTo(trial);
  return trial;
}

Result<WordErrors> EvaluateSpeech(SpeechService& service, const fs::path& folder,
                                  const std::function<void(const Evaluation&)>& report) {
  std::vector<fs::path> files;
  std::error_code missing;
  for (const auto& entry : fs::directory_iterator(folder, missing)) {
    const fs::path& path = entry.path();
    if (path.extension() != ".txt" && fs::exists(fs::path(path).replace_extension(".txt"))) files.push_back(path);
  }
  if (files.empty()) {
    return Fail(Code::kNotFound, folder.string() + " has no audio file with a .txt of the same name beside it");
  }
  std::sort(files.begin(), files.end());
  WordErrors sum;
  for (const fs::path& file : files) {
    Result<EngineTrial> trial = TryEngine(service, file);
    if (!trial) return Forward(trial);
    const std::string said = Contents(fs::path(file).replace_extension(".txt")).value_or("");
    Evaluation evaluation{file, std::move(*trial), {}};
    evaluation.errors = CompareWords(said, evaluation.trial.text);
    sum += evaluation.errors;
    report(evaluation);
  }
  return sum;
}

}  // namespace scriba::speech
