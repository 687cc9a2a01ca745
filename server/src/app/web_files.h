// Serves the built web application: hashed assets for ever, the page itself always fresh.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "app/security_headers.h"
#include "platform/http/router.h"

namespace scriba::app {

/// The files of a folder, known by name since the start; nothing outside of that list can be asked for.
class WebFiles {
 public:
  /// Reads the names below `folder` (none when it does not exist). `headers` stand in every answer.
  WebFiles(const std::filesystem::path& folder, HeaderList headers);

  bool empty() const { return files_.empty(); }

  /// The file for a path, in the best encoding that the caller takes; the application's page for every other path that
  /// a person may have typed, so that its own router decides.
  platform::Result<platform::Response> Answer(const platform::Request& request, std::string_view path) const;

 private:
  struct File {
    std::filesystem::path plain;
    std::optional<std::filesystem::path> brotli;
    std::optional<std::filesystem::path> gzip;
    std::string etag;
  };

  platform::Response Send(const platform::Request& request, const std::string& name, const File& file) const;

  HeaderList headers_;
  std::map<std::string, File, std::less<>> files_;
};

/// Where the web application lies when the configuration does not say: beside the program, or in the source tree.
std::filesystem::path FindWebFolder(const std::filesystem::path& program);

/// Adds the catch-all route; call it after all others.
void AddWebRoutes(platform::Router& router, const WebFiles& files);

}  // namespace scriba::app
