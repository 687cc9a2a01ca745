#include "speech/local_engine.h"

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "platform/crypto/encoding.h"
#include "platform/http/client.h"
#include "platform/log.h"
#include "speech/child_process.h"
#include "speech/engine_client.h"
#include "speech/engine_words.h"

namespace scriba::speech {
namespace {

using namespace std::chrono_literals;
using platform::Code;
using platform::Fail;
using platform::Result;

constexpr auto kLookAgain = 250ms, kHealthEvery = 10'000ms, kHealthDeadline = 5'000ms;
constexpr auto kTimeToLoad = 120s;  // a model of 1.6 GB from a slow disk
constexpr int kMissedBeats = 3;
constexpr std::chrono::milliseconds kFirstWait{1'000}, kLongestWait{60'000};
constexpr std::chrono::milliseconds kGrace{2'000};
constexpr std::size_t kSecretBytes = 24;

// A port that nobody listens on now.
std::uint16_t FreePort() {
  const int probe = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof address;
  auto* generic = reinterpret_cast<sockaddr*>(&address);
  const bool is_bound = ::bind(probe, generic, length) == 0 && ::getsockname(probe, generic, &length) == 0;
  ::close(probe);
  return is_bound ? ntohs(address.sin_port) : std::uint16_t{0};
}

unsigned ThreadsFor(const LocalEngineSettings& settings) {
  return settings.threads > 0 ? settings.threads : std::max(1U, std::thread::hardware_concurrency() / 2);
}

bool IsHealthy(const std::string& address, const std::stop_token& stop) {
  platform::OutgoingRequest request;
  request.method = "GET";
  request.url = address + "/health";
  request.deadline = kHealthDeadline;
  const auto answer = platform::Fetch(request, stop);
  return answer && answer->status == 200;
}

ChildCommand CommandFor(const LocalEngineSettings& settings, const std::string& language, std::uint16_t port,
                        const std::string& secret, int standard_error) {
  const std::string threads = std::to_string(ThreadsFor(settings));
  const char* home = std::getenv("HOME");
  return {
      // setpriv: killed with the thread that started it, should this process be killed. nice: doctors come first.
      .arguments = {"/usr/bin/setpriv",
                    "--pdeathsig",
                    "KILL",
                    "/usr/bin/nice",
                    "-n",
                    "5",
                    settings.launcher.string(),
                    "-m",
                    settings.model_file.string(),
                    "-t",
                    threads,
                    "-l",
                    language,
                    "--host",
                    "127.0.0.1",
                    "--port",
                    std::to_string(port),
                    "--request-path",
                    secret,
                    "--inference-path",
                    "/v1/audio/transcriptions"},
      .environment = {"PATH=/usr/local/bin:/usr/bin:/bin", std::string("HOME=") + (home ? home : "/"),
                      "OMP_THREAD_LIMIT=" + threads},
      .descriptor_3 = -1,
      .is_silent = true,
      .standard_error = standard_error,
  };
}

}  // namespace

bool LocalEngine::IsInstalled(const LocalEngineSettings& settings) {
  return !settings.launcher.empty() && !settings.model_file.empty() && ::access(settings.launcher.c_str(), X_OK) == 0 &&
         ::access(settings.model_file.c_str(), R_OK) == 0;
}

LocalEngine::LocalEngine(LocalEngineSettings settings, std::string language)
    : settings_(std::move(settings)),
      language_(std::move(language)),
      supervisor_([this](const std::stop_token& stop) { Supervise(stop); }) {}

Result<std::string> LocalEngine::Address() const {
  const std::lock_guard lock(mutex_);
  if (address_.empty()) {
    return Fail(Code::kSpeechEngineUnreachable, "The speech engine is starting",
                "the local engine does not answer yet");
  }
  return address_;
}

bool LocalEngine::is_ready() const { return Address().has_value(); }

void LocalEngine::SetAddress(std::string address) {
  const std::lock_guard lock(mutex_);
  address_ = std::move(address);
}

void LocalEngine::Supervise(const std::stop_token& stop) {
  for (auto wait = kFirstWait; !stop.stop_requested();) {
    if (RunOnce(stop)) wait = kFirstWait;
    SetAddress({});
    if (!stop.stop_requested()) platform::LogInfo("speech_engine_restarts", {{"in_ms", wait.count()}});
    if (!EngineClient::PauseForReal(wait, stop)) return;
    wait = std::min(2 * wait, kLongestWait);
  }
}

bool LocalEngine::RunOnce(const std::stop_token& stop) {
  const std::uint16_t port = FreePort();
  const std::string secret = "/" + platform::RandomToken(kSecretBytes);
  const std::string address = "http://127.0.0.1:" + std::to_string(port) + secret;
  EngineWords words;
  Result<ChildProcess> engine = ChildProcess::Start(CommandFor(settings_, language_, port, secret, words.descriptor()));
  words.LetGo();
  if (!engine) {
    platform::LogError("speech_engine_not_started", {{"cause", engine.error().internal}});
    return false;
  }
  const auto started = std::chrono::steady_clock::now();
  platform::LogInfo("speech_engine_starting",
                    {{"model", settings_.model_file.filename().native()}, {"process", std::int64_t{engine->id()}}});
  bool has_answered = false;
  auto next_beat = started;
  for (int missed = 0; missed < kMissedBeats && !engine->HasEnded();) {
    words.Listen();
    const auto now = std::chrono::steady_clock::now();
    if (now >= next_beat) {
      if (IsHealthy(address, stop)) {
        if (!has_answered) platform::LogInfo("speech_engine_ready");
        has_answered = true;
        missed = 0;
        words.StopKeeping();
        SetAddress(address);
      } else if (has_answered) {
        ++missed;
      } else if (now - started > kTimeToLoad) {
        break;
      }
      next_beat = std::chrono::steady_clock::now() + (has_answered ? kHealthEvery : kLookAgain);
    }
    if (!EngineClient::PauseForReal(kLookAgain, stop)) break;
  }
  SetAddress({});
  engine->End(kGrace);
  words.Listen();
  if (!stop.stop_requested()) {
    platform::LogWarning("speech_engine_ended", {{"ending", engine->ending()}, {"last_words", words.Last()}});
  }
  return has_answered;
}

}  // namespace scriba::speech
