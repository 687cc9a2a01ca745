// `scriba restore FILE`: a backup becomes an installation. Everything is unpacked and checked beside its place first;
// the database gets its place last, so that an attempt that was cut off can simply be made again.
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/backup_layout.h"
#include "app/commands.h"
#include "app/installation.h"
#include "app/transfer_words.h"
#include "platform/archive.h"
#include "platform/data_folder.h"
#include "platform/db/migrations.h"

namespace scriba::app {
namespace {

namespace files = std::filesystem;
using platform::Code;
using platform::Fail;
using platform::Forward;
using platform::Result;

Result<> RequireWhole(const files::path& staging, std::map<std::string, std::string> found) {
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
Result<> Prepare(platform::Database& database, const platform::MasterKey& master) {
  const auto migrations = platform::Migrations(database.dialect());
  if (auto migrated = platform::BlockOn(platform::Migrate(database, migrations)); !migrated) return migrated;
  auto opens = OpensWith(database, master);
  if (!opens) return Forward(opens);
  if (*opens) return {};
  return Fail(Code::kConfigurationInvalid, "the master key is not the one of this backup");
}

Result<> IntoPostgres(const std::string& url, platform::Database& unpacked) {
  auto target = OpenMigrated(url);
  if (!target) return Forward(target);
  auto moved = platform::BlockOn(platform::TransferRows(unpacked, **target, SayProgress()));
  if (!moved) return Forward(moved);
  return {};
}

std::size_t MoveAudio(const files::path& from, const files::path& to) {
  files::create_directories(to);
  files::permissions(to, files::perms::owner_all);
  std::size_t count = 0;
  if (!files::exists(from)) return count;
  for (const auto& entry : files::directory_iterator(from)) {
    files::rename(entry.path(), to / entry.path().filename());
    ++count;
  }
  return count;
}

Result<std::size_t> Unpack(const platform::Config& config, const std::string& file, const files::path& staging) {
  auto found = platform::ExtractArchive(file, staging);
  if (!found) return Forward(found);
  if (auto whole = RequireWhole(staging, *found); !whole) return Forward(whole);
  auto master = PlaceKey(config, staging / backup::kMasterKey);
  if (!master) return platform::Failure(master.error());
  const files::path unpacked = staging / backup::kDatabase;
  {
    auto database = OpenDatabase("sqlite:" + unpacked.string());
    if (!database) return Forward(database);
    if (auto prepared = Prepare(**database, *master); !prepared) return Forward(prepared);
    if (!config.database_url.empty()) {
      if (auto moved = IntoPostgres(config.database_url, **database); !moved) return Forward(moved);
    }
  }
  const std::size_t count = MoveAudio(staging / backup::kAudio, config.data_dir / backup::kAudio);
  if (config.database_url.empty()) files::rename(unpacked, DatabaseFileOf(config));
  return count;
}

}  // namespace

int Restore(const platform::Config& config, const std::string& file) {
  if (config.database_url.empty() && files::exists(DatabaseFileOf(config))) {
    return Refuse({.code = Code::kConfigurationInvalid,
                   .message = "there is an installation in " + config.data_dir.string() +
                              ": a backup is put into an empty data folder only"});
  }
  if (auto made = MakeDataFolder(config); !made) return Refuse(made.error());
  const auto alone = platform::HoldFolder(config.data_dir, platform::FolderUse::kAlone);
  if (!alone) return Refuse(alone.error());
  const files::path staging = config.data_dir / "restore.part";
  files::remove_all(staging);
  const auto count = Unpack(config, file, staging);
  files::remove_all(staging);
  if (!count) return Refuse(count.error());
  std::cout << "restored: the database and " << *count << " sealed files. Start Scriba with `scriba serve`.\n";
  return 0;
}

}  // namespace scriba::app
