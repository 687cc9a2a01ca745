// `scriba backup FILE`: one archive of what an installation cannot do without, taken while it is in use.
//
// The database is copied as of one moment. Sealed files only grow, and one that is complete no longer changes; so the
// archive is consistent when it has every file that the copied database names: files are linked aside before the copy,
// so that none is deleted meanwhile, and after it, so that none is missing that came meanwhile.
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <iostream>
#include <nlohmann/json.hpp>

#include "app/backup_layout.h"
#include "app/commands.h"
#include "app/installation.h"
#include "app/room_settings.h"
#include "app/staging.h"
#include "app/transfer_words.h"
#include "platform/archive.h"
#include "platform/db/sqlite_backup.h"
#include "platform/file_handle.h"

namespace scriba::app {
namespace {

namespace files = std::filesystem;
using platform::Code;
using platform::Fail;
using platform::Forward;
using platform::Result;

/// Held while a backup is made: two at once would tear each other's files away. Goes with the program, however it ends.
Result<platform::FileHandle> TakeTurn(const files::path& file) {
  platform::FileHandle handle(open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR));
  if (handle.IsOpen() && platform::TryLock(handle.get(), LOCK_EX)) return handle;
  return Fail(Code::kConfigurationInvalid, "another backup of this installation is being made");
}

/// Links a file, or copies it where links do not reach: a volume of its own, a file system without them.
Result<> GatherFile(const files::path& from, const files::path& to) {
  std::error_code failure;
  files::create_hard_link(from, to, failure);
  const bool is_linked = failure == std::errc::file_exists && files::hard_link_count(to) > 1;
  if (!failure || is_linked || failure == std::errc::no_such_file_or_directory) return {};
  files::copy_file(from, to, files::copy_options::overwrite_existing, failure);
  // One that goes at this moment is not missed.
  if (!failure || failure == std::errc::no_such_file_or_directory) return {};
  return Fail(Code::kDiskFull, "a sealed file cannot be set aside for the backup: " + failure.message());
}

Result<> GatherFiles(const files::path& from, const files::path& to) {
  files::create_directories(to);
  if (!files::exists(from)) return {};
  for (const auto& entry : files::directory_iterator(from)) {
    std::error_code gone;
    if (!entry.is_regular_file(gone)) continue;
    if (auto gathered = GatherFile(entry.path(), to / entry.path().filename()); !gathered) return gathered;
  }
  return {};
}

/// The sealed files that the copied database names and the archive will not have.
Result<std::vector<std::string>> MissingFiles(const files::path& database_file, const files::path& audio) {
  auto database = OpenDatabase("sqlite:" + database_file.string());
  if (!database) return Forward(database);
  auto rows = platform::BlockOn((*database)->Query("SELECT file_id FROM storage_objects ORDER BY file_id"));
  if (!rows) return Forward(rows);
  std::vector<std::string> missing;
  for (const platform::Row& row : *rows) {
    if (!files::exists(audio / row.Text(0))) missing.push_back(row.Text(0));
  }
  return missing;
}

Result<> CopyDatabase(const platform::Config& config, const files::path& to) {
  if (config.database_url.empty()) {
    const auto file = DatabaseFileOf(config);
    if (files::exists(file)) return platform::BackUpSqlite(file, to);
    return Fail(Code::kConfigurationInvalid, "there is no installation in " + config.data_dir.string());
  }
  auto source = OpenDatabase(config.database_url);
  if (!source) return Forward(source);
  auto copy = OpenMigrated("sqlite:" + to.string());
  if (!copy) return Forward(copy);
  auto copied = platform::BlockOn(platform::TransferRows(**source, **copy, SayProgress()));
  if (!copied) return Forward(copied);
  return {};
}

struct Total {
  std::size_t files = 0;
  std::uintmax_t bytes = 0;
};

Result<Total> AddAudio(platform::ArchiveWriter& archive, const files::path& folder) {
  Total total;
  for (const auto& entry : files::directory_iterator(folder)) {
    const std::string name = std::string(backup::kAudio) + "/" + entry.path().filename().string();
    if (auto added = archive.AddFile(name, entry.path()); !added) return Forward(added);
    ++total.files;
    total.bytes += entry.file_size();
  }
  return total;
}

Result<Total> Write(const platform::Config& config, const Staging& staging, const std::string& file, bool with_key) {
  auto archive = platform::ArchiveWriter::Create(file, platform::ArchiveFormat::kTar);
  if (!archive) return Forward(archive);
  if (auto added = archive->AddFile(backup::kDatabase, staging / backup::kDatabase); !added) return Forward(added);
  auto total = AddAudio(*archive, staging / backup::kAudio);
  if (!total) return total;
  if (with_key) {
    if (auto added = archive->AddFile(backup::kMasterKey, config.master_key_file); !added) return Forward(added);
  }
  nlohmann::json manifest{{"format", backup::kFormat}, {"version", SCRIBA_VERSION}, {"files", archive->checksums()}};
  manifest["created_at"] = platform::FormatRfc3339(platform::SystemClock().Now());
  if (auto added = archive->AddText(backup::kManifest, manifest.dump(1)); !added) return Forward(added);
  if (auto finished = archive->Finish(); !finished) return Forward(finished);
  return total;
}

}  // namespace

int BackUp(const platform::Config& config, const std::string& file, bool with_key) {
  if (!files::exists(config.data_dir)) {
    return Refuse({.code = Code::kConfigurationInvalid, .message = "there is no folder " + config.data_dir.string()});
  }
  const auto turn = TakeTurn(config.data_dir / "backup.lock");
  if (!turn) return Refuse(turn.error());
  const Staging staging(config.data_dir / "backup.part");
  const files::path audio = config.data_dir / backup::kAudio;
  Result<> gathered = GatherFiles(audio, staging / backup::kAudio);
  if (gathered) gathered = CopyDatabase(config, staging / backup::kDatabase);
  if (gathered) gathered = GatherFiles(audio, staging / backup::kAudio);
  if (!gathered) return Refuse(gathered.error());
  const auto missing = MissingFiles(staging / backup::kDatabase, staging / backup::kAudio);
  if (!missing) return Refuse(missing.error());
  const auto total = Write(config, staging, file, with_key);
  if (!total) return Refuse(total.error());
  std::cout << file << ": the database and " << total->files << " sealed files (" << total->bytes << " bytes)\n";
  if (with_key) {
    std::cout << "The master key is inside: whoever has this file can read everything.\n";
  } else {
    std::cout << "The master key is NOT inside. Keep a copy of " << config.master_key_file.string()
              << " somewhere else: without it, the sound, notes and reports in this backup stay closed.\n";
  }
  std::cout << "Names and contacts of patients lie in it without a seal: keep it where patients' records may lie.\n";
  if (missing->empty()) return 0;
  std::cerr << "scriba: " << missing->size()
            << " sealed files that the database names are missing on this disk, and so "
            << "in the backup:\n";
  for (const std::string& id : *missing) std::cerr << "  " << id << '\n';
  return 1;
}

}  // namespace scriba::app
