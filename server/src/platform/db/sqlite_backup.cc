#include "platform/db/sqlite_backup.h"

#include "platform/db/sqlite_statement.h"

namespace scriba::platform {

Result<> BackUpSqlite(const std::filesystem::path& from, const std::filesystem::path& to) {
  SqliteSession source(from.string(), false);
  SqliteSession target(to.string(), true);
  sqlite3_backup* backup = sqlite3_backup_init(target.handle(), "main", source.handle(), "main");
  if (backup == nullptr) return Fail(Code::kDiskFull, "the database cannot be copied", sqlite3_errmsg(target.handle()));
  // All pages in one step are one moment; in write-ahead mode writers go on meanwhile.
  const int stepped = sqlite3_backup_step(backup, -1);
  const int finished = sqlite3_backup_finish(backup);
  if (stepped == SQLITE_BUSY || stepped == SQLITE_LOCKED) return Fail(Code::kBusy, "the database is in use");
  if (stepped != SQLITE_DONE || finished != SQLITE_OK) {
    return Fail(Code::kDiskFull, "the database cannot be copied", sqlite3_errstr(stepped));
  }
  std::string verdict;
  const RowVisitor hear = [&](const RowView& row) { verdict = row.Text(0); };
  // One file is what is kept: no log beside it.
  auto single = target.Run("PRAGMA journal_mode=DELETE", {}, nullptr);
  if (!single) return Forward(single);
  auto checked = target.Run("PRAGMA quick_check(1)", {}, hear);
  if (!checked) return Forward(checked);
  if (verdict != "ok") return Fail(Code::kInternal, "unexpected failure", "the copied database is damaged: " + verdict);
  return {};
}

}  // namespace scriba::platform
