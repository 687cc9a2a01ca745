#include "app/room_settings.h"

#include <cmath>
#include <cstdlib>
#include <thread>

#include "app/web_files.h"

namespace scriba::app {
namespace {

// Beside the recordings that are followed, each of which keeps a thread that mostly waits.
constexpr std::size_t kOtherJobs = 16;
// So many of them are left to mails, however many recordings are due: somebody waits for a code.
constexpr std::size_t kLeftToMails = 6;

/// Where `make speech` puts the engine of this machine.
std::filesystem::path SpeechFolder() {
  const auto environment = platform::ProcessEnvironment();
  if (const auto cache = environment("SCRIBA_CACHE")) return std::filesystem::path(*cache) / "speech";
  return std::filesystem::path(environment("HOME").value_or("/")) / ".cache/scriba/speech";
}

std::filesystem::path ThisProgram() { return std::filesystem::read_symlink("/proc/self/exe"); }

}  // namespace

speech::SpeechSettings SpeechSettingsOf(const platform::Config& config) {
  speech::SpeechSettings settings;
  settings.decoder.worker_command = {ThisProgram().parent_path() / "scriba-decoder"};
  settings.engine.url = config.speech.url;
  settings.engine.key = config.speech.key;
  settings.engine.model = config.speech.model;
  settings.engine.language = config.speech.language;
  settings.local_engine.launcher =
      config.speech.launcher.empty() ? SpeechFolder() / "whisper-server" : config.speech.launcher;
  settings.local_engine.model_file =
      config.speech.model_file.empty() ? SpeechFolder() / "model.bin" : config.speech.model_file;
  settings.local_engine.threads = static_cast<unsigned>(config.speech.threads);
  return settings;
}

consultations::LanguageModelSettings LanguageModelSettingsOf(const platform::Config& config) {
  std::string url = config.llm.url;
  // Operators copy the base address with or without the version that vendors show.
  while (url.ends_with('/')) url.pop_back();
  if (url.ends_with("/v1")) url.resize(url.size() - 3);
  consultations::LanguageModelSettings settings;
  settings.url = std::move(url);
  settings.key = config.llm.key;
  settings.model = config.llm.model;
  settings.deadline = std::chrono::milliseconds(std::llround(config.llm.deadline_seconds * 1000));
  settings.concurrency = config.llm.concurrency;
  return settings;
}

storage::StorageOptions StorageOptionsOf(const Installation& installation) {
  return {.folder = installation.config().data_dir / "audio",
          .max_object_bytes = installation.config().max_upload_bytes,
          .quota = {.bytes = installation.config().storage_quota_bytes},
          .signing_key = installation.master_key().Derive("signed-urls")};
}

platform::JobRunnerOptions JobRunnerOptionsOf(const platform::Config& config, std::string node) {
  return {.node = std::move(node), .threads = config.live_recordings + kOtherJobs};
}

consultations::RecordingJobOptions RecordingJobOptionsOf(const platform::Config& config) {
  return {.max_recording_hours = config.max_recording_hours,
          .most_live = static_cast<int>(config.live_recordings),
          .most_at_once = config.live_recordings + kOtherJobs - kLeftToMails};
}

std::filesystem::path WebFolderOf(const platform::Config& config) {
  return config.web_dir.empty() ? FindWebFolder(ThisProgram()) : config.web_dir;
}

}  // namespace scriba::app
