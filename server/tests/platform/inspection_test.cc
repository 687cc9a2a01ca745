#include "platform/db/inspection.h"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include "platform/db/migrations.h"
#include "platform/db/sqlite_database.h"
#include "support/test_database.h"

namespace scriba::platform {
namespace {

using testing::TemporaryFolder;

TEST(Inspection, AFreshDatabaseIsWholeAndAtTheProgramsVersion) {
  testing::TestDatabase fresh;
  Database& database = *fresh;
  EXPECT_EQ(*BlockOn(VersionOf(database)), Migrations(database.dialect()).back().version);
  EXPECT_GT(*BlockOn(BytesOf(database)), 0U);
  const auto integrity = BlockOn(IntegrityOf(database));
  ASSERT_TRUE(integrity);
  EXPECT_EQ(integrity->has_value(), database.dialect() == Dialect::kSqlite);
  const Integrity found = integrity->value_or(Integrity{});
  EXPECT_EQ(found.damage + found.orphans, "");
}

TEST(Inspection, FindsRowsThatBelongToNothing) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "test.db";
  sqlite3* handle = nullptr;
  ASSERT_EQ(sqlite3_open(file.c_str(), &handle), SQLITE_OK);
  const int done = sqlite3_exec(handle,
                                "CREATE TABLE patients (id TEXT PRIMARY KEY);"
                                "CREATE TABLE visits (patient_id TEXT REFERENCES patients (id));"
                                "INSERT INTO visits VALUES ('nobody')",
                                nullptr, nullptr, nullptr);
  sqlite3_close(handle);
  ASSERT_EQ(done, SQLITE_OK);
  SqliteDatabase database(file, SqliteAccess::kReadOnly);
  const auto integrity = BlockOn(IntegrityOf(database));
  ASSERT_TRUE(integrity && *integrity);
  EXPECT_EQ((*integrity)->damage, "");
  EXPECT_EQ((*integrity)->orphans, "visits");
  EXPECT_EQ(*BlockOn(VersionOf(database)), 0);
}

}  // namespace
}  // namespace scriba::platform
