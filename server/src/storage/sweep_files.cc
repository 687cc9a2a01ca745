#include "storage/sweep_files.h"

#include <unordered_set>

#include "platform/log.h"

namespace scriba::storage {
namespace {

using platform::Database;
using platform::Result;
using platform::Row;
using platform::Task;
using platform::Value;
using Ids = std::unordered_set<std::string>;

// A file may be on disk shortly before its name is in the table.
constexpr std::chrono::hours kYoung{1};
// Long enough to notice that last month's database was put back.
constexpr std::chrono::hours kKeptAside{30 * 24};

Task<Result<Ids>> NamedFiles(Database& database) {
  auto rows = co_await database.Query(
      "SELECT file_id FROM storage_objects UNION ALL SELECT id FROM storage_uploads WHERE NOT is_complete");
  if (!rows) co_return Forward(rows);
  Ids ids;
  for (const Row& row : *rows) ids.insert(row.Text(0));
  co_return ids;
}

Task<Result<>> RemoveRemoved(Database& database, FileStore& files, const Ids& named) {
  auto rows = co_await database.Query("SELECT file_id FROM removed_files");
  if (!rows) co_return Forward(rows);
  for (const Row& row : *rows) {
    // Removed since the names were read: the next sweep knows.
    if (named.contains(row.Text(0))) continue;
    auto removed = co_await files.Remove(row.Text(0));
    if (!removed) co_return removed;
    std::vector<Value> id{row.Text(0)};
    auto done = co_await database.Execute("DELETE FROM removed_files WHERE file_id = $1", std::move(id));
    if (!done) co_return Forward(done);
  }
  co_return Result<>{};
}

Task<Result<>> SetUnnamedAside(FileStore& files, const Ids& named) {
  std::int64_t count = 0;
  for (const std::string& id : files.FileIdsOlderThan(kYoung)) {
    if (named.contains(id)) continue;
    auto moved = co_await files.SetAside(id);
    if (!moved) co_return moved;
    ++count;
  }
  if (count > 0) platform::LogWarning("unnamed_files_set_aside", {{"files", count}});
  co_return Result<>{};
}

Task<Result<>> BringNamedBack(FileStore& files, const Ids& named) {
  std::int64_t count = 0;
  for (const std::string& id : files.FileIdsAside()) {
    if (!named.contains(id)) continue;
    auto moved = co_await files.BringBack(id);
    if (!moved) co_return moved;
    ++count;
  }
  if (count > 0) platform::LogInfo("files_brought_back", {{"files", count}});
  co_return Result<>{};
}

}  // namespace

Task<Result<>> SweepFiles(Database& database, FileStore& files) {
  auto named = co_await NamedFiles(database);
  if (!named) co_return Forward(named);
  auto done = co_await BringNamedBack(files, *named);
  if (done) done = co_await RemoveRemoved(database, files, *named);
  if (done) done = co_await SetUnnamedAside(files, *named);
  if (!done) co_return done;
  if (const auto count = files.RemoveAside(kKeptAside); count > 0) {
    platform::LogInfo("files_aside_removed", {{"files", static_cast<std::int64_t>(count)}});
  }
  co_return Result<>{};
}

}  // namespace scriba::storage
