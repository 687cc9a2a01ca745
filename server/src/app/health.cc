#include "app/health.h"

#include <unistd.h>

#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>

#include "platform/db/migrations.h"

namespace scriba::app {
namespace {

using platform::Method;
using platform::Request;
using platform::Response;
using platform::Task;

/// Resident memory of this process in bytes (proc(5), statm).
std::int64_t ResidentBytes() {
  std::ifstream statm("/proc/self/statm");
  std::int64_t total_pages = 0;
  std::int64_t resident_pages = 0;
  statm >> total_pages >> resident_pages;
  return resident_pages * ::sysconf(_SC_PAGESIZE);
}

bool IsLoopback(const std::string& address) { return address.starts_with("127.") || address == "::1"; }

}  // namespace

void AddHealthRoutes(platform::Router& router, platform::Database& database, const std::string& version) {
  router.Add(Method::kGet, "/health", [version](const Request&) -> Task<Response> {
    co_return Response::Json(200, {{"status", "ok"}, {"version", version}});
  });
  router.Add(Method::kGet, "/ready", [&database](const Request&) -> Task<Response> {
    const auto migration = co_await platform::VersionOf(database);
    if (!migration) co_return Response::Json(503, {{"status", "database_unavailable"}});
    co_return Response::Json(200, {{"status", "ok"}, {"migration", *migration}});
  });
  const auto start = std::chrono::steady_clock::now();
  router.Add(Method::kGet, "/metrics", [start](const Request& request) -> Task<Response> {
    if (!IsLoopback(request.client_address)) co_return Response::Json(403, {{"code", "forbidden"}});
    const auto up = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    co_return Response::Text(200, "# TYPE process_resident_memory_bytes gauge\nprocess_resident_memory_bytes " +
                                      std::to_string(ResidentBytes()) +
                                      "\n# TYPE scriba_uptime_seconds gauge\nscriba_uptime_seconds " +
                                      std::to_string(up) + "\n");
  });
}

}  // namespace scriba::app
