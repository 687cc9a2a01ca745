// Archives of files: tar for backups, zip for what people open.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "platform/result.h"

struct archive;

namespace scriba::platform {

enum class ArchiveFormat { kTar, kZip };

/// Hands out the next bytes of a file; "" at the end.
using ByteSource = std::function<Result<std::string>()>;

/// Writes an archive beside its final name and gives it that name when it is whole; readable by nobody else.
class ArchiveWriter {
 public:
  /// Errors: kConfigurationInvalid when the file cannot be made.
  static Result<ArchiveWriter> Create(std::filesystem::path file, ArchiveFormat format);
  ArchiveWriter(ArchiveWriter&&) noexcept = default;
  ArchiveWriter& operator=(ArchiveWriter&&) noexcept = default;
  /// What was not finished is removed.
  ~ArchiveWriter();

  /// Errors: kDiskFull.
  Result<> AddText(const std::string& name, std::string_view text);
  /// Exactly `bytes` bytes of the source. Errors: kDiskFull, those of the source, kInternal when it has fewer.
  Result<> AddStream(const std::string& name, std::uint64_t bytes, const ByteSource& source);
  /// As much of the file as it has now. Errors: as AddStream.
  Result<> AddFile(const std::string& name, const std::filesystem::path& file);

  /// SHA-256 in hexadecimal digits of what was added, by name.
  const std::map<std::string, std::string>& checksums() const { return checksums_; }

  /// Puts the archive in its place. Errors: kDiskFull.
  Result<> Finish();

 private:
  struct Free {
    void operator()(archive* handle) const;
  };

  ArchiveWriter(std::filesystem::path file, std::filesystem::path unfinished, archive* handle);
  Failure Refuse(const std::string& name) const;

  std::filesystem::path file_;
  std::filesystem::path unfinished_;  // empty once finished or moved from
  std::unique_ptr<archive, Free> handle_;
  std::map<std::string, std::string> checksums_;
};

/// Unpacks a tar archive into a folder that must not be there yet; answers the SHA-256 of each file by name. Names that
/// would lead out of the folder are refused. Errors: kConfigurationInvalid (no archive of ours), kDiskFull.
Result<std::map<std::string, std::string>> ExtractArchive(const std::filesystem::path& file,
                                                          const std::filesystem::path& folder);

}  // namespace scriba::platform
