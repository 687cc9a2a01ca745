// What a supervisor asks of the program itself: /health and /ready.
#pragma once

#include <filesystem>
#include <string>

#include "platform/db/database.h"
#include "platform/http/router.h"

namespace scriba::app {

/// `/health`: the process answers. `/ready`: it can do its work, or which part keeps it from that (`database`,
/// `migrations`, `disk`), with 503.
void AddHealthRoutes(platform::Router& router, platform::Database& database, std::filesystem::path data_dir,
                     const std::string& version);

}  // namespace scriba::app
