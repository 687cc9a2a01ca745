#include "platform/log.h"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <nlohmann/json.hpp>

#include "platform/clock.h"

namespace scriba::platform {
namespace {

spdlog::level::level_enum ToSpdlog(LogLevel level) {
  switch (level) {
    case LogLevel::kDebug: return spdlog::level::debug;
    case LogLevel::kInfo: return spdlog::level::info;
    case LogLevel::kWarning: return spdlog::level::warn;
    case LogLevel::kError: return spdlog::level::err;
  }
  return spdlog::level::err;
}

std::string_view Name(LogLevel level) {
  switch (level) {
    case LogLevel::kDebug: return "debug";
    case LogLevel::kInfo: return "info";
    case LogLevel::kWarning: return "warning";
    case LogLevel::kError: return "error";
  }
  return "error";
}

}  // namespace

void ConfigureLog(LogLevel level) {
  auto logger = spdlog::stderr_logger_mt("scriba");
  logger->set_pattern("%v");
  logger->set_level(ToSpdlog(level));
  spdlog::set_default_logger(std::move(logger));
}

void Log(LogLevel level, std::string_view event, std::initializer_list<LogField> fields) {
  auto* logger = spdlog::default_logger_raw();
  if (!logger->should_log(ToSpdlog(level))) return;
  nlohmann::ordered_json line{{"time", FormatRfc3339(SystemClock().Now())}, {"level", Name(level)}, {"event", event}};
  for (const auto& field : fields) {
    std::visit([&](const auto& value) { line[std::string(field.name)] = value; }, field.value);
  }
  // Bytes that are not UTF-8 must not stop the line.
  logger->log(ToSpdlog(level), "{}", line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

}  // namespace scriba::platform
