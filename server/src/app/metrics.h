// What a monitor reads off the program: /metrics.
#pragma once

#include <filesystem>
#include <string>

#include "platform/clock.h"
#include "platform/db/database.h"
#include "platform/db/waits.h"
#include "platform/http/router.h"
#include "platform/http/traffic.h"
#include "platform/workers.h"
#include "realtime/service.h"

namespace scriba::app {

/// Where the figures come from. Outlives the routes.
struct Measured {
  platform::Database& database;
  const platform::DatabaseWaits& waits;
  const platform::Clock& clock;
  std::filesystem::path data_dir;
  const platform::Traffic& traffic;
  realtime::Service& realtime;
  platform::WorkerPool& readers;
};

/// `/metrics`: Prometheus' text format, on loopback only. Numbers alone: nobody's name, address or id.
void AddMetricsRoute(platform::Router& router, Measured measured, const std::string& version);

}  // namespace scriba::app
