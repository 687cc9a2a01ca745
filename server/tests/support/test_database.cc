#include "support/test_database.h"

#include <libpq-fe.h>

#include <cstdlib>
#include <stdexcept>

#include "platform/crypto/encoding.h"
#include "platform/db/migrations.h"
#include "platform/db/postgres_database.h"
#include "platform/db/sqlite_database.h"
#include "platform/ids.h"
#include "platform/task.h"

namespace scriba::testing {
namespace {

struct ConnectionDeleter {
  void operator()(PGconn* connection) const { PQfinish(connection); }
};
struct ResultDeleter {
  void operator()(PGresult* result) const { PQclear(result); }
};

/// Databases cannot be made inside the transactions that platform::Database runs everything in.
void RunOnServer(const std::string& sql) {
  const std::unique_ptr<PGconn, ConnectionDeleter> connection(PQconnectdb(std::getenv("SCRIBA_TEST_DATABASE_URL")));
  const std::unique_ptr<PGresult, ResultDeleter> result(PQexec(connection.get(), sql.c_str()));
  if (PQresultStatus(result.get()) != PGRES_COMMAND_OK) throw std::runtime_error(PQerrorMessage(connection.get()));
}

}  // namespace

TemporaryFolder::TemporaryFolder()
    : path_(std::filesystem::temp_directory_path() / ("scriba-test-" + platform::NewUuid())) {
  std::filesystem::create_directories(path_);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

TestDatabase::TestDatabase() {
  if (const char* server = std::getenv("SCRIBA_TEST_DATABASE_URL")) {
    postgres_name_ = "scriba_test_" + platform::ToHex(platform::RandomBytes(8));
    RunOnServer("CREATE DATABASE " + postgres_name_);
    const std::string url(server);
    database_ = std::make_unique<platform::PostgresDatabase>(url.substr(0, url.rfind('/') + 1) + postgres_name_, 2);
  } else {
    database_ = std::make_unique<platform::SqliteDatabase>(folder_.path() / "scriba.db");
  }
  const auto migrations = platform::Migrations(database_->dialect());
  const auto migrated = platform::BlockOn(platform::Migrate(*database_, migrations));
  if (!migrated)
    throw std::runtime_error("migration failed: " + migrated.error().message + " " + migrated.error().internal);
}

TestDatabase::~TestDatabase() {
  database_.reset();
  if (!postgres_name_.empty()) RunOnServer("DROP DATABASE " + postgres_name_ + " WITH (FORCE)");
}

}  // namespace scriba::testing
