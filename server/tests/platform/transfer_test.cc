// Moving between the engines: one database is always SQLite, the other is on the server of scripts/with-postgres.sh.
#include "platform/db/transfer.h"

#include <gmock/gmock.h>

#include <cstdlib>

#include "platform/db/migrations.h"
#include "platform/db/sqlite_database.h"
#include "platform/ids.h"
#include "support/test_database.h"

namespace scriba::platform {
namespace {

using ::testing::HasSubstr;

/// What a practice leaves in a database: Italian text, sealed bytes of every value, nulls, fractions, numbered rows.
void Fill(Database& database, int patients) {
  const auto run = [&](const std::string& sql, std::vector<Value> values = {}) {
    const auto done = BlockOn(database.Execute(sql, std::move(values)));
    ASSERT_TRUE(done) << sql << done.error().message << done.error().internal;
  };
  const std::string doctor = NewUuid();
  run("INSERT INTO users (id, email, username, created_at) VALUES ($1, 'anna@example.com', NULL, $2)",
      {doctor, std::string("2026-02-28T23:59:59.000001+00:00")});
  run("INSERT INTO accounts (id, email, user_metadata, app_metadata, created_at, updated_at) "
      "VALUES ($1, 'anna@example.com', '{\"full_name\":\"Anna Verdì\"}', '{}', 1790000000000001, 2)",
      {doctor});
  std::string bytes;
  for (int i = 0; i < 256; ++i) bytes.push_back(static_cast<char>(i));
  run("INSERT INTO data_keys (owner_id, wrapped) VALUES ($1, $2)", {NewUuid(), Blob{"first"}});
  run("INSERT INTO data_keys (owner_id, wrapped) VALUES ($1, $2)", {doctor, Blob{bytes}});
  run("DELETE FROM data_keys WHERE wrapped = $1", {Blob{"first"}});
  for (int i = 0; i < patients; ++i) {
    const std::string patient = NewUuid();
    run("INSERT INTO patients (id, user_id, first_name, last_name, birth_date, gender, notes, weight, height, "
        "created_at) VALUES ($1, $2, 'Nicolò', $3, '1970-02-28', 'male', $4, 84.30000000001, NULL, $5)",
        {patient, doctor, "D'Alù " + std::to_string(i), Blob{bytes}, std::string("2026-01-01T00:00:00.123456+00:00")});
    run("INSERT INTO consultations (id, patient_id, user_id, created_at, gdpr_consent, duration_seconds, "
        "transcription) VALUES ($1, $2, $3, $4, $5, 61, $6)",
        {NewUuid(), patient, doctor, std::string("2026-01-02T00:00:00.000000+00:00"), i % 2 == 0, Blob{bytes}});
  }
  run("UPDATE subscription_plans SET price = 12.5 WHERE name = 'basic'");
}

/// One database on each engine; the tests need the server.
class TransferTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (std::getenv("SCRIBA_TEST_DATABASE_URL") == nullptr) GTEST_SKIP() << "needs the second engine";
    postgres_.emplace();
    sqlite_ = Migrated("scriba.db");
  }

  std::unique_ptr<SqliteDatabase> Migrated(const std::string& name) {
    auto database = std::make_unique<SqliteDatabase>(folder_.path() / name);
    const auto migrations = Migrations(Dialect::kSqlite);
    EXPECT_TRUE(BlockOn(Migrate(*database, migrations)));
    return database;
  }

  static Result<std::vector<TransferredTable>> Transfer(Database& from, Database& to) {
    const auto ignore = [](const TransferredTable&, bool) {};
    return BlockOn(TransferRows(from, to, ignore));
  }

  /// Everything in a SQLite file, as text.
  static std::vector<std::string> Everything(Database& database) {
    std::vector<std::string> lines;
    for (const char* sql :
         {"SELECT id || email || coalesce(username, '?') || created_at FROM users",
          "SELECT id || user_metadata || created_at FROM accounts",
          "SELECT number || owner_id || hex(wrapped) FROM data_keys",
          "SELECT id || user_id || first_name || last_name || birth_date || hex(notes) || weight || coalesce(height, "
          "'?') "
          "|| created_at FROM patients ORDER BY id",
          "SELECT id || patient_id || created_at || gdpr_consent || duration_seconds || hex(transcription) FROM "
          "consultations ORDER BY id",
          "SELECT id || user_id || tier || minutes_used || current_period_end || price FROM user_subscriptions",
          "SELECT number || consultation_id || minutes || charged_at FROM minutes_ledger ORDER BY number",
          "SELECT name || coalesce(price, '?') FROM subscription_plans ORDER BY name"}) {
      const auto rows = BlockOn(database.Query(sql));
      for (const auto& row : *rows) lines.push_back(row.Text(0));
    }
    return lines;
  }

  testing::TemporaryFolder folder_;
  std::unique_ptr<SqliteDatabase> sqlite_;
  std::optional<testing::TestDatabase> postgres_;
};

TEST_F(TransferTest, BringsEveryRowThereAndBack) {
  Fill(*sqlite_, 450);
  const auto before = Everything(*sqlite_);
  ASSERT_GT(before.size(), 1'350U);
  const auto there = Transfer(*sqlite_, **postgres_);
  ASSERT_TRUE(there) << there.error().message << there.error().internal;
  const auto rows_of = [&](const std::string& name) {
    return std::ranges::find(*there, name, &TransferredTable::name)->rows;
  };
  EXPECT_EQ(rows_of("patients"), 450U);
  EXPECT_EQ(rows_of("minutes_ledger"), 450U) << "charged once: triggers did not run again";
  EXPECT_EQ(rows_of("subscription_plans"), 4U);

  const auto back = Migrated("back.db");
  const auto returned = Transfer(**postgres_, *back);
  ASSERT_TRUE(returned) << returned.error().message << returned.error().internal;
  EXPECT_EQ(Everything(*back), before);
}

TEST_F(TransferTest, LeavesATargetThatWorksOn) {
  Fill(*sqlite_, 3);
  ASSERT_TRUE(Transfer(*sqlite_, **postgres_));
  Database& postgres = **postgres_;
  const auto number = BlockOn(postgres.First("SELECT max(number) FROM data_keys"));
  std::vector<Value> key{NewUuid(), Blob{"new"}};
  const auto added =
      BlockOn(postgres.Execute("INSERT INTO data_keys (owner_id, wrapped) VALUES ($1, $2)", std::move(key)));
  ASSERT_TRUE(added) << "numbers follow those that were copied: " << added.error().message;
  const auto next = BlockOn(postgres.First("SELECT max(number) FROM data_keys"));
  EXPECT_GT((*next)->Int(0), (*number)->Int(0));
  ASSERT_TRUE(BlockOn(postgres.Execute("UPDATE consultations SET duration_seconds = 600")));
  EXPECT_EQ((*BlockOn(postgres.First("SELECT count(*) FROM minutes_ledger")))->Int(0), 6) << "triggers are back";
}

TEST_F(TransferTest, RefusesATargetWithRowsAndLeavesItAlone) {
  Fill(*sqlite_, 2);
  Fill(**postgres_, 1);
  const auto refused = Transfer(*sqlite_, **postgres_);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("not empty"));
  EXPECT_EQ((*BlockOn((*postgres_)->First("SELECT count(*) FROM patients")))->Int(0), 1);
}

TEST_F(TransferTest, TellsBeforehandWhetherTheTargetIsEmpty) {
  EXPECT_TRUE(BlockOn(RequireTransferable(*sqlite_, **postgres_)));
  Fill(**postgres_, 1);
  EXPECT_THAT(BlockOn(RequireTransferable(*sqlite_, **postgres_)).error().message, HasSubstr("not empty"));
}

TEST_F(TransferTest, UndoesEverythingWhenOneRowDoesNotFit) {
  Fill(*sqlite_, 2);
  // SQLite takes a birth date that no calendar has.
  ASSERT_TRUE(BlockOn(sqlite_->Execute("UPDATE patients SET birth_date = '1970-02-31'")));
  ASSERT_FALSE(Transfer(*sqlite_, **postgres_));
  EXPECT_EQ((*BlockOn((*postgres_)->First("SELECT count(*) FROM users")))->Int(0), 0);
  EXPECT_EQ((*BlockOn((*postgres_)->First("SELECT count(*) FROM subscription_plans")))->Int(0), 4);
}

TEST_F(TransferTest, RefusesAnotherVersionAndTheSameEngine) {
  ASSERT_TRUE(BlockOn(sqlite_->Execute("DELETE FROM schema_migrations WHERE version = 1")));
  EXPECT_THAT(Transfer(*sqlite_, **postgres_).error().message, HasSubstr("another version"));
  const auto other = Migrated("other.db");
  EXPECT_THAT(Transfer(*sqlite_, *other).error().message, HasSubstr("different engines"));
}

}  // namespace
}  // namespace scriba::platform
