// What answers tell browsers: nothing from elsewhere runs, frames us, or learns where the user came from.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "platform/config.h"

namespace scriba::app {

using HeaderList = std::vector<std::pair<std::string, std::string>>;

/// Of every answer: data, of which no browser makes a page, a frame, another type, another site's, or a copy on disk
/// (OWASP, REST Security Cheat Sheet, "Security Headers"). HSTS only where the public address is https.
HeaderList AnswerHeaders(const platform::Config& config);

/// Of the application's files: what the page and its workers may load, and which of the browser's powers they have.
HeaderList PageHeaders(const platform::Config& config);

}  // namespace scriba::app
