#include "app/system_state.h"

#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string_view>

namespace scriba::app {
namespace {

using auth::Requester;
using nlohmann::json;
using platform::Code;
using platform::Connection;
using platform::Fail;
using platform::Forward;
using platform::Result;
using platform::Row;
using platform::Task;
using platform::Value;

std::string_view NameOf(speech::EngineState state) {
  switch (state) {
    case speech::EngineState::kMissing: return "missing";
    case speech::EngineState::kStarting: return "starting";
    case speech::EngineState::kReady: return "ready";
    case speech::EngineState::kUnreachable: return "unreachable";
  }
  return "missing";
}

json DiskOf(const std::filesystem::path& folder) {
  std::error_code failure;
  const auto space = std::filesystem::space(folder, failure);
  if (failure) return nullptr;
  return {{"free_bytes", space.available}, {"total_bytes", space.capacity}};
}

/// Jobs that are due or under way, and since when the oldest waits.
Task<Result<json>> QueueOf(Connection& connection, platform::Instant now) {
  std::vector<Value> moment{platform::ToMicroseconds(now)};
  auto row = co_await connection.First(
      "SELECT count(*), coalesce(sum(CASE WHEN lease_until > $1 THEN 1 ELSE 0 END), 0), "
      "coalesce(sum(CASE WHEN run_at <= $1 AND (lease_until IS NULL OR lease_until <= $1) THEN 1 ELSE 0 END), 0), "
      "coalesce(min(CASE WHEN run_at <= $1 AND (lease_until IS NULL OR lease_until <= $1) THEN run_at END), $1) "
      "FROM jobs",
      std::move(moment));
  if (!row) co_return Forward(row);
  const Row& counts = **row;
  const platform::Instant oldest = platform::FromMicroseconds(counts.Int(3));
  json queue{{"jobs", counts.Int(0)},
             {"running", counts.Int(1)},
             {"due", counts.Int(2)},
             {"oldest_due_seconds", std::chrono::floor<std::chrono::seconds>(now - oldest).count()}};
  auto states =
      co_await connection.Query("SELECT state, count(*) FROM recordings WHERE state <> 'saved' GROUP BY state");
  if (!states) co_return Forward(states);
  json recordings = json::object();
  for (const Row& state : *states) recordings[state.Text(0)] = state.Int(1);
  queue["recordings"] = std::move(recordings);
  co_return queue;
}

Task<Result<json>> Look(Installation& installation, const speech::SpeechService& speech, Requester requester,
                        platform::Instant start) {
  if (!requester.is_admin) co_return Fail(Code::kNotPermitted, "permission denied: administrators only");
  std::function<Task<Result<json>>(Connection&)> work = [&](Connection& connection) {
    return QueueOf(connection, installation.clock().Now());
  };
  auto queue = co_await installation.database().Read<json>(std::move(work));
  if (!queue) co_return Forward(queue);
  const platform::Config& config = installation.config();
  const speech::EngineStatus engine = speech.Status();
  const auto up = std::chrono::floor<std::chrono::seconds>(installation.clock().Now() - start);
  json answer{{"version", SCRIBA_VERSION},
              {"uptime_seconds", up.count()},
              {"database", installation.database().dialect() == platform::Dialect::kPostgres ? "postgres" : "sqlite"},
              {"speech", {{"state", NameOf(engine.state)}, {"is_remote", engine.is_remote}, {"host", engine.host}}},
              {"language_model", {{"is_configured", !config.llm.url.empty()}}},
              {"mail", {{"is_delivered", !config.mail.smtp_url.empty()}}},
              {"queue", std::move(*queue)},
              {"disk", DiskOf(config.data_dir)}};
  co_return answer;
}

Task<Result<json>> WhoHears(const speech::SpeechService& speech) {
  const speech::EngineStatus engine = speech.Status();
  json answer{{"host", nullptr}, {"is_remote", engine.is_remote}};
  if (engine.is_remote) answer["host"] = engine.host;
  co_return answer;
}

}  // namespace

auth::Procedure SystemState(Installation& installation, const speech::SpeechService& speech) {
  const platform::Instant start = installation.clock().Now();
  return {"system_state", {}, [&installation, &speech, start](Requester requester, const json&) {
            return Look(installation, speech, std::move(requester), start);
          }};
}

auth::Procedure SpeechEngine(const speech::SpeechService& speech) {
  return {"speech_engine", {}, [&speech](const Requester&, const json&) { return WhoHears(speech); }};
}

}  // namespace scriba::app
