#include "app/program.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>

#include "administration/procedures.h"
#include "app/health.h"
#include "app/metrics.h"
#include "app/public_settings.h"
#include "app/room_settings.h"
#include "app/security_headers.h"
#include "app/system_state.h"
#include "auth/routes.h"
#include "billing/procedures.h"
#include "consultations/procedures.h"
#include "functions/routes.h"
#include "platform/http/error_body.h"
#include "platform/log.h"

namespace scriba::app {
namespace {

// Requests that wait for a speech engine do nothing else: few threads would make one slow engine everybody's problem.
constexpr std::size_t kEngineWaiters = 8;
constexpr std::chrono::minutes kSweepEvery{5};
// It reads the folder of all files.
constexpr std::size_t kRoundsPerStorageSweep = 12;

std::size_t Cores() { return std::max(1U, std::thread::hardware_concurrency()); }

/// The next round tries again, whatever went wrong: nothing that is only tidied may end the program.
void Sweep(const char* what, const std::function<platform::Result<>()>& work) {
  try {
    if (const auto swept = work(); !swept) {
      platform::LogWarning("sweep_failed", {{"what", what}, {"cause", swept.error().internal}});
    }
  } catch (const std::exception& failure) {
    platform::LogError("sweep_failed", {{"what", what}, {"cause", failure.what()}});
  }
}

}  // namespace

Program::Program(Installation& installation, std::string node)
    : installation_(installation),
      // A password costs tens of milliseconds and tens of megabytes: no more at once than there are cores.
      hashing_("passwords", Cores()),
      engine_waiters_("engine-waiters", kEngineWaiters),
      readers_("long-reads", Cores()),
      jobs_(installation.database(), installation.clock(), JobRunnerOptionsOf(installation.config(), std::move(node))),
      auth_(installation.database(), installation.config(), installation.clock(), installation.master_key(), hashing_,
            jobs_),
      storage_(StorageOptionsOf(installation), installation.database(), installation.keys(), installation.clock()),
      data_(installation.database(), installation.keys(), installation.clock(), auth_),
      realtime_(installation.database(), installation.keys(), auth_, installation.config(), installation.clock()),
      speech_(SpeechSettingsOf(installation.config())),
      subscriptions_(installation.database(), installation.clock(),
                     {.self_activation = installation.config().self_activation}),
      consultations_(RecordingJobOptionsOf(installation.config()), LanguageModelSettingsOf(installation.config()),
                     installation.database(), installation.keys(), installation.clock(), storage_, speech_, jobs_),
      audio_retention_(installation.database(), installation.clock(), storage_, installation.config().audio_retention),
      announcements_(installation.database(), installation.clock(), jobs_),
      announcement_mails_(installation.database(), auth_.mailer(), installation.config().public_url),
      administration_parts_{.database = installation.database(),
                            .clock = installation.clock(),
                            .announcements = announcements_,
                            .readers = readers_},
      function_parts_{.database = installation.database(),
                      .subscriptions = subscriptions_,
                      .consultations = consultations_,
                      .speech = speech_,
                      .workers = engine_waiters_,
                      .max_upload_bytes = installation.config().max_upload_bytes,
                      .max_recording_hours = installation.config().max_recording_hours,
                      .stopping = stopping_.get_token()},
      web_files_(WebFolderOf(installation.config()), PageHeaders(installation.config())) {
  jobs_.Handle(administration::kAnnouncementMailJob, announcement_mails_);
}

platform::Result<> Program::Start() {
  if (auto opens = installation_.RequireItsKey(); !opens) return opens;
  if (auto priced = SetPrices(); !priced) return priced;
  if (auto started = platform::BlockOn(auth_.Start()); !started) return started;
  if (auto hurried = platform::BlockOn(consultations_.Hurry()); !hurried) return hurried;
  if (auto noted = platform::BlockOn(audio_retention_.NoteChoice()); !noted) return noted;
  if (web_files_.empty()) platform::LogWarning("web_application_missing");
  AddProcedures();
  AddRoutes();
  jobs_.Start();
  SweepNowAndThen();
  return {};
}

/// Without a file of the operator's the plans keep what an administrator made of them.
platform::Result<> Program::SetPrices() {
  const auto& file = installation_.config().prices_file;
  auto lists = billing::LoadPriceLists(file);
  if (!lists) return platform::Forward(lists);
  prices_ = std::move(*lists);
  if (file.empty()) return {};
  return platform::BlockOn(billing::ApplyPrices(installation_.database(), prices_.product));
}

void Program::Stop() {
  stopping_.request_stop();
  sweeper_.request_stop();
  jobs_.Stop();
}

/// The remote procedures of the rooms that do not know the table surface.
void Program::AddProcedures() {
  for (auto& procedure : billing::Procedures(subscriptions_, readers_)) data_.AddProcedure(std::move(procedure));
  for (auto& procedure : administration::Procedures(administration_parts_)) data_.AddProcedure(std::move(procedure));
  for (auto& procedure : consultations::Procedures(installation_.database(), installation_.keys(), readers_)) {
    data_.AddProcedure(std::move(procedure));
  }
  data_.AddProcedure(SystemState(installation_, speech_));
  data_.AddProcedure(SpeechEngine(speech_));
}

/// The table of routes: which room answers below which path.
void Program::AddRoutes() {
  // Its one path opens a socket; nothing else lives there.
  router_.SetErrorWriter("/realtime/v1", platform::FunctionErrorResponse);
  auth::AddAuthRoutes(router_, auth_);
  data::AddDataRoutes(router_, data_);
  functions::AddFunctionRoutes(router_, auth_, function_parts_);
  storage_.AddRoutes(router_, auth_);
  const platform::Config& config = installation_.config();
  AddHealthRoutes(router_, installation_.database(), config.data_dir, SCRIBA_VERSION);
  AddMetricsRoute(router_,
                  {.database = installation_.database(),
                   .waits = installation_.waits(),
                   .clock = installation_.clock(),
                   .data_dir = config.data_dir,
                   .traffic = traffic_,
                   .realtime = realtime_,
                   .readers = readers_},
                  SCRIBA_VERSION);
  AddConfigRoute(router_, PublicSettings(config, prices_, auth_.public_key()));
  AddWebRoutes(router_, web_files_);
}

void Program::SweepNowAndThen() {
  sweeper_ = std::jthread([this](const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any waiting;
    std::size_t round = 0;
    while (!stop.stop_requested()) {
      Sweep("retention", [this] { return platform::BlockOn(audio_retention_.Sweep()); });
      Sweep("sign-in", [this] { return platform::BlockOn(auth_.Prune()); });
      if (round++ % kRoundsPerStorageSweep == 0) {
        Sweep("storage", [this] { return platform::BlockOn(storage_.Sweep()); });
      }
      Sweep("outbox", [this]() -> platform::Result<> {
        platform::PruneOutbox(installation_.config().data_dir, installation_.clock().Now());
        return {};
      });
      std::unique_lock lock(mutex);
      waiting.wait_for(lock, stop, kSweepEvery, [] { return false; });
    }
  });
}

}  // namespace scriba::app
