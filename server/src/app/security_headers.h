// What every answer tells browsers: nothing from elsewhere runs, frames us, or learns where the user came from.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "platform/config.h"

namespace scriba::app {

/// Content-Security-Policy and its relatives; HSTS only where the public address is https.
std::vector<std::pair<std::string, std::string>> SecurityHeaders(const platform::Config& config);

}  // namespace scriba::app
