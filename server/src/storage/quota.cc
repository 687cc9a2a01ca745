#include "storage/quota.h"

namespace scriba::storage {

using platform::Code;
using platform::Connection;
using platform::Fail;
using platform::Result;
using platform::Task;
using platform::Value;

namespace {

constexpr std::uint64_t kShareKeptForVisits = 10;

}  // namespace

Task<Result<>> RequireRoom(Connection& connection, const Quota& quota, const std::string& owner_id, std::uint64_t more,
                           bool is_irreplaceable) {
  if (quota.bytes == 0) co_return Result<>{};
  std::vector<Value> owner{owner_id};
  auto row = co_await connection.First(
      "SELECT CAST((SELECT coalesce(sum(bytes), 0) FROM storage_objects WHERE owner_id = $1) + "
      "(SELECT coalesce(sum(coalesce(declared_bytes, max_bytes)), 0) FROM storage_uploads "
      "WHERE owner_id = $1 AND NOT is_complete) AS BIGINT)",
      std::move(owner));
  if (!row) co_return Forward(row);
  const auto kept = static_cast<std::uint64_t>((*row)->Int(0));
  const std::uint64_t most = quota.bytes + (is_irreplaceable ? quota.bytes / kShareKeptForVisits : 0);
  if (kept < most && more <= most - kept) co_return Result<>{};
  co_return Fail(Code::kStorageQuotaExceeded, "The account's storage is full; delete audio that is no longer needed");
}

Task<Result<>> RequireRoom(platform::Database& database, const Quota& quota, const std::string& owner_id,
                           std::uint64_t more) {
  std::function<Task<Result<>>(Connection&)> ask = [&](Connection& connection) {
    return RequireRoom(connection, quota, owner_id, more);
  };
  co_return co_await database.ReadWith(std::move(ask));
}

}  // namespace scriba::storage
