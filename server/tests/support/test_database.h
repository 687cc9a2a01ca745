// A fresh, migrated database for one test, and the folder that holds it.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "platform/db/database.h"

namespace scriba::testing {

/// A folder under the system's temporary one; gone with the object.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// All migrations applied, no rows but what migrations put there. On SQLite; or, where SCRIBA_TEST_DATABASE_URL names a
/// PostgreSQL server (scripts/with-postgres.sh), in a database of its own there.
class TestDatabase {
 public:
  TestDatabase();
  ~TestDatabase();

  platform::Database& operator*() { return *database_; }
  platform::Database* operator->() { return database_.get(); }
  const std::filesystem::path& folder() const { return folder_.path(); }

 private:
  TemporaryFolder folder_;
  std::string postgres_name_;  // empty on SQLite
  std::unique_ptr<platform::Database> database_;
};

}  // namespace scriba::testing
