// `scriba restore FILE`: a backup becomes an installation. Everything is unpacked and checked beside its place first;
// the database gets its place last, so that an attempt that was cut off can simply be made again.
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "app/backup_layout.h"
#include "app/commands.h"
#include "app/installation.h"
#include "app/staging.h"
#include "app/transfer_words.h"
#include "platform/archive.h"
#include "platform/data_folder.h"

namespace scriba::app {
namespace {

namespace files = std::filesystem;
using platform::Code;
using platform::Fail;
using platform::Forward;
using platform::Result;

Result<> RequireWhole(const Staging& staging, std::map<std::string, std::string> found) {
  found.erase(backup::kManifest);
  std::ifstream stream(staging / backup::kManifest);
  const auto manifest = nlohmann::json::parse(stream, nullptr, false);
  if (!manifest.is_object() || manifest.value("format", 0) != backup::kFormat) {
    return Fail(Code::kConfigurationInvalid, "this is no whole backup of this program");
  }
  if (manifest.value("files", std::map<std::string, std::string>()) != found || !found.contains(backup::kDatabase)) {
    return Fail(Code::kConfigurationInvalid, "the backup is damaged: its files are not those that were written");
  }
  return {};
}

/// The key comes from the archive, or was put there by the operator before.
Result<platform::MasterKey> PlaceKey(const platform::Config& config, const files::path& packed) {
  if (!files::exists(config.master_key_file)) {
    if (!files::exists(packed)) {
      return Fail(Code::kConfigurationInvalid, "this backup has no master key: put your copy of it at " +
                                                   config.master_key_file.string() + " (mode 0600) and try again");
    }
    files::create_directories(files::absolute(config.master_key_file).parent_path());
    files::copy_file(packed, config.master_key_file);
    files::permissions(config.master_key_file, files::perms::owner_read | files::perms::owner_write);
  }
  return platform::MasterKey::LoadOrCreate(config.master_key_file);
}

/// Brings the unpacked database to this program's version and tries the key on it.
Result<> RequireItsKey(const files::path& unpacked, const platform::MasterKey& master) {
  auto database = OpenMigrated("sqlite:" + unpacked.string());
  if (!database) return Forward(database);
  auto opens = OpensWith(**database, master);
  if (!opens) return Forward(opens);
  if (*opens) return {};
  return Fail(Code::kConfigurationInvalid, "the master key is not the one of this backup");
}

/// A name does not move to another volume: what lies on it is copied there.
std::error_code MoveFile(const files::path& from, const files::path& to) {
  std::error_code failure;
  files::rename(from, to, failure);
  if (failure == std::errc::cross_device_link) {
    files::copy_file(from, to, files::copy_options::overwrite_existing, failure);
  }
  return failure;
}

/// They are on disk when this ends well.
std::error_code MoveFiles(const files::path& from, const files::path& to) {
  std::error_code failure;
  files::create_directories(to, failure);
  if (!failure) files::permissions(to, files::perms::owner_all, failure);
  if (failure) return failure;
  for (const auto& entry : files::directory_iterator(from)) {
    failure = MoveFile(entry.path(), to / entry.path().filename());
    if (failure) return failure;
  }
  const platform::FileHandle folder(::open(to.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (::syncfs(folder.get()) != 0) failure.assign(errno, std::system_category());
  return failure;
}

/// Answers how many files there were.
Result<std::size_t> MoveAudio(const files::path& from, const files::path& to) {
  // An archive without sound has no folder for it.
  files::create_directories(from);
  const auto count = static_cast<std::size_t>(std::distance(files::directory_iterator(from), {}));
  if (const auto failure = MoveFiles(from, to)) {
    return Fail(Code::kDiskFull, "the sound cannot be put into " + to.string() + ": " + failure.message() +
                                     ". No row was written: mend that and restore again");
  }
  return count;
}

/// With its name there is an installation, which no power cut may leave with less than all its rows.
Result<> PlaceDatabase(const files::path& unpacked, const files::path& place) {
  auto failure = platform::SyncToDisk(unpacked);
  if (!failure) files::rename(unpacked, place, failure);
  if (!failure) failure = platform::SyncToDisk(place.parent_path());
  if (!failure) return {};
  return Fail(Code::kDiskFull, "the database cannot be put into " + place.string() + ": " + failure.message());
}

/// Sound first: as long as there are no rows, all of it can be made again.
Result<std::size_t> PutIntoPlace(const platform::Config& config, const Staging& staging) {
  const files::path unpacked = staging / backup::kDatabase;
  const files::path sound = staging / backup::kAudio;
  const files::path audio = config.data_dir / backup::kAudio;
  if (config.database_url.empty()) {
    auto count = MoveAudio(sound, audio);
    if (!count) return count;
    if (auto placed = PlaceDatabase(unpacked, DatabaseFileOf(config)); !placed) return Forward(placed);
    return count;
  }
  auto source = OpenDatabase("sqlite:" + unpacked.string());
  if (!source) return Forward(source);
  auto target = OpenMigrated(config.database_url);
  if (!target) return Forward(target);
  if (auto fits = platform::BlockOn(platform::RequireTransferable(**source, **target)); !fits) return Forward(fits);
  auto count = MoveAudio(sound, audio);
  if (!count) return count;
  auto moved = platform::BlockOn(platform::TransferRows(**source, **target, SayProgress()));
  if (!moved) return Forward(moved);
  return count;
}

Result<std::size_t> Unpack(const platform::Config& config, const std::string& file, const Staging& staging) {
  auto found = platform::ExtractArchive(file, staging.folder());
  if (!found) return Forward(found);
  if (auto whole = RequireWhole(staging, *found); !whole) return Forward(whole);
  auto master = PlaceKey(config, staging / backup::kMasterKey);
  if (!master) return platform::Failure(master.error());
  if (auto fits = RequireItsKey(staging / backup::kDatabase, *master); !fits) return Forward(fits);
  return PutIntoPlace(config, staging);
}

}  // namespace

int Restore(const platform::Config& config, const std::string& file) {
  if (auto made = MakeDataFolder(config); !made) return Refuse(made.error());
  const auto alone = platform::HoldFolder(config.data_dir, platform::FolderUse::kAlone);
  if (!alone) return Refuse(alone.error());
  if (config.database_url.empty() && files::exists(DatabaseFileOf(config))) {
    return Refuse({.code = Code::kConfigurationInvalid,
                   .message = "there is an installation in " + config.data_dir.string() +
                              ": a backup is put into an empty data folder only"});
  }
  const Staging staging(config.data_dir / "restore.part");
  const auto count = Unpack(config, file, staging);
  if (!count) return Refuse(count.error());
  std::cout << "restored: the database and " << *count << " sealed files. Start Scriba with `scriba serve`.\n";
  return 0;
}

}  // namespace scriba::app
