#include "app/installation.h"

#include <utility>

#include "auth/master_key_change.h"
#include "platform/db/migrations.h"
#include "platform/db/postgres_database.h"
#include "platform/db/sqlite_database.h"

namespace scriba::app {
namespace {

using platform::Code;
using platform::Fail;
using platform::Forward;
using platform::Result;

// Enough for the loops and job threads of a node; PostgreSQL serves 100 by default.
constexpr std::size_t kConnections = 12;
constexpr std::string_view kSqlitePrefix = "sqlite:";

bool IsPostgres(const std::string& address) {
  return address.starts_with("postgres://") || address.starts_with("postgresql://");
}

/// The database of an installation, at this program's version. A large practice's may take minutes to be brought to it;
/// what comes afterwards has the deadlines of requests.
Result<std::unique_ptr<platform::Database>> OpenForRequests(const platform::Config& config,
                                                            std::shared_ptr<platform::DatabaseWaits> waits) {
  const std::string& url = config.database_url;
  if (!url.empty() && !IsPostgres(url)) {
    return Fail(Code::kConfigurationInvalid, "SCRIBA_DATABASE_URL must begin with postgres://");
  }
  const std::string file = DatabaseFileOf(config).string();
  if (auto migrated = OpenMigrated(url.empty() ? std::string(kSqlitePrefix) + file : url); !migrated) return migrated;
  if (url.empty()) {
    return std::unique_ptr<platform::Database>(
        std::make_unique<platform::SqliteDatabase>(file, platform::SqliteAccess::kReadWrite, std::move(waits)));
  }
  return std::unique_ptr<platform::Database>(std::make_unique<platform::PostgresDatabase>(
      url, kConnections, platform::PostgresPatience::kRequests, std::move(waits)));
}

/// A new key would open nothing of what is there, and lie where the right one belongs.
Result<> RequireNothingSealed(platform::Database& database, const std::filesystem::path& key_file) {
  auto sealed =
      platform::BlockOn(database.Query("SELECT 1 FROM data_keys UNION ALL SELECT 1 FROM signing_keys LIMIT 1"));
  if (!sealed) return Forward(sealed);
  if (sealed->empty()) return {};
  return Fail(Code::kConfigurationInvalid, "the master key of this installation is missing: put your copy of it at " +
                                               key_file.string() + " (mode 0600)");
}

}  // namespace

Result<> MakeDataFolder(const platform::Config& config) {
  std::error_code failure;
  std::filesystem::create_directories(config.data_dir, failure);
  if (failure) {
    return Fail(Code::kConfigurationInvalid, "the data folder " + config.data_dir.string() + ": " + failure.message());
  }
  std::filesystem::permissions(config.data_dir, std::filesystem::perms::owner_all, failure);
  return {};
}

std::filesystem::path DatabaseFileOf(const platform::Config& config) { return config.data_dir / "scriba.db"; }

Result<std::unique_ptr<platform::Database>> OpenDatabase(const std::string& address) {
  if (IsPostgres(address)) {
    return std::unique_ptr<platform::Database>(
        std::make_unique<platform::PostgresDatabase>(address, 1, platform::PostgresPatience::kCommands));
  }
  if (!address.starts_with(kSqlitePrefix)) {
    return Fail(Code::kConfigurationInvalid, "a database's address must begin with postgres:// or sqlite:");
  }
  return std::unique_ptr<platform::Database>(
      std::make_unique<platform::SqliteDatabase>(address.substr(kSqlitePrefix.size())));
}

Result<std::unique_ptr<platform::Database>> OpenMigrated(const std::string& address) {
  auto database = OpenDatabase(address);
  if (!database) return database;
  const auto migrations = platform::Migrations((*database)->dialect());
  if (auto migrated = platform::BlockOn(platform::Migrate(**database, migrations)); !migrated) return Forward(migrated);
  return database;
}

Result<bool> OpensWith(platform::Database& database, const platform::MasterKey& master) {
  std::function<platform::Task<Result<bool>>(platform::Connection&)> attempt = [&](platform::Connection& connection) {
    return auth::OpensSigningKeys(connection, master);
  };
  return platform::BlockOn(database.Read<bool>(std::move(attempt)));
}

Installation::Installation(const platform::Config& config, const platform::MasterKey& master,
                           std::shared_ptr<platform::DatabaseWaits> waits, std::unique_ptr<platform::Database> database)
    : config_(config),
      master_(master),
      waits_(std::move(waits)),
      database_(std::move(database)),
      keys_(*database_, master_) {}

Result<std::unique_ptr<Installation>> Installation::Open(const platform::Config& config) {
  if (auto made = MakeDataFolder(config); !made) return Forward(made);
  const bool has_key = std::filesystem::exists(config.master_key_file);
  auto waits = std::make_shared<platform::DatabaseWaits>();
  auto database = OpenForRequests(config, waits);
  if (!database) return Forward(database);
  if (!has_key) {
    if (auto empty = RequireNothingSealed(**database, config.master_key_file); !empty) return Forward(empty);
  }
  const auto master = platform::MasterKey::LoadOrCreate(config.master_key_file);
  if (!master) return platform::Failure(master.error());
  return std::unique_ptr<Installation>(new Installation(config, *master, std::move(waits), std::move(*database)));
}

Result<> Installation::RequireItsKey() {
  auto opens = OpensWith(*database_, master_);
  if (!opens) return Forward(opens);
  if (*opens) return {};
  return Fail(Code::kConfigurationInvalid,
              config_.master_key_file.string() + " is not the master key of this installation");
}

}  // namespace scriba::app
