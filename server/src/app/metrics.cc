#include "app/metrics.h"

#include <unistd.h>

#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string_view>

namespace scriba::app {
namespace {

using platform::Connection;
using platform::Forward;
using platform::Method;
using platform::Request;
using platform::Response;
using platform::Result;
using platform::Row;
using platform::Task;
using platform::Times;
using platform::Traffic;
using platform::Value;

/// Resident memory of this process in bytes (proc(5), statm).
std::int64_t ResidentBytes() {
  std::ifstream statm("/proc/self/statm");
  std::int64_t total_pages = 0;
  std::int64_t resident_pages = 0;
  statm >> total_pages >> resident_pages;
  return resident_pages * ::sysconf(_SC_PAGESIZE);
}

bool IsLoopback(const std::string& address) { return address.starts_with("127.") || address == "::1"; }

/// Prometheus' text format, version 0.0.4. Labels are words of ours and need no escapes.
class Page {
 public:
  void Begin(std::string_view name, std::string_view type, std::string_view help) {
    name_ = name;
    text_.append("# HELP ").append(name).append(" ").append(help).append("\n");
    text_.append("# TYPE ").append(name).append(" ").append(type).append("\n");
  }

  /// `labels` in braces, with what follows the name in histograms before them.
  template <typename Number>
  void Add(std::string_view labels, Number value) {
    text_.append(name_).append(labels).append(" ").append(nlohmann::json(value).dump()).append("\n");
  }

  template <typename Number>
  void Gauge(std::string_view name, std::string_view help, Number value) {
    Begin(name, "gauge", help);
    Add("", value);
  }

  std::string Take() { return std::move(text_); }

 private:
  std::string name_;
  std::string text_;
};

std::string Label(std::string_view name, std::string_view value) {
  return std::string("{").append(name).append("=\"").append(value).append("\"}");
}

/// The buckets of a histogram that was begun. `labels` are those before "le", each with a comma behind it.
void AddTimes(Page& page, const std::string& labels, const Times& times) {
  for (std::size_t bound = 0; bound < Times::kBounds.size(); ++bound) {
    page.Add("_bucket{" + labels + "le=\"" + nlohmann::json(Times::kBounds.at(bound)).dump() + "\"}",
             times.Within(bound));
  }
  const std::string own = labels.empty() ? "" : "{" + labels.substr(0, labels.size() - 1) + "}";
  page.Add("_bucket{" + labels + "le=\"+Inf\"}", times.All());
  page.Add("_sum" + own, times.Seconds());
  page.Add("_count" + own, times.All());
}

void AddTraffic(Page& page, const Traffic& traffic) {
  page.Begin("scriba_http_requests_total", "counter", "Answers by the class of their status.");
  for (std::size_t digit = 1; digit <= Traffic::kClasses; ++digit) {
    page.Add(Label("class", std::to_string(digit) + "xx"), traffic.OfClass(digit));
  }
  page.Begin("scriba_http_request_duration_seconds", "histogram", "From the whole request to its answer.");
  AddTimes(page, "", traffic.times());
}

void AddWaits(Page& page, const platform::DatabaseWaits& waits) {
  page.Begin("scriba_database_wait_seconds", "histogram", "How long work on the database waited for its turn.");
  AddTimes(page, R"(for="write",)", waits.writes);
  AddTimes(page, R"(for="read",)", waits.reads);
}

void AddDisk(Page& page, const std::filesystem::path& data_dir) {
  std::error_code failure;
  const auto space = std::filesystem::space(data_dir, failure);
  if (failure) return;
  page.Gauge("scriba_disk_free_bytes", "Room for the data folder.", space.available);
  page.Gauge("scriba_disk_total_bytes", "Size of the disk that it lies on.", space.capacity);
}

Task<Result<>> AddJobs(Page& page, Connection& connection, platform::Instant now) {
  std::vector<Value> moment{platform::ToMicroseconds(now)};
  auto kinds = co_await connection.Query(
      "SELECT kind, sum(CASE WHEN lease_until > $1 THEN 1 ELSE 0 END), "
      "sum(CASE WHEN run_at <= $1 AND (lease_until IS NULL OR lease_until <= $1) THEN 1 ELSE 0 END), "
      "sum(CASE WHEN run_at > $1 AND (lease_until IS NULL OR lease_until <= $1) THEN 1 ELSE 0 END), "
      "min(CASE WHEN run_at <= $1 AND (lease_until IS NULL OR lease_until <= $1) THEN run_at END) "
      "FROM jobs GROUP BY kind ORDER BY kind",
      std::move(moment));
  if (!kinds) co_return Forward(kinds);
  page.Begin("scriba_jobs", "gauge", "Work by its kind: under way, due and waiting for a thread, put off.");
  for (const Row& kind : *kinds) {
    std::size_t column = 0;
    for (const char* state : {"running", "due", "later"}) {
      page.Add("{kind=\"" + kind.Text(0) + "\",state=\"" + state + "\"}", kind.Int(++column));
    }
  }
  page.Begin("scriba_jobs_oldest_due_seconds", "gauge", "How long the oldest due work waits.");
  for (const Row& kind : *kinds) {
    const auto since = kind.IsNull(4) ? now : platform::FromMicroseconds(kind.Int(4));
    page.Add(Label("kind", kind.Text(0)), std::chrono::duration<double>(now - since).count());
  }
  co_return Result<>{};
}

Task<Result<>> AddRecordings(Page& page, Connection& connection) {
  auto states = co_await connection.Query(
      "SELECT state, count(*) FROM recordings WHERE state <> 'saved' GROUP BY state ORDER BY state");
  if (!states) co_return Forward(states);
  page.Begin("scriba_recordings", "gauge", "Recordings that are not saved, by their state.");
  for (const Row& state : *states) page.Add(Label("state", state.Text(0)), state.Int(1));
  co_return Result<>{};
}

/// What stands in the database; without it, that it does not answer.
Task<std::string> LookIntoDatabase(platform::Database& database, platform::Instant now) {
  std::function<Task<Result<std::string>>(Connection&)> look =
      [now](Connection& connection) -> Task<Result<std::string>> {
    Page page;
    if (auto jobs = co_await AddJobs(page, connection, now); !jobs) co_return Forward(jobs);
    if (auto recordings = co_await AddRecordings(page, connection); !recordings) co_return Forward(recordings);
    co_return page.Take();
  };
  const auto begun = std::chrono::steady_clock::now();
  auto rows = co_await database.Read<std::string>(std::move(look));
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun;
  Page page;
  page.Gauge("scriba_database_up", "Whether the database answers.", rows ? 1 : 0);
  page.Gauge("scriba_database_answer_seconds", "How long it took for these figures, the wait for it included.",
             took.count());
  co_return page.Take() + rows.value_or(std::string());
}

Task<Response> AnswerMetrics(const Measured& measured, const std::string& version,
                             std::chrono::steady_clock::time_point start) {
  Page page;
  page.Begin("scriba_build_info", "gauge", "The version that serves.");
  page.Add(Label("version", version), 1);
  const std::chrono::duration<double> up = std::chrono::steady_clock::now() - start;
  page.Gauge("scriba_uptime_seconds", "Since the start.", up.count());
  page.Gauge("process_resident_memory_bytes", "Resident memory.", ResidentBytes());
  AddTraffic(page, measured.traffic);
  const realtime::Hub::Load changes = measured.realtime.LoadOfChanges();
  page.Gauge("scriba_sockets_open", "WebSockets.", measured.realtime.OpenSockets());
  page.Gauge("scriba_channels_open", "Channels that listen to changes of rows.", changes.channels);
  page.Gauge("scriba_changes_waiting", "Changes of rows that were not told yet.", changes.waiting);
  AddWaits(page, measured.waits);
  AddDisk(page, measured.data_dir);
  const platform::Instant now = measured.clock.Now();
  auto look = [&measured, now] { return platform::BlockOn(LookIntoDatabase(measured.database, now)); };
  std::string of_database = co_await measured.readers.Run(std::move(look));
  co_return Response::Text(200, page.Take() + of_database, "text/plain; version=0.0.4; charset=utf-8");
}

}  // namespace

void AddMetricsRoute(platform::Router& router, Measured measured, const std::string& version) {
  const auto start = std::chrono::steady_clock::now();
  router.Add(Method::kGet, "/metrics",
             [measured = std::move(measured), version, start](const Request& request) -> Task<Response> {
               if (!IsLoopback(request.client_address)) co_return Response::Json(403, {{"code", "forbidden"}});
               co_return co_await AnswerMetrics(measured, version, start);
             });
}

}  // namespace scriba::app
