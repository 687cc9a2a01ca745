// Where a backup is put together and taken apart.
#pragma once

#include <filesystem>
#include <system_error>
#include <utility>

namespace scriba::app {

/// A folder inside the data folder (links do not reach further), empty at first and gone at the end, however that
/// comes: what lies in it is readable.
class Staging {
 public:
  explicit Staging(std::filesystem::path folder) : folder_(std::move(folder)) {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
    std::filesystem::permissions(folder_, std::filesystem::perms::owner_all);
  }
  ~Staging() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  Staging(const Staging&) = delete;
  Staging& operator=(const Staging&) = delete;

  const std::filesystem::path& folder() const { return folder_; }
  std::filesystem::path operator/(const char* name) const { return folder_ / name; }

 private:
  const std::filesystem::path folder_;
};

}  // namespace scriba::app
