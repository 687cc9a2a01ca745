// The parts that every command stands on: data folder, database, keys.
#pragma once

#include <filesystem>
#include <memory>

#include "platform/clock.h"
#include "platform/config.h"
#include "platform/crypto/sealing.h"
#include "platform/db/database.h"
#include "platform/db/waits.h"

namespace scriba::app {

/// Makes the data folder (0700) where it is missing. Errors: kConfigurationInvalid.
platform::Result<> MakeDataFolder(const platform::Config& config);

/// The SQLite database of a data folder.
std::filesystem::path DatabaseFileOf(const platform::Config& config);

/// The database of an address, "postgres://..." or "sqlite:<file>", for a command: it may take as long as it takes.
/// Errors: kConfigurationInvalid.
platform::Result<std::unique_ptr<platform::Database>> OpenDatabase(const std::string& address);

/// The same, brought to this program's version. Errors: those of the database too.
platform::Result<std::unique_ptr<platform::Database>> OpenMigrated(const std::string& address);

/// Whether the master key opens what the database holds sealed.
platform::Result<bool> OpensWith(platform::Database& database, const platform::MasterKey& master);

/// One installation, opened. Offline commands may run beside the programs that serve it.
class Installation {
 public:
  /// Makes the data folder (0700) and the master key where they are missing, opens the database and brings it to this
  /// program's version. Errors: kConfigurationInvalid (also when the key is missing and the database holds what was
  /// sealed with it) and those of the database.
  static platform::Result<std::unique_ptr<Installation>> Open(const platform::Config& config);

  /// Errors: kConfigurationInvalid when the master key opens nothing of what is there.
  platform::Result<> RequireItsKey();

  const platform::Config& config() const { return config_; }
  const platform::Clock& clock() const { return clock_; }
  const platform::MasterKey& master_key() const { return master_; }
  platform::Database& database() const { return *database_; }
  /// How long work on the database waited for its turn.
  const platform::DatabaseWaits& waits() const { return *waits_; }
  platform::KeyRing& keys() { return keys_; }

 private:
  Installation(const platform::Config& config, const platform::MasterKey& master,
               std::shared_ptr<platform::DatabaseWaits> waits, std::unique_ptr<platform::Database> database);

  const platform::Config& config_;
  const platform::SystemClock clock_;
  const platform::MasterKey master_;
  const std::shared_ptr<const platform::DatabaseWaits> waits_;
  const std::unique_ptr<platform::Database> database_;
  platform::KeyRing keys_;
};

}  // namespace scriba::app
