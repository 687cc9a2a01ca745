// What operators ask of the program itself: /health, /ready, /metrics.
#pragma once

#include <string>

#include "platform/db/database.h"
#include "platform/http/router.h"

namespace scriba::app {

/// `/health`: the process answers. `/ready`: the database answers too. `/metrics`: Prometheus text, on loopback only.
void AddHealthRoutes(platform::Router& router, platform::Database& database, const std::string& version);

}  // namespace scriba::app
