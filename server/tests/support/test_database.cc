#include "support/test_database.h"

#include <stdexcept>

#include "platform/db/migrations.h"
#include "platform/db/sqlite_database.h"
#include "platform/ids.h"
#include "platform/task.h"

namespace scriba::testing {

TemporaryFolder::TemporaryFolder()
    : path_(std::filesystem::temp_directory_path() / ("scriba-test-" + platform::NewUuid())) {
  std::filesystem::create_directories(path_);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

TestDatabase::TestDatabase() : database_(std::make_unique<platform::SqliteDatabase>(folder_.path() / "scriba.db")) {
  const auto migrations = platform::Migrations(database_->dialect());
  const auto migrated = platform::BlockOn(platform::Migrate(*database_, migrations));
  if (!migrated)
    throw std::runtime_error("migration failed: " + migrated.error().message + " " + migrated.error().internal);
}

}  // namespace scriba::testing
