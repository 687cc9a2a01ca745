// What operators and the web application ask of the program itself: /health, /ready, /metrics, /config.json.
#pragma once

#include <string>

#include "platform/config.h"
#include "platform/db/database.h"
#include "platform/http/router.h"

namespace scriba::app {

struct PublicSettings {
  std::string anon_key;
  std::string public_url;
  std::string version;
  double max_recording_hours = 0;
};

/// `/health`: the process answers. `/ready`: the database answers too. `/metrics`: Prometheus text, on loopback only.
/// `/config.json`: what the web application needs to start; nothing secret.
void AddHealthRoutes(platform::Router& router, platform::Database& database, const PublicSettings& settings);

}  // namespace scriba::app
