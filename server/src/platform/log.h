// The log: one JSON object a line on standard error. Never a patient's data, a token, or a link that signs someone in.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <variant>

namespace scriba::platform {

/// A named value of a log line.
struct LogField {
  std::string_view name;
  std::variant<std::string_view, std::int64_t, double, bool> value;
};

enum class LogLevel { kDebug, kInfo, kWarning, kError };

/// Sets what is written; called once by the composition root. Levels below `level` are dropped.
void ConfigureLog(LogLevel level);

/// `event` is a short constant in snake_case ("request", "job_failed"), so that lines can be counted.
void Log(LogLevel level, std::string_view event, std::initializer_list<LogField> fields = {});

inline void LogInfo(std::string_view event, std::initializer_list<LogField> fields = {}) {
  Log(LogLevel::kInfo, event, fields);
}
inline void LogWarning(std::string_view event, std::initializer_list<LogField> fields = {}) {
  Log(LogLevel::kWarning, event, fields);
}
inline void LogError(std::string_view event, std::initializer_list<LogField> fields = {}) {
  Log(LogLevel::kError, event, fields);
}

}  // namespace scriba::platform
