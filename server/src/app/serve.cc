#include <algorithm>

#include "app/commands.h"
#include "app/program.h"
#include "app/security_headers.h"
#include "platform/data_folder.h"
#include "platform/log.h"

namespace scriba::app {
namespace {

// The largest body of the contract: a file for transcription, with room for the form around it.
constexpr std::uint64_t kFormOverhead = 1U << 20;
constexpr std::uint64_t kLargestTable = 10U << 20;
constexpr std::uint64_t kLargestForm = 1U << 20;
// All bodies together: four of the largest, and never less than a piece of sound (256 KiB) of each recording that is
// heard while it is made.
constexpr std::uint64_t kLargestAtOnce = 4;
constexpr std::uint64_t kLeastForBodies = 64U << 20;

platform::ServerOptions ServerOptionsOf(const platform::Config& config) {
  const std::uint64_t largest_file = config.max_upload_bytes + kFormOverhead;
  return {.host = config.host,
          .port = config.port,
          .threads = config.threads,
          .max_body_bytes = kLargestForm,
          .body_limits = {{"/functions/v1/transcribe", largest_file},
                          {"/functions/v1", kLargestTable},
                          {"/storage/v1", largest_file},
                          {"/rest/v1", kLargestTable}},
          .body_budget_bytes = std::max(kLeastForBodies, kLargestAtOnce * largest_file),
          .trusted_proxies = config.trusted_proxies,
          .cors_origins = config.cors_origins,
          .default_headers = AnswerHeaders(config),
          .scratch_folder = std::filesystem::absolute(config.data_dir / "scratch").string()};
}

/// Before anything is opened: a second program would already bring the database of the first to its own version.
platform::Result<platform::FileHandle> HoldDataFolder(const platform::Config& config, platform::FolderUse use) {
  if (auto made = MakeDataFolder(config); !made) return platform::Forward(made);
  return platform::HoldFolder(config.data_dir, use);
}

}  // namespace

int Serve(const platform::Config& config) {
  const auto use = config.database_url.empty() ? platform::FolderUse::kAlone : platform::FolderUse::kShared;
  const auto folder = HoldDataFolder(config, use);
  if (!folder) return Refuse(folder.error());
  const auto place = platform::NodePlace::Take(config.data_dir, use);
  if (!place) return Refuse(place.error());
  auto installation = Installation::Open(config);
  if (!installation) return Refuse(installation.error());
  Program program(**installation, place->name());
  if (auto started = program.Start(); !started) return Refuse(started.error());
  platform::Server server(ServerOptionsOf(config), program.router());
  program.AddSockets(server);
  server.CountIn(program.traffic());
  server.OnStarted([&config] {
    platform::LogInfo("serving",
                      {{"url", config.public_url}, {"host", config.host}, {"port", std::int64_t{config.port}}});
  });
  server.OnStopping([&program] { program.Stop(); });
  server.Run();
  platform::LogInfo("stopped");
  return 0;
}

}  // namespace scriba::app
