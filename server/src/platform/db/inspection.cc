#include "platform/db/inspection.h"

namespace scriba::platform {

Task<Result<std::optional<Integrity>>> IntegrityOf(Database& database) {
  if (database.dialect() == Dialect::kPostgres) co_return std::optional<Integrity>{};
  auto found = co_await database.First("PRAGMA quick_check(1)");
  if (!found) co_return Forward(found);
  auto orphan = co_await database.First("SELECT \"table\" FROM pragma_foreign_key_check LIMIT 1");
  if (!orphan) co_return Forward(orphan);
  Integrity integrity;
  if (*found && (*found)->Text(0) != "ok") integrity.damage = (*found)->Text(0);
  if (*orphan) integrity.orphans = (*orphan)->Text(0);
  co_return std::optional<Integrity>(std::move(integrity));
}

Task<Result<std::uint64_t>> BytesOf(Database& database) {
  auto size =
      co_await database.First(database.dialect() == Dialect::kPostgres
                                  ? "SELECT pg_database_size(current_database())"
                                  : "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()");
  if (!size) co_return Forward(size);
  co_return static_cast<std::uint64_t>((*size)->Int(0));
}

}  // namespace scriba::platform
