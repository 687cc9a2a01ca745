#include "app/health.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "platform/db/migrations.h"

namespace scriba::app {
namespace {

using platform::Method;
using platform::Request;
using platform::Response;
using platform::Task;

// Below this the next minutes of sound have no room.
constexpr std::uintmax_t kLeastFreeBytes = 64U << 20;

struct Part {
  const char* name;
  const char* state = "ok";
};

Part LookAtDisk(const std::filesystem::path& data_dir) {
  std::error_code failure;
  const auto space = std::filesystem::space(data_dir, failure);
  if (failure) return {"disk", "disk_unavailable"};
  return {"disk", space.available < kLeastFreeBytes ? "disk_full" : "ok"};
}

Task<Response> AnswerReady(platform::Database& database, const std::filesystem::path& data_dir) {
  const int newest = platform::Migrations(database.dialect()).back().version;
  const auto stands_at = co_await platform::VersionOf(database);
  Part schema{"database"};
  Part version{"migrations"};
  if (!stands_at) {
    schema.state = "database_unavailable";
    version.state = "unknown";
  } else if (*stands_at != newest) {
    version.state = "migrations_differ";
  }
  const std::array<Part, 3> parts{schema, version, LookAtDisk(data_dir)};
  const auto broken =
      std::ranges::find_if(parts, [](const Part& part) { return part.state != std::string_view("ok"); });
  nlohmann::json answer{{"status", broken == parts.end() ? "ok" : broken->state}, {"parts", nlohmann::json::object()}};
  for (const Part& part : parts) answer["parts"][part.name] = part.state;
  if (stands_at) answer["migration"] = *stands_at;
  co_return Response::Json(broken == parts.end() ? 200 : 503, answer);
}

}  // namespace

void AddHealthRoutes(platform::Router& router, platform::Database& database, std::filesystem::path data_dir,
                     const std::string& version) {
  router.Add(Method::kGet, "/health", [version](const Request&) -> Task<Response> {
    co_return Response::Json(200, {{"status", "ok"}, {"version", version}});
  });
  router.Add(Method::kGet, "/ready",
             [&database, data_dir = std::move(data_dir)](const Request&) { return AnswerReady(database, data_dir); });
}

}  // namespace scriba::app
